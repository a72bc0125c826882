import type { LeagueId } from '#core/ids.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import type { ProtestConfig } from '#modules/protests/contract.ts'
import { PROTEST_RULES, RULE_BOUNDS } from '#modules/protests/rules.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useDraft } from '#web/kit/edit/draft.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { FieldPair, Form } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import css from '../protests.module.css'

type Props = { readonly leagueId: LeagueId; readonly onClose: () => void }
const ODD = Array.from({ length: (RULE_BOUNDS.reviewerCount.max + 1) / 2 }, (_, half) => 2 * half + 1)

/** When a community takes protests, who decides them, and how many rejected ones are too many; for its admins. */
export function RulesDialog({ leagueId, onClose }: Props) {
  const text = useTexts('protests')
  const place = { leagueId, configType: PROTEST_RULES, scope: 'LEAGUE' as const, scopeEntityId: leagueId }
  const kept = useAsk(leaguesContract.leagueConfig, place).data
  if (kept) return <Rules leagueId={leagueId} config={kept.config as ProtestConfig} v={kept.v} onClose={onClose} />
  return (
    <Dialog title={text('rules.title')} onClose={onClose}>
      <Skeleton rows={6} height={44} />
    </Dialog>
  )
}

function Rules({ leagueId, config, v, onClose }: Props & { readonly config: ProtestConfig; readonly v: number }) {
  const text = useTexts('protests')
  // one of its two spellings is sent
  const { allowAppeals: _, protestWindow: __, rejectionLimit: ___, ...start } = config
  const draft = useDraft(start, { draft: `protest-rules ${leagueId} ${v}` })
  const { values, put } = draft
  const judges = useAsk(membersContract.members, { id: leagueId, role: 'steward', limit: 1 }).data?.total ?? 0
  const admins = useAsk(membersContract.members, { id: leagueId, role: 'admin', limit: 1 }).data?.total ?? 0
  const count = judges + admins + 1
  const save = useSend(leaguesContract.SetConfig, {
    said: text('rules.saved'),
    onDone: () => {
      draft.done()
      onClose()
    },
  })
  const at = { leagueId, configType: PROTEST_RULES, scope: 'LEAGUE', scopeEntityId: leagueId }
  const number = (field: NumberName, label: string, bounds: { readonly min: number; readonly max: number }, unit: string) => (
    <NumberField
      label={label}
      {...bounds}
      unit={unit}
      value={values[field]}
      onChange={(typed) => put({ [field]: typed ?? bounds.min })}
      error={save.errorAt(`config.${field}`)}
    />
  )
  return (
    <Dialog
      title={text('rules.title')}
      onClose={onClose}
      actions={
        <Button type="submit" form="protest-rules" look="primary" busy={save.isSending}>
          {text('rules.save')}
        </Button>
      }
    >
      <Form id="protest-rules" label={text('rules.title')} onSubmit={() => save.send({ config: values }, at)}>
        <FormNotes of={draft.notes} />
        <SwitchField label={text('rules.enabled')} value={values.enable_protest_rules} onChange={(is) => put({ enable_protest_rules: is })} />
        <FieldPair>
          {number('start_delay_hrs', text('rules.delay'), RULE_BOUNDS.startDelayHrs, text('rules.hours'))}
          {number('duration_days', text('rules.duration'), RULE_BOUNDS.durationDays, text('rules.days'))}
        </FieldPair>
        <SelectField
          label={text('rules.reviewers')}
          hint={text('rules.reviewersHint', { count })}
          value={String(values.reviewer_count)}
          onChange={(chosen) => put({ reviewer_count: Number(chosen) })}
          error={save.errorAt('config.reviewer_count')}
          choices={ODD.map((one) => ({ value: String(one), label: String(one) }))}
        />
        {(values.reviewer_count + 1) / 2 > count && (
          <p className={css.warn} role="status">
            {text('rules.tooFew')}
          </p>
        )}
        <SwitchField label={text('rules.appeals')} value={values.allow_appeals} onChange={(is) => put({ allow_appeals: is })} />
        {values.allow_appeals && number('appeal_duration_hrs', text('rules.appealTime'), RULE_BOUNDS.appealHrs, text('rules.hours'))}
        <SwitchField label={text('rules.limits')} value={values.enable_rejection_limits} onChange={(is) => put({ enable_rejection_limits: is })} />
        {values.enable_rejection_limits && (
          <FieldPair>
            {number('max_rejection_count_per_period', text('rules.most'), RULE_BOUNDS.rejections, '')}
            {number('max_rejection_count_period_days', text('rules.period'), RULE_BOUNDS.rejectionDays, text('rules.days'))}
          </FieldPair>
        )}
        <SwitchField
          label={text('rules.public')}
          hint={text('rules.publicHint')}
          value={values.public_decisions}
          onChange={(is) => put({ public_decisions: is })}
        />
      </Form>
    </Dialog>
  )
}
type NumberName = 'start_delay_hrs' | 'duration_days' | 'appeal_duration_hrs' | 'max_rejection_count_per_period' | 'max_rejection_count_period_days'
