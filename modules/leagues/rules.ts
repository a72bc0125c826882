export const ROLES = ['member', 'steward', 'admin', 'owner'] as const
export type Role = (typeof ROLES)[number]

/** A higher role includes the lower ones; the owner's own actions are the owner's alone. */
export const atLeast = (role: Role | null, wanted: Role): boolean => role !== null && ROLES.indexOf(role) >= ROLES.indexOf(wanted)

/** Communities one person may found in a day. */
export const FOUNDINGS_PER_DAY = 3
