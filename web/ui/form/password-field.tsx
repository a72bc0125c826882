import { useState } from 'react'
import { useTexts } from '#web/kit/texts.tsx'
import { IconButton } from '../action/button.tsx'
import { Icon } from '../action/icon.tsx'
import { Field, type FieldProps } from './field.tsx'
import css from './form.module.css'

/** A password that can be looked at while it is typed. */
export function PasswordField(
  props: FieldProps & {
    readonly value: string
    readonly onChange: (value: string) => void
    readonly maxLength?: number
    readonly autoComplete?: string
  },
) {
  const text = useTexts('web')
  const [isShown, setShown] = useState(false)
  return (
    <Field label={props.label} hint={props.hint} error={props.error} optional={props.optional}>
      {(ties) => (
        <div className={css.within}>
          <input
            className={css.input}
            type={isShown ? 'text' : 'password'}
            value={props.value}
            maxLength={props.maxLength}
            autoComplete={props.autoComplete ?? 'off'}
            spellCheck={false}
            onChange={(event) => props.onChange(event.target.value)}
            {...ties}
          />
          <IconButton label={text(isShown ? 'form.hidePassword' : 'form.showPassword')} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            <Icon name="eye" />
          </IconButton>
        </div>
      )}
    </Field>
  )
}
