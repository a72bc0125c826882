import { DAY_MS } from '#core/duration.ts'

export const MIN_USER_AGE = 14
export const NAME_LENGTH = { min: 2, max: 40 } as const
/** Version of the terms and the privacy policy a consent is logged with. */
export const TERMS_VERSION = '2026-11'
/** A number of an account as the platforms give them whose owners tell it. */
export const ACCOUNT_NUMBER = /^[1-9]\d{0,9}$/

/** Where somebody links an account: by signing in there, and back to `returnTo`, or by telling it in the settings. */
export const wayToLink = (provider: string, proofs: readonly string[], returnTo?: string): string => {
  if (!proofs.includes(provider)) return '/settings#social-settings'
  return `/auth/${provider}/start?link=1${returnTo === undefined ? '' : `&returnTo=${encodeURIComponent(returnTo)}`}`
}

const NAME_CHANGE_PAUSE_MS = 30 * DAY_MS
const PLANS_THAT_RENAME_MONTHLY: ReadonlySet<string> = new Set(['PREMIUM', 'SPORT'])

/** Whole years on the day of `now` (UTC) of somebody born on `birthDate` (`YYYY-MM-DD`). */
export function ageOn(birthDate: string, now: Date): number {
  const [year = 0, month = 0, day = 0] = birthDate.split('-').map(Number)
  const before = now.getUTCMonth() + 1 < month || (now.getUTCMonth() + 1 === month && now.getUTCDate() < day)
  return now.getUTCFullYear() - year - (before ? 1 : 0)
}

export type NameFacts = { readonly plan: string; readonly nameChanges: number; readonly nameChangedAt: Date | null }

export type NameChange = {
  readonly rule: 'once' | 'monthly'
  readonly state: 'open' | 'waits' | 'spent'
  /** When a pause ends. */
  readonly opensAt: Date | null
}

/** Supporter and Sport change their name once in 30 days, free users once in total after the first naming (decisions.md §3). */
export function nameChangeOf({ plan, nameChanges, nameChangedAt }: NameFacts, now: Date): NameChange {
  const rule = PLANS_THAT_RENAME_MONTHLY.has(plan) ? 'monthly' : 'once'
  if (nameChanges === 0) return { rule, state: 'open', opensAt: null }
  if (rule === 'once') return { rule, state: 'spent', opensAt: null }
  const opensAt = nameChangedAt && new Date(nameChangedAt.getTime() + NAME_CHANGE_PAUSE_MS)
  return opensAt && opensAt > now ? { rule, state: 'waits', opensAt } : { rule, state: 'open', opensAt: null }
}

const BROWSERS = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
] as const
const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac(?:intosh| OS)/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

/** Browser and system of a `User-Agent`, as people call them; `null` for what is neither. The first that fits: browsers claim to be others. */
export const deviceOf = (userAgent: string | null): { readonly browser: string | null; readonly system: string | null } => ({
  browser: nameOf(BROWSERS, userAgent),
  system: nameOf(SYSTEMS, userAgent),
})

const nameOf = (signs: readonly (readonly [string, RegExp])[], userAgent: string | null): string | null =>
  signs.find(([, sign]) => sign.test(userAgent ?? ''))?.[0] ?? null
