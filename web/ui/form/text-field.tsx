import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'
import css from './form.module.css'

type Input = Pick<
  ComponentProps<'input'>,
  | 'type'
  | 'autoComplete'
  | 'inputMode'
  | 'maxLength'
  | 'placeholder'
  | 'autoFocus'
  | 'disabled'
  | 'name'
  | 'pattern'
  | 'spellCheck'
  | 'onBlur'
  | 'onPaste'
>

export function TextField(props: FieldProps & Input & { readonly value: string; readonly onChange: (value: string) => void }) {
  const { label, hint, error, optional, onChange, ...input } = props
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(ties) => <input className={css.input} {...input} {...ties} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  )
}

/** Several lines, with the number of letters left when there is a limit. */
export function TextArea(
  props: FieldProps & {
    readonly value: string
    readonly onChange: (value: string) => void
    readonly maxLength?: number
    readonly rows?: number
    readonly placeholder?: string
  },
) {
  const { label, hint, error, optional, onChange, maxLength, ...input } = props
  // More than the limit may be typed or pasted and then cut down by hand: cutting it here would lose words silently.
  const count = maxLength === undefined ? null : <span className={css.count}>{`${props.value.length} / ${maxLength}`}</span>
  return (
    <Field label={label} hint={hint} error={error} optional={optional} aside={count}>
      {(ties) => <textarea className={css.input} {...input} {...ties} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  )
}
