import { sessionsContract } from '#modules/sessions/contract.ts'
import { useAsk, useAskNow } from '#web/kit/ask.ts'
import { now } from '#web/kit/clock.ts'
import { useEdit } from '#web/kit/edit/edit.ts'
import type { Version } from '#web/kit/edit/typed.ts'
import { useFormat, useZone } from '#web/kit/format.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { DateField } from '#web/ui/form/date-time-field.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { FieldPair, Form, FormButtons } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { useState } from 'react'
import { tournamentsContract as calls } from '../../contract.ts'
import type { MemberView } from '../../contract/shapes.ts'
import { movedTo, PLANNER } from '../../rules/planner.ts'
import css from './planner.module.css'
import { Minutes } from './minutes.tsx'
import { RoundTable } from './round-table.tsx'
import { TrackChoice } from './track-choice.tsx'
import { added, bodyOf, earliest, firstPlan, isWhole, latest, linesOf, TYPED, type TypedPlan } from './typed.ts'

const STEP_S = 300
const CHOICES = 50
/** Fields of a plan that have inputs of their own. */
const PLACED: ReadonlySet<string> = new Set(['plan.firstDay', 'plan.skipped', 'plan.time', 'plan.timeZone', 'plan.everyWeeks'])

/** Many rounds at once: what they have in common, when they are, and where, each a line of one table before anything is made. */
export function Planner({ season, onClose }: { readonly season: MemberView; readonly onClose: () => void }) {
  const text = useTexts('tournaments-planner')
  const format = useFormat()
  const zone = useZone()
  const askNow = useAskNow()
  const [isChecked, setChecked] = useState(false)
  const templates = useTemplates(season)
  const plan = useSend(calls.PlanRounds, { said: text('planned') })
  const [version] = useState((): Version<TypedPlan> => ({ v: season.v, values: firstPlan(season, zone, now()) }))
  // a plan stands behind the rounds there are: with others its maker looks again, and no calendar is made twice
  const [known, setKnown] = useState(season.sessions)
  const [others, setOthers] = useState<MemberView['sessions']>([])
  const labels: Readonly<Record<string, string>> = {
    template: text('template'),
    firstDay: text('firstDay'),
    time: text('time'),
    rounds: text('rounds'),
  }
  const edit = useEdit<TypedPlan, Pick<MemberView, 'sessions' | 'status' | 'maxEntries'>>({
    draft: `rounds ${season.id}`,
    present: { ...version, v: season.v, sessions: season.sessions, status: season.status, maxEntries: season.maxEntries },
    ask: async () => {
      const { v, sessions, status, maxEntries } = (await askNow(calls.tournament, { id: season.id })) as MemberView
      return { ...version, v, sessions, status, maxEntries }
    },
    save: async ({ v, values: typed }, { sessions, status, maxEntries }) => {
      setChecked(true)
      const added = sessions.filter(({ sessionId }) => !known.some((one) => one.sessionId === sessionId))
      setKnown(sessions)
      setOthers(added)
      if (added.length > 0) return null
      const values = withTemplate(typed)
      if (!isWhole(values)) return null
      // sent again it is the very same, whatever the page has heard since: numbered behind the rounds it was first sent over
      return plan.attempt(
        bodyOf(values, { publish: status !== 'UNPUBLISHED', maxEntries }, (index) => nameOf(values, index, sessions.length)),
        { id: season.id, v },
      )
    },
    naming: { label: ([key = '']) => labels[key] ?? key },
    onDone: onClose,
  })
  const [only] = templates
  // cars are the season's then: one without any has an event's
  const mayType = season.cars.length + season.carClasses.length > 0
  const usual = templates.length === 0 && mayType ? TYPED : templates.length === 1 ? only!.id : ''
  const withTemplate = (typed: TypedPlan): TypedPlan => (typed.template === '' ? { ...typed, template: usual } : typed)
  const values = withTemplate(edit.values)
  const { put } = edit
  const nameOf = ({ rounds }: TypedPlan, index: number, before: number): string =>
    text('name', { no: before + index + 1, track: rounds[index]!.track })
  const missing = (isMissing: boolean): string | undefined => (isChecked && isMissing ? text('missing') : undefined)
  const { refusal } = plan
  const ofRound = (index: number): string | undefined => (refusal?.field?.startsWith(`events.${index}.`) ? refusal.message : undefined)
  const at = (...fields: readonly string[]): string | undefined => (refusal?.field && fields.includes(refusal.field) ? refusal.message : undefined)
  const ofAll = refusal?.field && !refusal.field.startsWith('events.') && !PLACED.has(refusal.field) ? refusal.message : undefined
  return (
    <Section title={text('title')}>
      <Form label={text('title')} onSubmit={async () => void (await edit.save())}>
        <FormNotes of={edit.notes} />
        {others.length > 0 && (
          <p role="alert" className={css.others}>
            {text('others', { count: others.length, names: others.map(({ name }) => name).join(', ') })}
          </p>
        )}
        {templates.length === 0 && !mayType && (
          <p>
            {text('noTemplate')} <ButtonLink to={`/communities/${season.leagueId}/new-event?season=${season.id}`}>{text('newEvent')}</ButtonLink>
          </p>
        )}
        <SelectField
          label={text('template')}
          hint={text('templateHint')}
          value={values.template === '' ? null : values.template}
          placeholder={text('templateChoose')}
          choices={[
            ...(mayType ? [{ value: TYPED, label: text('typed') }] : []),
            ...templates.map(({ id, name, startsAt }) => ({ value: id, label: `${name}, ${format.date(startsAt, 'dateTime')}` })),
          ]}
          error={missing(values.template === '') ?? ofAll}
          onChange={(template) => put({ template })}
        />
        {values.template === TYPED && (
          <Minutes
            value={values.minutes}
            error={missing(!values.minutes.race)}
            onChange={(minutes) => put({ minutes: { ...values.minutes, ...minutes } })}
          />
        )}
        <FieldPair>
          <DateField
            label={text('firstDay')}
            value={values.firstDay}
            min={earliest(values.timeZone, now())}
            max={latest(values.timeZone, now())}
            error={missing(values.firstDay === '') ?? at('plan.firstDay', 'plan.skipped')}
            onChange={(firstDay) => put({ firstDay })}
          />
          <TextField
            type="time"
            step={STEP_S}
            label={text('time')}
            value={values.time}
            error={missing(values.time === '') ?? at('plan.time')}
            onChange={(time) => put({ time })}
          />
        </FieldPair>
        <FieldPair>
          <SelectField
            search
            label={text('zone')}
            hint={text('zoneHint')}
            value={values.timeZone}
            choices={zonesWith(values.timeZone)}
            error={at('plan.timeZone')}
            onChange={(timeZone) => put({ timeZone })}
          />
          <NumberField
            label={text('every')}
            unit={text('weeks', { count: values.everyWeeks ?? 0 })}
            value={values.everyWeeks}
            min={PLANNER.everyWeeks[0]}
            max={PLANNER.everyWeeks[1]}
            error={missing(values.everyWeeks === null) ?? at('plan.everyWeeks')}
            onChange={(everyWeeks) => put({ everyWeeks })}
          />
        </FieldPair>
        <RoundTable
          lines={linesOf(values)}
          rounds={values.rounds}
          timeZone={values.timeZone}
          before={season.sessions.length}
          nameOf={(index) => nameOf(values, index, season.sessions.length)}
          error={ofRound}
          onMove={(from, to) => put({ rounds: movedTo(values.rounds, from, to) })}
          onChange={(index, change) => put({ rounds: values.rounds.with(index, { ...values.rounds[index]!, ...change }) })}
          onRemove={(index) => put({ rounds: values.rounds.toSpliced(index, 1) })}
          onSkip={(day, isSkipped) => put({ skipped: isSkipped ? [...values.skipped, day] : values.skipped.filter((one) => one !== day) })}
        />
        <TrackChoice
          game={season.game}
          count={values.rounds.length}
          error={missing(values.rounds.length === 0)}
          onPick={(track) => put({ rounds: added(values.rounds, track) })}
        />
        <p>{text(season.status === 'UNPUBLISHED' ? 'asDrafts' : 'atOnce')}</p>
        <FormButtons>
          <Button onClick={onClose}>{text('back')}</Button>
          <Button look="primary" type="submit" busy={edit.isSaving} icon={<Icon name="calendar" size={16} />}>
            {text('make', { count: values.rounds.length })}
          </Button>
        </FormButtons>
      </Form>
    </Section>
  )
}

type Template = { readonly id: string; readonly name: string; readonly startsAt: string }

/** What rounds may be made by: those there are, and any event of the community in the season's game. */
function useTemplates(season: MemberView): readonly Template[] {
  const coming = useAsk(sessionsContract.eventsOfLeague, { id: season.leagueId, limit: CHOICES }).data?.events ?? []
  const drafts = useAsk(sessionsContract.drafts, { leagueId: season.leagueId }).data?.events ?? []
  const known = new Set<string>(season.sessions.map(({ sessionId }) => sessionId))
  const others = [...drafts, ...coming].filter(({ id, game, status }) => game === season.game && status !== 'RECURRING' && !known.has(id))
  return [
    ...season.sessions.toReversed().map(({ sessionId, name, startsAt }) => ({ id: sessionId, name, startsAt })),
    ...others.map(({ id, sessionName, startsAt }) => ({ id, name: sessionName, startsAt })),
  ]
}

const zonesWith = (chosen: string) =>
  [...new Set([chosen, ...Intl.supportedValuesOf('timeZone'), 'UTC'])].map((value) => ({ value, label: value.replaceAll('_', ' ') }))
