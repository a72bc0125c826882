import type { LeagueOfUser } from '#modules/members/contract.ts'

const ADMINS = ['applications', 'bans', 'history', 'plan'] as const
const OWNERS = ['community', 'pictures', 'terms', 'ownership', 'ends'] as const
export type ManageSection = (typeof ADMINS)[number] | (typeof OWNERS)[number]

/** Where a section stands in the address, and a link to it: `#manage-bans`. */
export const MANAGE = 'manage'
export const hashOf = (section: ManageSection): string => `${MANAGE}-${section}`

/** All of them open the tab. */
export const MANAGE_HASHES: Readonly<Record<string, string>> = Object.fromEntries([...ADMINS, ...OWNERS].map((one) => [hashOf(one), MANAGE]))

/** What somebody finds there; applications where they are how people come in, or some wait. */
export const sectionsOf = (league: Pick<LeagueOfUser, 'summaryData' | 'pendingApplications' | 'may'>): readonly ManageSection[] => [
  ...ADMINS.filter((one) => one !== 'applications' || !league.summaryData.directJoin || (league.pendingApplications ?? 0) > 0),
  ...(league.may.edit ? OWNERS : []),
]
