import { DAY_MS } from '#core/duration.ts'

/** What the community plans allow: facts, checked by the rooms they limit (decisions.md §3 "Plans", "Free community"). */
export const PLANS = ['FREE', 'LEAGUE_PLUS'] as const
export type Plan = (typeof PLANS)[number]

export const FEATURES = [
  'driverSwap',
  'entryRules',
  'automatedSplits',
  'serverProtection',
  'eventImages',
  'discordRoles',
  'rounds',
  'practiceServers',
  'dailyRacing',
] as const
export type Feature = (typeof FEATURES)[number]

/** `null`: unlimited. */
export type PlanFacts = {
  readonly admins: number | null
  readonly eventsPerWeek: number | null
  readonly minutesPerEvent: number
  readonly minutesPerMonth: number | null
  readonly minGrid: number
  readonly maxGrid: number
  readonly features: readonly Feature[]
}

/** With fewer there is no race. */
export const MIN_GRID_SIZE = 2
const FACTS: Readonly<Record<Plan, PlanFacts>> = {
  FREE: { admins: 2, eventsPerWeek: 10, minutesPerEvent: 120, minutesPerMonth: 1200, minGrid: MIN_GRID_SIZE, maxGrid: 30, features: [] },
  LEAGUE_PLUS: {
    admins: null,
    eventsPerWeek: null,
    minutesPerEvent: 24 * 60,
    minutesPerMonth: null,
    minGrid: MIN_GRID_SIZE,
    maxGrid: 100,
    features: FEATURES,
  },
}

/** The plan in force: a paid one that has run out counts as free. */
export const planInForce = (plan: string, endsAt: Date | null, now: Date): Plan =>
  plan === 'LEAGUE_PLUS' && (endsAt === null || endsAt > now) ? 'LEAGUE_PLUS' : 'FREE'

export const planFacts = (plan: Plan): PlanFacts => FACTS[plan]

export const hasFeature = (plan: Plan, feature: Feature): boolean => FACTS[plan].features.includes(feature)

export type Launched = {
  readonly maxEntries: number
  readonly durationMin: number
  readonly splitCount: number
  readonly splits: { readonly most: number } | null
  readonly driverSwap: boolean
  readonly serverProtection: boolean
}

/** Whether a plan carries the servers of an event. */
export function carriesEvent(plan: Plan, event: Launched): boolean {
  const { maxGrid, minutesPerEvent } = planFacts(plan)
  const features = [
    event.driverSwap && ('driverSwap' as const),
    event.serverProtection && ('serverProtection' as const),
    event.splitCount > 1 && ('automatedSplits' as const),
  ]
  return (
    (event.splits?.most ?? event.maxEntries) <= maxGrid &&
    event.durationMin <= minutesPerEvent &&
    features.every((feature) => !feature || hasFeature(plan, feature))
  )
}

/** The ISO week (Monday to Monday, UTC) a moment lies in. */
export function isoWeek(at: Date): { readonly from: Date; readonly to: Date } {
  const midnight = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())
  const from = midnight - ((at.getUTCDay() + 6) % 7) * DAY_MS
  return { from: new Date(from), to: new Date(from + 7 * DAY_MS) }
}

/** The month (UTC) a moment lies in. */
export const utcMonth = (at: Date): { readonly from: Date; readonly to: Date } => ({
  from: new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)),
  to: new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)),
})

/** What of its plan a community has used: events of a week, their minutes of a month. */
export type Usage = { readonly events: number; readonly minutes: number }
