import { useState, type ComponentProps } from 'react'
import { momentAt, wallTime } from '#core/time-zone.ts'
import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Field, type FieldProps } from './field.tsx'
import css from './form.module.css'

const STEP_S = 300

/**
 * A moment in steps of five minutes, picked with the device's own calendar in the viewer's zone, which is named. Gives ISO text in UTC. Who
 * types sees what they type until they leave it: put right at every key, the second figure of `45` would begin anew.
 */
export function DateTimeField(
  props: FieldProps & {
    readonly value: string | null
    readonly onChange: (value: string | null) => void
    readonly min?: string
    readonly max?: string
    readonly disabled?: boolean
  } & Pick<ComponentProps<'input'>, 'onKeyDown' | 'onBlur'>,
) {
  const format = useFormat()
  const text = useTexts('web')
  const [typed, setTyped] = useState('')
  const isTyped = typed !== '' && momentOf(typed, format.zone) === props.value
  const zone = text('form.inZone', { zone: `${format.zone.replaceAll('_', ' ')} (${format.zoneName(props.value ?? props.min ?? 0)})` })
  return (
    <Field
      label={props.label}
      hint={
        props.hint ? (
          <>
            {props.hint} {zone}
          </>
        ) : (
          zone
        )
      }
      error={props.error}
      optional={props.optional}
    >
      {(ties) => (
        <input
          className={css.input}
          type="datetime-local"
          step={STEP_S}
          value={isTyped ? typed : props.value ? wallTime(props.value, format.zone) : ''}
          min={props.min && wallTime(props.min, format.zone)}
          max={props.max && wallTime(props.max, format.zone)}
          disabled={props.disabled}
          onChange={(event) => {
            setTyped(event.target.value)
            props.onChange(momentOf(event.target.value, format.zone))
          }}
          onKeyDown={props.onKeyDown}
          onBlur={(event) => {
            setTyped('')
            props.onBlur?.(event)
          }}
          {...ties}
        />
      )}
    </Field>
  )
}

/** A calendar day without a time: a date of birth, the first day of a filter. `YYYY-MM-DD`. */
export function DateField(
  props: FieldProps & {
    readonly value: string
    readonly onChange: (value: string) => void
    readonly min?: string
    readonly max?: string
    readonly autoComplete?: string
  },
) {
  const { label, hint, error, optional, onChange, ...input } = props
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(ties) => <input className={css.input} type="date" {...input} {...ties} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  )
}

/** The nearest five minutes, whatever was typed. */
function momentOf(wall: string, zone: string): string | null {
  const moment = momentAt(wall, zone)
  return moment && new Date(Math.round(moment.getTime() / (STEP_S * 1000)) * STEP_S * 1000).toISOString()
}
