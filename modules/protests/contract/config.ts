import { z } from 'zod'
import { longText, text } from '#core/text.ts'
import { configOf, rulesOf } from '../rules/config.ts'
import { AMOUNT_MOST, AMOUNTS, PENALTY_KINDS, PHRASES, type Catalogue } from '../rules/penalty.ts'
import { RULE_BOUNDS, type ProtestRules } from '../rules.ts'

const whole = ({ min, max }: { readonly min: number; readonly max: number }) => z.number().int().min(min).max(max)

/** As product.md §3 "Protest rules" names its fields, in both of its spellings: whoever knows one of them reads and writes that. */
const fields = {
  enable_protest_rules: z.boolean(),
  start_delay_hrs: whole(RULE_BOUNDS.startDelayHrs),
  duration_days: whole(RULE_BOUNDS.durationDays),
  reviewer_count: whole(RULE_BOUNDS.reviewerCount),
  allow_appeals: z.boolean(),
  appeal_duration_hrs: whole(RULE_BOUNDS.appealHrs),
  enable_rejection_limits: z.boolean(),
  max_rejection_count_per_period: whole(RULE_BOUNDS.rejections),
  max_rejection_count_period_days: whole(RULE_BOUNDS.rejectionDays),
  public_decisions: z.boolean(),
}
const others = {
  allowAppeals: fields.allow_appeals,
  protestWindow: z.strictObject({ startDelayHrs: fields.start_delay_hrs, durationDays: fields.duration_days }),
  rejectionLimit: z.strictObject({ maxRejectionCountPerPeriod: fields.max_rejection_count_per_period }),
}

export const protestConfig = z.object({ ...fields, ...others })
export type ProtestConfig = z.infer<typeof protestConfig>

const typed = z.strictObject({ ...fields, ...others }).partial()

/** What is kept of what somebody sent: whole, in both spellings. Where those differ, nobody knows what was meant. */
export const protestConfigTyped = (defaults: ProtestRules) =>
  typed.transform((sent, context): ProtestConfig => {
    const pairs = [
      ['start_delay_hrs', sent.start_delay_hrs, sent.protestWindow?.startDelayHrs],
      ['duration_days', sent.duration_days, sent.protestWindow?.durationDays],
      ['max_rejection_count_per_period', sent.max_rejection_count_per_period, sent.rejectionLimit?.maxRejectionCountPerPeriod],
      ['allow_appeals', sent.allow_appeals, sent.allowAppeals],
    ] as const
    for (const [field, one, other] of pairs)
      if (one !== undefined && other !== undefined && one !== other) context.addIssue({ code: 'custom', path: [field], message: 'value' })
    const spelled = Object.fromEntries(pairs.map(([field, one, other]) => [field, one ?? other]).filter(([, value]) => value !== undefined))
    const { allowAppeals: _, protestWindow: __, rejectionLimit: ___, ...named } = sent
    return configOf(rulesOf({ ...configOf(defaults), ...named, ...spelled }), { ...configOf(defaults), ...named, ...spelled })
  })

export const catalogue = z.strictObject({
  penalties: z
    .array(z.strictObject({ kind: z.enum(PENALTY_KINDS), amounts: z.array(z.number().int().min(1).max(600)).max(AMOUNTS) }))
    .max(PENALTY_KINDS.length)
    .refine((all) => new Set(all.map(({ kind }) => kind)).size === all.length, { error: 'value' })
    .refine((all) => all.every(({ kind, amounts }) => fits(AMOUNT_MOST[kind], amounts)), { error: 'value' }),
  phrases: z.array(text(1, PHRASES.length)).max(PHRASES.most),
  guide: longText(0, 5000),
}) satisfies z.ZodType<Catalogue>

/** What is counted has amounts, each once and no more than there can be; what is not has none. */
const fits = (most: number | undefined, amounts: readonly number[]): boolean =>
  most === undefined
    ? amounts.length === 0
    : amounts.length > 0 && new Set(amounts).size === amounts.length && amounts.every((amount) => amount <= most)
