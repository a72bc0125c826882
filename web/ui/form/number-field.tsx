import { useState } from 'react'
import { Field, type FieldProps } from './field.tsx'
import css from './form.module.css'

/** A number with its unit. Half-typed text stays as typed; `null` while it is no number. */
export function NumberField(
  props: FieldProps & {
    readonly value: number | null
    readonly onChange: (value: number | null) => void
    readonly min?: number
    readonly max?: number
    readonly step?: number
    readonly unit?: string
    readonly disabled?: boolean
  },
) {
  const { value, onChange, unit } = props
  const [typed, setTyped] = useState(value === null ? '' : String(value))
  const shown = read(typed) === value ? typed : value === null ? '' : String(value)
  return (
    <Field label={props.label} hint={props.hint} error={props.error} optional={props.optional}>
      {(ties) => (
        <div className={css.within}>
          <input
            className={css.input}
            type="number"
            inputMode={props.step === undefined || Number.isInteger(props.step) ? 'numeric' : 'decimal'}
            min={props.min}
            max={props.max}
            step={props.step ?? 1}
            disabled={props.disabled}
            value={shown}
            onChange={(event) => {
              setTyped(event.target.value)
              onChange(read(event.target.value))
            }}
            {...ties}
          />
          {unit && <span className={css.unit}>{unit}</span>}
        </div>
      )}
    </Field>
  )
}

const read = (typed: string): number | null => (typed.trim() === '' || Number.isNaN(Number(typed)) ? null : Number(typed))
