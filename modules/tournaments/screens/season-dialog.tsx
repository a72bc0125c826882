import { useId, useState } from 'react'
import type { LeagueId } from '#core/ids.ts'
import { GAME_IDS, type GameId } from '#games/game.ts'
import { POINTS_PRESETS, readTable } from '#modules/points/rules.ts'
import { sessionsContract, type EventCard, type RaceView } from '#modules/sessions/contract.ts'
import { useAsk, useAskNow } from '#web/kit/ask.ts'
import { useEdit } from '#web/kit/edit/edit.ts'
import type { Version } from '#web/kit/edit/typed.ts'
import { gameName } from '#web/kit/games.ts'
import { useOwnEvents } from '#web/kit/lists/own-events.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { FieldPair, Form } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'
import { TextArea, TextField } from '#web/ui/form/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { tournamentsContract as calls } from '../contract.ts'
import type { MemberView } from '../contract/shapes.ts'
import { TOURNAMENT_TYPES, type TournamentType } from '#modules/sessions/rules/season.ts'
import { ClassSeats, type Seats, seatsOf } from './admin/class-seats.tsx'
import { CAR_CHANGES, TOURNAMENT, type CarChange } from '../rules.ts'

type Typed = {
  readonly type: TournamentType
  readonly game: GameId
  readonly name: string
  readonly description: string
  readonly maxEntries: number | null
  readonly skips: number | null
  readonly late: boolean
  readonly carChange: CarChange
  /** The event whose cars and classes are those of the season; `kept`: as they are, `none`: each event has its own. */
  readonly carsOf: string
  readonly seats: Seats
  /** As `25 18 15`. */
  readonly table: string
  /** How many rounds count; none: all. */
  readonly best: number | null
  readonly pole: number | null
  readonly fastestLap: number | null
}

type Props = {
  readonly leagueId: LeagueId
  /** Null: a new one. */
  readonly season: MemberView | null
  readonly onClose: () => void
  readonly onMade?: (id: string, type: TournamentType) => void
}

/** A season, new or known. How it scores is said when it begins. */
export function SeasonDialog({ leagueId, season, onClose, onMade }: Props) {
  const text = useTexts('tournaments-page')
  const form = useId()
  const askNow = useAskNow()
  const [isChecked, setChecked] = useState(false)
  const [type, setType] = useState<TournamentType>('CHAMPIONSHIP')
  const add = useSend(calls.AddTournament, { said: text('form.added'), refresh: false, onDone: ({ aggregateId }) => onMade?.(aggregateId, type) })
  const change = useSend(calls.EditTournament, { said: text('form.saved') })
  const carsOf = async ({ carsOf: from, seats }: Typed) => {
    if (from === 'kept' && season)
      return {
        cars: season.cars.map(({ id }) => ({ id })),
        carClasses: season.carClasses.map((one) => typedClass(one, seats)),
      }
    if (from === 'kept' || from === 'none') return { cars: [], carClasses: [] }
    const event = (await askNow(sessionsContract.race, { id: from as EventCard['id'] })) as RaceView
    return event.carClasses.length > 0
      ? { cars: [], carClasses: event.carClasses.map((one) => typedClass(one, seats)) }
      : { cars: event.cars.map(({ id }) => ({ id })), carClasses: [] }
  }
  const labels: Readonly<Record<string, string>> = {
    name: text('form.name'),
    description: text('form.description'),
    maxEntries: text('form.maxEntries'),
    skips: text('form.skips'),
    late: text('form.late'),
    carChange: text('form.carChange'),
    seats: text('form.maxEntries'),
    carsOf: text('form.carsOf'),
  }
  const edit = useEdit<Typed>({
    draft: `season ${season?.id ?? leagueId}`,
    present: versionOf(season),
    ask: async () => versionOf(season && ((await askNow(calls.tournament, { id: season.id })) as MemberView)),
    save: async ({ v, values }) => {
      setChecked(true)
      if (!isWhole(values)) return null
      const fields = { ...fieldsOf(values), ...(await carsOf(values)) }
      if (season) return change.attempt(fields, { id: season.id, v })
      setType(values.type)
      return add.attempt({ leagueId, type: values.type, game: values.game, ...fields, pointSystem: pointsOf(values) }, {})
    },
    naming: { label: ([key = '']) => labels[key] ?? key },
    onDone: onClose,
  })
  const { values, put } = edit
  const events = useOwnEvents(leagueId, values.game)
  const isOfEvent = values.carsOf !== 'kept' && values.carsOf !== 'none'
  const event = useAsk(sessionsContract.race, { id: values.carsOf as EventCard['id'] }, { when: isOfEvent }).data
  const classes = values.carsOf === 'kept' ? (season?.carClasses ?? []).map((one) => ({ ...one, taken: one.currentEntries })) : free(event)
  const errorAt = (field: string): string | undefined => change.errorAt(field) ?? add.errorAt(field)
  return (
    <Dialog
      title={text(season ? 'form.editTitle' : 'form.newTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('form.back')}</Button>
          <Button look="primary" type="submit" form={form} busy={edit.isSaving}>
            {text(season ? 'form.save' : 'form.create')}
          </Button>
        </>
      }
    >
      <FormNotes of={edit.notes} />
      <Form id={form} onSubmit={async () => void (await edit.save())}>
        <TextField
          label={text('form.name')}
          value={values.name}
          maxLength={TOURNAMENT.name[1]}
          error={(isChecked && values.name.trim().length < TOURNAMENT.name[0] ? text('form.missing') : undefined) ?? errorAt('name')}
          onChange={(name) => put({ name })}
        />
        {!season && (
          <FieldPair>
            <SelectField
              label={text('form.type')}
              value={values.type}
              choices={TOURNAMENT_TYPES.map((value) => ({ value, label: text(`type.${value}`) }))}
              onChange={(value) => put({ type: value as TournamentType })}
            />
            <SelectField
              label={text('form.game')}
              value={values.game}
              choices={GAME_IDS.map((value) => ({ value, label: gameName(value) }))}
              onChange={(value) => put({ game: value as GameId })}
            />
          </FieldPair>
        )}
        <FieldPair>
          <NumberField
            label={text('form.maxEntries')}
            value={values.maxEntries}
            min={TOURNAMENT.entries[0]}
            max={TOURNAMENT.entries[1]}
            error={(isChecked && values.maxEntries === null ? text('form.missing') : undefined) ?? errorAt('maxEntries')}
            onChange={(maxEntries) => put({ maxEntries })}
          />
          <NumberField label={text('form.skips')} value={values.skips} min={0} max={TOURNAMENT.skips} onChange={(skips) => put({ skips })} />
        </FieldPair>
        <SwitchField label={text('form.late')} value={values.late} onChange={(late) => put({ late })} />
        {values.type === 'CHAMPIONSHIP' && (
          <>
            <SelectField
              label={text('form.carsOf')}
              hint={text('form.carsOfHint')}
              value={values.carsOf}
              choices={[
                ...(hasCars(season) ? [{ value: 'kept', label: text('form.carsKept', { names: namesOf(season) }) }] : []),
                { value: 'none', label: text('form.carsNone') },
                ...events.map((event) => ({ value: event.id, label: text('form.carsAs', { event: event.sessionName, track: event.trackName }) })),
              ]}
              error={errorAt('cars') ?? errorAt('carClasses')}
              onChange={(carsOf) => put({ carsOf, seats: carsOf === 'kept' ? versionOf(season).values.seats : {} })}
            />
            {classes.length > 0 && (
              <ClassSeats
                classes={classes}
                most={values.maxEntries ?? TOURNAMENT.entries[1]}
                value={values.seats}
                onChange={(seats) => put({ seats })}
              />
            )}
            <SelectField
              label={text('form.carChange')}
              value={values.carChange}
              choices={CAR_CHANGES.map((value) => ({ value, label: text(`join.carChange.${value}`) }))}
              onChange={(carChange) => put({ carChange: carChange as CarChange })}
            />
          </>
        )}
        {!season && (
          <>
            <TextField
              label={text('form.table')}
              hint={text('form.tableHint')}
              value={values.table}
              error={(isChecked && readTable(values.table) === null ? text('form.tableWrong') : undefined) ?? errorAt('pointSystem')}
              onChange={(table) => put({ table })}
            />
            <FieldPair>
              <NumberField label={text('form.pole')} value={values.pole} min={0} max={TOURNAMENT.points} onChange={(pole) => put({ pole })} />
              <NumberField
                label={text('form.fastestLap')}
                value={values.fastestLap}
                min={0}
                max={TOURNAMENT.points}
                onChange={(fastestLap) => put({ fastestLap })}
              />
            </FieldPair>
            <NumberField
              label={text('form.best')}
              hint={text('form.bestHint')}
              optional
              value={values.best}
              min={1}
              max={TOURNAMENT.sessions}
              onChange={(best) => put({ best })}
            />
          </>
        )}
        <TextArea
          label={text('form.description')}
          optional
          rows={6}
          value={values.description}
          maxLength={TOURNAMENT.description}
          error={errorAt('description')}
          onChange={(description) => put({ description })}
        />
      </Form>
    </Dialog>
  )
}

const versionOf = (season: MemberView | null): Version<Typed> => ({
  v: season?.v ?? 0,
  values: {
    type: season?.type ?? 'CHAMPIONSHIP',
    game: season?.game ?? GAME_IDS[0],
    name: season?.name ?? '',
    description: season?.description ?? '',
    maxEntries: season?.maxEntries ?? USUAL_SEATS,
    skips: season?.participationRules.sessionSkipLimit ?? 0,
    late: season?.entryRules.joinAfterStart ?? true,
    carChange: season?.entryRules.carChange ?? 'BEFORE_START',
    carsOf: hasCars(season) ? 'kept' : 'none',
    seats: Object.fromEntries(season?.carClasses.map(({ id, maxClassEntries }) => [id, maxClassEntries]) ?? []),
    table: POINTS_PRESETS.usual.join(' '),
    best: null,
    pole: 0,
    fastestLap: 0,
  },
})
const USUAL_SEATS = 30

const isWhole = ({ name, maxEntries, table }: Typed): boolean =>
  name.trim().length >= TOURNAMENT.name[0] && maxEntries !== null && readTable(table) !== null

const hasCars = (season: MemberView | null): season is MemberView => season !== null && season.cars.length + season.carClasses.length > 0
const namesOf = ({ cars, carClasses }: MemberView): string => (carClasses.length > 0 ? carClasses : cars).map(({ name }) => name).join(', ')

type ClassOf = Pick<MemberView['carClasses'][number], 'id' | 'name' | 'color' | 'cars' | 'maxClassEntries'>
const typedClass = ({ id, name, color, cars, maxClassEntries }: ClassOf, seats: Seats) => ({
  id,
  name,
  color,
  cars,
  maxClassEntries: seatsOf({ id, maxClassEntries }, seats),
})
/** Classes of an event, in which nobody drives the season yet. */
const free = (event: RaceView | undefined) => (event?.carClasses ?? []).map((one) => ({ ...one, taken: 0 }))

const fieldsOf = ({ name, description, maxEntries, skips, late, carChange }: Typed) => ({
  name,
  description,
  maxEntries: maxEntries!,
  entryRules: { joinAfterStart: late, carChange },
  participationRules: { sessionSkipLimit: skips ?? 0 },
})

const pointsOf = ({ table, best, pole, fastestLap }: Typed) => ({
  overallPointTable: [...readTable(table)!],
  bonus: { pole: pole ?? 0, fastestLap: fastestLap ?? 0 },
  bestRounds: best === null ? [] : [{ from: 1, to: TOURNAMENT.sessions, best }],
})
