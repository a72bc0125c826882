import type { LeagueId, TournamentId } from '#core/ids.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import type { ProtestConfig } from '#modules/protests/contract.ts'
import { PROTEST_RULES, RULE_BOUNDS } from '#modules/protests/rules.ts'
import { useAsk, useAskNow } from '#web/kit/ask.ts'
import { useEdit } from '#web/kit/edit/edit.ts'
import { useForgetDraft } from '#web/kit/edit/kept.ts'
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

/** Of a community, or of one of its seasons, which has those of the community until it gets its own. */
type Props = { readonly leagueId: LeagueId; readonly seasonId?: TournamentId | undefined; readonly onClose: () => void }
type Kept = { readonly v: number; readonly isOwn: boolean; readonly values: Typed }
type Typed = Omit<ProtestConfig, 'allowAppeals' | 'protestWindow' | 'rejectionLimit'>
type NumberName = 'start_delay_hrs' | 'duration_days' | 'appeal_duration_hrs' | 'max_rejection_count_per_period' | 'max_rejection_count_period_days'

const ODD = Array.from({ length: (RULE_BOUNDS.reviewerCount.max + 1) / 2 }, (_, half) => 2 * half + 1)
const LABELS = {
  enable_protest_rules: 'enabled',
  start_delay_hrs: 'delay',
  duration_days: 'duration',
  reviewer_count: 'reviewers',
  allow_appeals: 'appeals',
  appeal_duration_hrs: 'appealTime',
  enable_rejection_limits: 'limits',
  max_rejection_count_per_period: 'most',
  max_rejection_count_period_days: 'period',
  public_decisions: 'public',
} as const

const placeOf = ({ leagueId, seasonId }: Props) =>
  seasonId
    ? { leagueId, configType: PROTEST_RULES, scope: 'TOURNAMENT' as const, scopeEntityId: seasonId }
    : { leagueId, configType: PROTEST_RULES, scope: 'LEAGUE' as const, scopeEntityId: leagueId }

type Stored = { readonly v: number; readonly config: unknown }
/** Those of its own, else the community's. One of the two spellings is sent. */
const keptOf = (own: Stored, community: Stored): Kept => {
  const isOwn = own.v > 0 && own.config !== null
  const { allowAppeals: _, protestWindow: __, rejectionLimit: ___, ...values } = (isOwn ? own : community).config as ProtestConfig
  return { v: own.v, isOwn, values }
}

/** When a community takes protests, who decides them, and how many rejected ones are too many; for its admins. */
export function RulesDialog(props: Props) {
  const text = useTexts('protests')
  const own = useAsk(leaguesContract.leagueConfig, placeOf(props)).data
  const community = useAsk(leaguesContract.leagueConfig, placeOf({ ...props, seasonId: undefined })).data
  if (own && community) return <Rules {...props} kept={keptOf(own, community)} />
  return (
    <Dialog title={text(props.seasonId ? 'rules.seasonTitle' : 'rules.title')} onClose={props.onClose}>
      <Skeleton rows={6} height={44} />
    </Dialog>
  )
}

function Rules({ kept, ...props }: Props & { readonly kept: Kept }) {
  const { leagueId, seasonId, onClose } = props
  const text = useTexts('protests')
  const askNow = useAskNow()
  const place = placeOf(props)
  const draft = `protest-rules ${place.scopeEntityId}`
  const set = useSend(leaguesContract.SetConfig, { said: text('rules.saved') })
  const forget = useForgetDraft()
  const giveUp = useSend(leaguesContract.SetConfig, {
    said: text('rules.givenUp'),
    onDone: () => {
      forget(draft)
      onClose()
    },
  })
  const edit = useEdit<Typed>({
    draft,
    present: kept,
    ask: async () => {
      const [own, community] = await Promise.all([
        askNow(leaguesContract.leagueConfig, place),
        askNow(leaguesContract.leagueConfig, placeOf({ ...props, seasonId: undefined })),
      ])
      return keptOf(own, community)
    },
    save: ({ v, values }) => set.attempt({ config: values, v }, place),
    naming: {
      label: ([key]) => text(`rules.${LABELS[key as keyof Typed]}`),
      show: (_, value) => (typeof value === 'boolean' ? text(value ? 'rules.on' : 'rules.off') : undefined),
    },
    onDone: onClose,
  })
  const { values, put } = edit
  const judges = useAsk(membersContract.members, { id: leagueId, role: 'steward', limit: 1 }).data?.total ?? 0
  const admins = useAsk(membersContract.members, { id: leagueId, role: 'admin', limit: 1 }).data?.total ?? 0
  const count = judges + admins + 1
  const number = (field: NumberName, bounds: { readonly min: number; readonly max: number }, unit: string) => (
    <NumberField
      label={text(`rules.${LABELS[field]}`)}
      {...bounds}
      unit={unit}
      value={values[field]}
      onChange={(typed) => put({ [field]: typed ?? bounds.min })}
      error={set.errorAt(`config.${field}`)}
    />
  )
  const title = text(seasonId ? 'rules.seasonTitle' : 'rules.title')
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          {seasonId && kept.isOwn && (
            <Button busy={giveUp.isSending} onClick={() => void giveUp.send({ config: null, v: kept.v }, place)}>
              {text('rules.giveUp')}
            </Button>
          )}
          <Button type="submit" form="protest-rules" look="primary" busy={edit.isSaving}>
            {text('rules.save')}
          </Button>
        </>
      }
    >
      <Form id="protest-rules" label={title} onSubmit={edit.save}>
        <FormNotes of={edit.notes} />
        {giveUp.refusal && <p className={css.warn}>{giveUp.refusal.message}</p>}
        {seasonId && <p className={css.quiet}>{text(kept.isOwn ? 'rules.own' : 'rules.inherited')}</p>}
        <SwitchField label={text('rules.enabled')} value={values.enable_protest_rules} onChange={(is) => put({ enable_protest_rules: is })} />
        <FieldPair>
          {number('start_delay_hrs', RULE_BOUNDS.startDelayHrs, text('rules.hours'))}
          {number('duration_days', RULE_BOUNDS.durationDays, text('rules.days'))}
        </FieldPair>
        <SelectField
          label={text('rules.reviewers')}
          hint={text('rules.reviewersHint', { count })}
          value={String(values.reviewer_count)}
          onChange={(chosen) => put({ reviewer_count: Number(chosen) })}
          error={set.errorAt('config.reviewer_count')}
          choices={ODD.map((one) => ({ value: String(one), label: String(one) }))}
        />
        {(values.reviewer_count + 1) / 2 > count && (
          <p className={css.warn} role="status">
            {text('rules.tooFew')}
          </p>
        )}
        <SwitchField label={text('rules.appeals')} value={values.allow_appeals} onChange={(is) => put({ allow_appeals: is })} />
        {values.allow_appeals && number('appeal_duration_hrs', RULE_BOUNDS.appealHrs, text('rules.hours'))}
        <SwitchField label={text('rules.limits')} value={values.enable_rejection_limits} onChange={(is) => put({ enable_rejection_limits: is })} />
        {values.enable_rejection_limits && (
          <FieldPair>
            {number('max_rejection_count_per_period', RULE_BOUNDS.rejections, '')}
            {number('max_rejection_count_period_days', RULE_BOUNDS.rejectionDays, text('rules.days'))}
          </FieldPair>
        )}
        {!seasonId && (
          <SwitchField
            label={text('rules.public')}
            hint={text('rules.publicHint')}
            value={values.public_decisions}
            onChange={(is) => put({ public_decisions: is })}
          />
        )}
      </Form>
    </Dialog>
  )
}
