import { useId, type ReactNode } from 'react'
import { useTexts } from '#web/kit/texts.tsx'
import css from './form.module.css'

export type FieldProps = {
  readonly label: string
  readonly hint?: ReactNode
  /** Why the value was refused; shown at the field and read with it. */
  readonly error?: string | null
  readonly optional?: boolean
}

/** What a control needs to be tied to its label, hint and message. */
export type Ties = { readonly id: string; readonly 'aria-describedby': string | undefined; readonly 'aria-invalid': true | undefined }

/** A label over a control, a hint and a message under it. All our fields stand in this frame. */
export function Field(props: FieldProps & { readonly children: (ties: Ties) => ReactNode; readonly aside?: ReactNode }) {
  const text = useTexts('web')
  const id = useId()
  const described = [props.hint && `${id}-hint`, props.error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={css.field}>
      <div className={css.labelRow}>
        <label htmlFor={id} className={css.label}>
          {props.label}
          {props.optional && <span className={css.optional}> {text('form.optional')}</span>}
        </label>
        {props.aside}
      </div>
      {props.children({ id, 'aria-describedby': described || undefined, 'aria-invalid': props.error ? true : undefined })}
      {props.hint && (
        <p id={`${id}-hint`} className={css.hint}>
          {props.hint}
        </p>
      )}
      {/* Always there, so that a message that comes later is read aloud. */}
      <p id={`${id}-error`} className={css.error} aria-live="polite">
        {props.error}
      </p>
    </div>
  )
}
