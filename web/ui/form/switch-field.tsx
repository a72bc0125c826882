import { useId, type ReactNode } from 'react'
import css from './form.module.css'

type OnOff = {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | null
  readonly value: boolean
  readonly onChange: (value: boolean) => void
  readonly disabled?: boolean
}

/** Something that takes effect as on or off. */
export const SwitchField = (props: OnOff) => <OnOffField {...props} look="switch" />

/** Something agreed to or picked when the form is sent. */
export const CheckField = (props: OnOff) => <OnOffField {...props} look="check" />

function OnOffField(props: OnOff & { readonly look: 'switch' | 'check' }) {
  const id = useId()
  return (
    <div className={css.field}>
      <label className={css[props.look]}>
        <input
          type="checkbox"
          role={props.look === 'switch' ? 'switch' : undefined}
          checked={props.value}
          disabled={props.disabled}
          aria-describedby={props.hint || props.error ? id : undefined}
          aria-invalid={props.error ? true : undefined}
          onChange={(event) => props.onChange(event.target.checked)}
        />
        <span className={css.switchWords}>{props.label}</span>
      </label>
      <div id={id} aria-live="polite">
        {props.hint && <p className={css.hint}>{props.hint}</p>}
        {props.error && <p className={css.error}>{props.error}</p>}
      </div>
    </div>
  )
}
