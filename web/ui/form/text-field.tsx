import { useEffect, useRef, type ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'
import css from './form.module.css'

type Input = Pick<
  ComponentProps<'input'>,
  'type' | 'autoComplete' | 'inputMode' | 'maxLength' | 'placeholder' | 'disabled' | 'name' | 'pattern' | 'step' | 'spellCheck' | 'onBlur' | 'onPaste'
>

/** `focused`: the box takes the focus as it appears, for the second step of something the reader has begun. */
export function TextField(
  props: FieldProps & Input & { readonly value: string; readonly onChange: (value: string) => void; readonly focused?: boolean },
) {
  const { label, hint, error, optional, onChange, focused, ...input } = props
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focused) box.current?.focus()
  }, [focused])
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(ties) => <input ref={box} className={css.input} {...input} {...ties} onChange={(event) => onChange(event.target.value)} />}
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
