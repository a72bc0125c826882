import type { ReactNode } from 'react'
import css from './choices-field.module.css'

/** Several of a short list, each a pill that is on or off. */
export function ChoicesField<Value extends string>(props: {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | null
  readonly values: readonly Value[]
  readonly onChange: (values: readonly Value[]) => void
  readonly choices: readonly { readonly value: Value; readonly label: string }[]
}) {
  const { values } = props
  const turn = (value: Value): void => props.onChange(values.includes(value) ? values.filter((one) => one !== value) : [...values, value])
  return (
    <fieldset className={css.choices} aria-invalid={props.error ? true : undefined}>
      <legend>{props.label}</legend>
      <div className={css.pills}>
        {props.choices.map(({ value, label }) => (
          <button key={value} type="button" aria-pressed={values.includes(value)} className={css.pill} onClick={() => turn(value)}>
            {label}
          </button>
        ))}
      </div>
      {props.hint && <p className={css.hint}>{props.hint}</p>}
      <p className={css.fault} aria-live="polite">
        {props.error}
      </p>
    </fieldset>
  )
}
