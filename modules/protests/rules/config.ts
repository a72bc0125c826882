import type { ProtestConfig } from '../contract/config.ts'
import type { ProtestRules } from '../rules.ts'

/** Rules as they are written on the wire, in both spellings; a limit that is off keeps its numbers. */
export const configOf = (rules: ProtestRules, limit?: Partial<ProtestConfig>): ProtestConfig => {
  const most = rules.rejections?.most ?? limit?.max_rejection_count_per_period ?? 3
  return {
    enable_protest_rules: rules.isEnabled,
    start_delay_hrs: rules.startDelayHrs,
    duration_days: rules.durationDays,
    reviewer_count: rules.reviewerCount,
    allow_appeals: rules.allowAppeals,
    appeal_duration_hrs: rules.appealHrs,
    enable_rejection_limits: rules.rejections !== null,
    max_rejection_count_per_period: most,
    max_rejection_count_period_days: rules.rejections?.days ?? limit?.max_rejection_count_period_days ?? 30,
    public_decisions: rules.publicDecisions,
    allowAppeals: rules.allowAppeals,
    protestWindow: { startDelayHrs: rules.startDelayHrs, durationDays: rules.durationDays },
    rejectionLimit: { maxRejectionCountPerPeriod: most },
  }
}

export const rulesOf = (config: Omit<ProtestConfig, 'allowAppeals' | 'protestWindow' | 'rejectionLimit'>): ProtestRules => ({
  isEnabled: config.enable_protest_rules,
  startDelayHrs: config.start_delay_hrs,
  durationDays: config.duration_days,
  reviewerCount: config.reviewer_count,
  allowAppeals: config.allow_appeals,
  appealHrs: config.appeal_duration_hrs,
  rejections: config.enable_rejection_limits ? { most: config.max_rejection_count_per_period, days: config.max_rejection_count_period_days } : null,
  publicDecisions: config.public_decisions,
})
