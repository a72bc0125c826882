import { windowOf, type ProtestRules } from '../rules.ts'

export type ConfirmationFacts = {
  readonly rules: Pick<ProtestRules, 'isEnabled' | 'startDelayHrs' | 'durationDays'>
  readonly endedAt: Date
  /** Its season is over: it takes no reports any more (product.md §4). */
  readonly isSeasonOver: boolean
  /** Reports, and appeals, that stewards have not decided. */
  readonly open: number
  /** Until when the last verdict may be appealed. */
  readonly appealUntil: Date | null
}

/** Until when something may come that changes the results, whether something is being decided, whether neither is so any more, and whether anything could be reported at all. */
export function confirmationOf({ rules, endedAt, isSeasonOver, open, appealUntil }: ConfirmationFacts, now: Date) {
  const takesReports = rules.isEnabled && !isSeasonOver
  const closesAtMs = takesReports ? windowOf(rules, endedAt.getTime()).closesAtMs : endedAt.getTime()
  const until = new Date(Math.max(closesAtMs, appealUntil?.getTime() ?? 0))
  return { until, isDisputed: open > 0, isConfirmed: open === 0 && until <= now, takesProtests: rules.isEnabled }
}
