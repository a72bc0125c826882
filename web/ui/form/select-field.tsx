import { lazyPart } from '#web/kit/lazy.tsx'
import { Field, type FieldProps } from './field.tsx'
import css from './form.module.css'

export type Choice = {
  readonly value: string
  readonly label: string
  readonly group?: string
  readonly disabled?: boolean
  /** What it is found by besides its label, where the list can be typed into. */
  readonly also?: readonly string[]
}
export type SelectProps = FieldProps & {
  readonly value: string | null
  readonly onChange: (value: string) => void
  readonly choices: readonly Choice[]
  readonly placeholder?: string
  readonly disabled?: boolean
}

const SearchSelect = lazyPart(() => import('./search-select.tsx'), 'SearchSelect')

/** One of a list. With `search` the list can be typed into (cars, tracks, countries); a short list is the device's own. */
export function SelectField(props: SelectProps & { readonly search?: boolean; readonly onType?: (words: string) => void }) {
  if (props.search) return <SearchSelect {...props} />
  const groups = Map.groupBy(props.choices, (choice) => choice.group ?? '')
  return (
    <Field label={props.label} hint={props.hint} error={props.error} optional={props.optional}>
      {(ties) => (
        <select
          className={css.input}
          value={props.value ?? ''}
          disabled={props.disabled}
          onChange={(event) => props.onChange(event.target.value)}
          {...ties}
        >
          {(props.value === null || props.placeholder) && (
            <option value="" disabled={props.value === null && !props.optional}>
              {props.placeholder ?? ''}
            </option>
          )}
          {[...groups].map(([group, choices]) =>
            group ? (
              <optgroup key={group} label={group}>
                {choices.map(option)}
              </optgroup>
            ) : (
              choices.map(option)
            ),
          )}
        </select>
      )}
    </Field>
  )
}

const option = (choice: Choice) => (
  <option key={choice.value} value={choice.value} disabled={choice.disabled}>
    {choice.label}
  </option>
)
