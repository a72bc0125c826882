import { useId } from 'react'
import { formatLapTime, parseLapTime } from '#core/lap-time.ts'
import { resultsContract } from '#modules/results/contract.ts'
import type { EventView } from '#modules/sessions/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useDraft } from '#web/kit/edit/draft.ts'
import { useFormat } from '#web/kit/format.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { FieldPair, Form } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { FORMATION_LAPS, fuelFor, lapOffer, MOST_PER_LAP_L, racePartsOf, type FormationLap } from '../rules.ts'
import css from './fuel.module.css'

/** `lengths`: minutes or laps of each race as somebody has changed them; null as planned. `lapTime`: null as the results offer it. */
type Typed = {
  readonly lapTime: string | null
  readonly perLapL: number | null
  readonly formation: FormationLap
  readonly lengths: readonly (number | null)[]
}

/** Laps and litres of each race of the event, as one types; what was typed is here again the next time. */
export function FuelDialog({ event, onClose }: { readonly event: EventView; readonly onClose: () => void }) {
  const text = useTexts('fuel')
  const words = useTexts('results')
  const format = useFormat()
  const told = useId()
  const me = useMe()?.id ?? null
  const parts = racePartsOf(event)
  const { data } = useAsk(me ? resultsContract.memberResults : resultsContract.results, { sessionId: event.id })
  const { values, put } = useDraft<Typed>(
    { lapTime: null, perLapL: null, formation: 'none', lengths: parts.map(() => null) },
    { draft: `fuel ${event.id}` },
  )
  const offer = data ? lapOffer(data.results, me) : null
  const lapTime = values.lapTime ?? formatLapTime(offer?.timeMs ?? null)
  const timeMs = parseLapTime(lapTime)
  const perLapL = values.perLapL !== null && values.perLapL > 0 && values.perLapL <= MOST_PER_LAP_L ? values.perLapL : null
  const of = parts.map((part, index) => {
    const planned = part.laps ?? part.durationMin
    const length = values.lengths[index] ?? planned
    return { isByLaps: part.laps !== null, length, name: parts.length > 1 ? text('race', { no: String(index + 1) }) : text('length'), index }
  })
  return (
    <Dialog title={text('title')} onClose={onClose}>
      <Form onSubmit={() => undefined} label={text('title')}>
        <TextField
          label={text('lapTime')}
          hint={offer && values.lapTime === null ? text(`from.${offer.of}`, { segment: words(`tab.${offer.segment}`) }) : text('lapTimeHint')}
          error={lapTime !== '' && !timeMs ? text('lapTimeWrong') : null}
          value={lapTime}
          inputMode="text"
          autoComplete="off"
          placeholder="1:42.317"
          onChange={(typed) => put({ lapTime: typed })}
        />
        <FieldPair>
          <NumberField
            label={text('perLap')}
            unit="l"
            step={0.01}
            min={0.01}
            max={MOST_PER_LAP_L}
            error={values.perLapL !== null && perLapL === null ? text('perLapWrong', { max: String(MOST_PER_LAP_L) }) : null}
            value={values.perLapL}
            onChange={(typed) => put({ perLapL: typed })}
          />
          <SelectField
            label={text('formation.label')}
            value={values.formation}
            choices={(Object.keys(FORMATION_LAPS) as FormationLap[]).map((value) => ({ value, label: text(`formation.${value}`) }))}
            onChange={(value) => put({ formation: value as FormationLap })}
          />
        </FieldPair>
        <FieldPair>
          {of.map(({ isByLaps, length, name, index }) => (
            <NumberField
              key={index}
              label={name}
              unit={text(isByLaps ? 'laps' : 'minutes')}
              min={1}
              value={length}
              error={length > 0 ? null : text('lengthWrong')}
              onChange={(typed) => put({ lengths: parts.map((_, at) => (at === index ? (typed ?? 0) : (values.lengths[at] ?? null))) })}
            />
          ))}
        </FieldPair>
      </Form>
      <section className={css.answer} aria-live="polite" aria-labelledby={told}>
        <h3 id={told}>{text('needs')}</h3>
        {timeMs && perLapL ? (
          of.map(({ isByLaps, length, name, index }) => {
            const { laps, litres } = fuelFor({ durationMin: length, laps: isByLaps ? length : null }, { timeMs, perLapL }, values.formation)
            return (
              length > 0 && (
                <p key={index}>
                  {parts.length > 1 && <span>{name}</span>}
                  <strong>{text('litres', { count: litres })}</strong>
                  <span>{text(values.formation === 'none' ? 'forLaps' : 'withFormation', { count: laps, laps: format.number(laps) })}</span>
                </p>
              )
            )
          })
        ) : (
          <p>{text('missing')}</p>
        )}
      </section>
    </Dialog>
  )
}
