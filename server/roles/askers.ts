/** Everybody who asks: as they stand to the own community and its events. `host` runs its servers, `otherHost` those of the foreign one. */
export const ASKERS = [
  'visitor',
  'host',
  'otherHost',
  'newcomer',
  'user',
  'supporter',
  'banned',
  'applicant',
  'member',
  'waiting',
  'left',
  'participant',
  'spectator',
  'steward',
  'admin',
  'owner',
] as const
export type Asker = (typeof ASKERS)[number]

/** Without a login: a race host is nobody but to the calls of race hosts. */
export const NOBODY: readonly Asker[] = ['visitor', 'host', 'otherHost']
/** Signed in, but not in the community. */
export const OUTSIDERS: readonly Asker[] = ['newcomer', 'user', 'supporter', 'banned', 'applicant']
export const INSIDERS: readonly Asker[] = ['member', 'waiting', 'left', 'participant', 'spectator', 'steward', 'admin', 'owner']
export const SIGNED_IN: readonly Asker[] = [...OUTSIDERS, ...INSIDERS]
export const ADMINS: readonly Asker[] = ['admin', 'owner']
