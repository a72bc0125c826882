import { DAY_MS } from '#core/duration.ts'

export const MIN_USER_AGE = 14
export const NAME_LENGTH = { min: 2, max: 40 } as const
/** Version of the terms and the privacy policy a consent is logged with. */
export const TERMS_VERSION = '2026-11'
const NAME_CHANGE_PAUSE_MS = 30 * DAY_MS
const PLANS_THAT_RENAME_MONTHLY: ReadonlySet<string> = new Set(['PREMIUM', 'SPORT'])

/** Whole years on the day of `now` (UTC) of somebody born on `birthDate` (`YYYY-MM-DD`). */
export function ageOn(birthDate: string, now: Date): number {
  const [year = 0, month = 0, day = 0] = birthDate.split('-').map(Number)
  const before = now.getUTCMonth() + 1 < month || (now.getUTCMonth() + 1 === month && now.getUTCDate() < day)
  return now.getUTCFullYear() - year - (before ? 1 : 0)
}

export type NameFacts = { readonly plan: string; readonly nameChanges: number; readonly nameChangedAt: Date | null }

/** Supporter and Sport change their name once in 30 days, free users once in total after the first naming (decisions.md §3). */
export function nameChangeOpensAt({ plan, nameChanges, nameChangedAt }: NameFacts): Date | 'now' | 'never' {
  if (nameChanges === 0) return 'now'
  if (!PLANS_THAT_RENAME_MONTHLY.has(plan)) return 'never'
  return nameChangedAt ? new Date(nameChangedAt.getTime() + NAME_CHANGE_PAUSE_MS) : 'now'
}
