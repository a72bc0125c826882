import type { ReactNode } from 'react'
import { now, useNow } from '#web/kit/clock.ts'
import { MINUTE_MS } from '#core/duration.ts'
import { useZone } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { DateField } from '#web/ui/form/date-time-field.tsx'
import { FieldPair } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { DAILY, dateIn, lastUntil, startsOf, WEEKDAYS, type Schedule } from '../../rules/daily.ts'
import { keysOf } from '../form/form-state.ts'
import css from './daily.module.css'
import { useBothClocks, useWeekdays } from './zone-format.ts'

type Shown = {
  readonly value: Schedule | null
  readonly onChange: (daily: Schedule | null) => void
  readonly error: (field: string) => string | undefined
  /** A template stays one. */
  readonly isTemplate: boolean
  /** The plan has no daily races. */
  readonly isLacking: boolean
  readonly children: ReactNode
}

const PREVIEWED = 5
const STEP_S = 300

/** Whether the event is one, or many by a schedule; the start of a single one are the `children`. */
export function DailyFields({ value, onChange, error, isTemplate, isLacking, children }: Shown) {
  const text = useTexts('sessions-daily')
  const zone = useZone()
  const begun = (): Schedule => ({ timeZone: zone, days: [1, 2, 3, 4, 5], times: ['20:00'], until: lastUntil(zone, now()) })
  return (
    <>
      {!isTemplate && (
        <SwitchField
          label={text('fields.daily')}
          hint={text('fields.dailyHint')}
          value={value !== null}
          disabled={isLacking && value === null}
          onChange={(isDaily) => onChange(isDaily ? begun() : null)}
          error={value === null ? error('days') : undefined}
        />
      )}
      {value === null ? children : <ScheduleFields value={value} onChange={onChange} error={error} />}
    </>
  )
}

function ScheduleFields({ value, onChange, error }: Pick<Shown, 'onChange' | 'error'> & { readonly value: Schedule }) {
  const text = useTexts('sessions-daily')
  const names = useWeekdays()
  const { days, times, timeZone, until } = value
  const change = (some: Partial<Schedule>): void => onChange({ ...value, ...some })
  const atMs = useNow(MINUTE_MS)
  const keys = keysOf(times.map(() => 'start'))
  const fault = (...fields: readonly string[]) => {
    const said = fields.map(error).find(Boolean)
    return (
      <div aria-live="polite">
        {said && (
          <p className={css.fault} tabIndex={-1} aria-invalid>
            {said}
          </p>
        )}
      </div>
    )
  }
  return (
    <>
      <div role="group" aria-label={text('fields.days')}>
        <p className={css.label} aria-hidden="true">
          {text('fields.days')}
        </p>
        <div className={css.days}>
          {WEEKDAYS.map((day) => (
            <button
              key={day}
              type="button"
              aria-pressed={days.includes(day)}
              onClick={() => change({ days: WEEKDAYS.filter((one) => (one === day) !== days.includes(one)) })}
            >
              {names[day - 1]}
            </button>
          ))}
        </div>
        {fault('days')}
      </div>
      <div role="group" aria-label={text('fields.times')}>
        <p className={css.label}>
          {text('fields.times')}. {text('fields.timesHint', { max: DAILY.startsPerDay })}
        </p>
        <div className={css.times}>
          {times.map((time, index) => (
            <div key={keys[index]} className={css.time}>
              <TextField
                type="time"
                step={STEP_S}
                label={text('fields.time', { no: index + 1 })}
                value={time}
                onChange={(typed) => change({ times: times.with(index, typed) })}
              />
              {times.length > 1 && (
                <Button
                  aria-label={text('fields.removeTime', { no: index + 1 })}
                  icon={<Icon name="trash" size={16} />}
                  onClick={() => change({ times: times.toSpliced(index, 1) })}
                />
              )}
            </div>
          ))}
        </div>
        {fault('times', 'startsAt')}
        {times.length < DAILY.startsPerDay && (
          <Button icon={<Icon name="plus" size={16} />} onClick={() => change({ times: [...times, ''] })}>
            {text('fields.addTime')}
          </Button>
        )}
      </div>
      <FieldPair>
        <SelectField
          search
          label={text('fields.zone')}
          hint={text('fields.zoneHint')}
          value={timeZone}
          choices={zonesWith(timeZone)}
          onChange={(picked) => change({ timeZone: picked })}
          error={error('timeZone')}
        />
        <DateField
          label={text('fields.until')}
          hint={text('fields.untilHint', { days: DAILY.daysAhead })}
          value={until}
          min={dateIn(timeZone, atMs)}
          max={lastUntil(timeZone, atMs)}
          onChange={(day) => change({ until: day })}
          error={error('until')}
        />
      </FieldPair>
      <NextStarts schedule={value} atMs={atMs} />
    </>
  )
}

/** The first few, by the clocks of the schedule and the reader's. */
function NextStarts({ schedule, atMs }: { readonly schedule: Schedule; readonly atMs: number }) {
  const text = useTexts('sessions-daily')
  const { there, here } = useBothClocks(schedule.timeZone)
  const starts = startsOf(schedule, atMs)
  if (starts.length === 0) return null
  return (
    <section aria-label={text('fields.next')}>
      <p className={css.label}>
        {text('fields.next')} · {text('fields.count', { count: starts.length })}
      </p>
      <ul className={css.next}>
        {starts.slice(0, PREVIEWED).map((at) => (
          <li key={at.getTime()}>
            {there.date(at, 'dateTime', true)}
            {here && <span className={css.quiet}> · {text('fields.yours', { when: here.date(at, 'dateTime', true) })}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

const zonesWith = (chosen: string) =>
  [...new Set([chosen, ...Intl.supportedValuesOf('timeZone'), 'UTC'])].map((value) => ({ value, label: value.replaceAll('_', ' ') }))
