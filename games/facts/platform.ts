/** Platforms by whose accounts games name their drivers, as people call them. */
export const PLATFORMS = { steam: 'Steam', r3e: 'RaceRoom', iracing: 'iRacing' } as const
export type Platform = keyof typeof PLATFORMS
export const PLATFORM_IDS = Object.keys(PLATFORMS) as readonly Platform[]

/** Where those show somebody their account whose accounts are numbers that their owners tell us where nothing proves them. */
export const STATED_AT = {
  r3e: 'https://game.raceroom.com/utils/user-info/',
  iracing: 'https://members-ng.iracing.com/web/racing/profile',
} as const satisfies Partial<Record<Platform, string>>
export type Stated = keyof typeof STATED_AT
export const STATED = Object.keys(STATED_AT) as readonly Stated[]

/** Platforms where somebody can sign in and so prove an account. */
export type Provable = Exclude<Platform, 'r3e'>
