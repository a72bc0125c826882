import { useRef, useState, type KeyboardEvent } from 'react'
import { useLocale, useTexts } from '#web/kit/texts.tsx'
import { formatFor } from '#web/kit/time/formats.ts'
import { useReaderClock } from '#web/kit/time/reader-clock.ts'
import { useZone } from '#web/kit/format.ts'
import { classes } from '#web/ui/classes.ts'
import { Button, IconButton } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { DateTimeField } from '#web/ui/form/date-time-field.tsx'
import { rowHandle, useRowDrag } from '#web/ui/form/row-drag.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { Line, TypedRound } from './typed.ts'
import css from './planner.module.css'

type Props = {
  readonly lines: readonly Line[]
  readonly rounds: readonly TypedRound[]
  readonly timeZone: string
  /** How many rounds there are already. */
  readonly before: number
  readonly nameOf: (index: number) => string
  readonly error: (index: number) => string | undefined
  readonly onMove: (from: number, to: number) => void
  readonly onChange: (index: number, change: Partial<TypedRound>) => void
  readonly onRemove: (index: number) => void
  readonly onSkip: (day: string, isSkipped: boolean) => void
}

/** Every date of the plan with the round that is on it. Tracks change places by hand, by two buttons, or by the arrow keys on them; dates stay. */
export function RoundTable(props: Props) {
  const { lines, rounds, timeZone, before, nameOf, error, onMove, onChange, onRemove, onSkip } = props
  const text = useTexts('tournaments-planner')
  const { there, here } = useClocks(timeZone)
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const { grab, look } = useRowDrag(list, (key, to) => {
    const from = rounds.findIndex((round) => String(round.key) === key)
    if (from >= 0) onMove(from, to)
  })
  const move = (from: number, by: number): void => {
    const to = from + by
    if (to < 0 || to >= rounds.length) return
    onMove(from, to)
    setSaid(text('moved', { track: rounds[from]!.track, no: before + to + 1 }))
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>(`[data-move="${by < 0 ? 'up' : 'down'}"]`)[to]?.focus())
  }
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    move(index, event.key === 'ArrowUp' ? -1 : 1)
  }
  if (rounds.length === 0) return null
  const shown: readonly Line[] = lines.length > 0 ? lines : rounds.map((_, round) => ({ day: '', startsAt: new Date(0), isSkipped: false, round }))
  return (
    <section aria-label={text('rounds')}>
      <ol ref={list} className={css.table}>
        {shown.map(({ day, startsAt, round: index }) => {
          const round = index === null ? undefined : rounds[index]
          if (index === null || !round)
            return (
              <li key={day} className={css.skipped}>
                <span>{text('noRace', { day: there.date(startsAt, 'date') })}</span>
                <Button size="small" look="ghost" onClick={() => onSkip(day, false)}>
                  {text('raceAfterAll')}
                </Button>
              </li>
            )
          const start = round.startsAt ?? startsAt
          const fault = error(index)
          return (
            <li key={round.key} data-order className={classes(css.round, look(String(round.key), index))}>
              <span className={classes(rowHandle, css.handle)} onPointerDown={(event) => grab(event, String(round.key), index)} aria-hidden="true">
                ⠿
              </span>
              <span className={css.no}>{text('no', { no: before + index + 1 })}</span>
              <span className={css.when}>
                {day !== '' && (
                  <>
                    <b className={round.startsAt ? css.own : undefined}>{there.date(start, 'dateTime', true)}</b>
                    {here && <small>{text('yours', { when: here.date(start, 'dateTime', true) })}</small>}
                  </>
                )}
                {fault && <small className={css.fault}>{fault}</small>}
              </span>
              <b className={css.track}>{round.track}</b>
              <span className={css.name}>
                <TextField
                  label={text('nameOf', { no: before + index + 1 })}
                  value={round.name}
                  placeholder={nameOf(index)}
                  maxLength={128}
                  onChange={(name) => onChange(index, { name })}
                />
              </span>
              <span className={css.tools}>
                <IconButton
                  data-move="up"
                  label={text('up', { track: round.track })}
                  aria-disabled={index === 0}
                  onClick={() => move(index, -1)}
                  onKeyDown={(event) => onKeyDown(event, index)}
                >
                  ↑
                </IconButton>
                <IconButton
                  data-move="down"
                  label={text('down', { track: round.track })}
                  aria-disabled={index === rounds.length - 1}
                  onClick={() => move(index, 1)}
                  onKeyDown={(event) => onKeyDown(event, index)}
                >
                  ↓
                </IconButton>
                <Button
                  size="small"
                  look="ghost"
                  aria-label={text('ownStartOf', { track: round.track })}
                  aria-pressed={round.startsAt !== null}
                  icon={<Icon name="calendar" size={16} />}
                  onClick={() => onChange(index, { startsAt: round.startsAt === null ? startsAt.toISOString() : null })}
                >
                  {text('ownStart')}
                </Button>
                <Button
                  size="small"
                  look="ghost"
                  aria-label={text('skipOf', { day: there.date(startsAt, 'date') })}
                  onClick={() => onSkip(day, true)}
                >
                  {text('skip')}
                </Button>
              </span>
              <span className={css.remove}>
                <IconButton label={text('remove', { track: round.track })} onClick={() => onRemove(index)}>
                  <Icon name="trash" size={16} />
                </IconButton>
              </span>
              {round.startsAt !== null && (
                <span className={css.exception}>
                  <DateTimeField
                    label={text('startOf', { no: before + index + 1 })}
                    value={round.startsAt}
                    onChange={(at) => onChange(index, { startsAt: at })}
                  />
                </span>
              )}
            </li>
          )
        })}
      </ol>
      <span className="unseen" aria-live="polite">
        {said}
      </span>
    </section>
  )
}

/** By the clocks of the plan, and of the reader where those are others. */
function useClocks(timeZone: string) {
  const locale = useLocale()
  const zone = useZone()
  const { hours } = useReaderClock()
  const at = (of: string) => formatFor(locale, of, 'monday', hours)
  return { there: at(timeZone), here: zone === timeZone ? null : at(zone) }
}
