import { Select, type ComboboxData, type ComboboxItem, type OptionsFilter } from '@mantine/core'
import { find } from '#core/search/finding.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Mantine } from '../mantine.tsx'
import { Field } from './field.tsx'
import css from './form.module.css'
import type { Choice, SelectProps } from './select-field.tsx'

/** All countries and all time zones: a list that ends before its end would hide what is not typed for. */
const MOST_SHOWN = 500

/** Mantine's combobox in our frame; its list stays inside a dialog's layer, yet is not cut off by the dialog's edge. */
/** `onType`: the choices follow what is typed. */
export function SearchSelect(props: SelectProps & { readonly onType?: (words: string) => void }) {
  const text = useTexts('web')
  const known = new Map(props.choices.map((choice) => [choice.value, choice]))
  const groups = Map.groupBy(props.choices, (choice) => choice.group ?? '')
  const data: ComboboxData<string> = [...groups].flatMap<ComboboxData<string>[number]>(([group, choices]) =>
    group ? [{ group, items: choices.map(item) }] : choices.map(item),
  )
  return (
    <Field label={props.label} hint={props.hint} error={props.error} optional={props.optional}>
      {(ties) => (
        <Mantine>
          <Select<string>
            classNames={{ input: css.input }}
            searchable
            data={data}
            value={props.value}
            disabled={props.disabled}
            placeholder={props.placeholder}
            filter={byWords(known)}
            limit={MOST_SHOWN}
            nothingFoundMessage={text('form.nothingFound')}
            // Drawn when it opens: names of countries differ a little between the server's and the browser's dictionaries.
            comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed', keepMounted: false }}
            onSearchChange={props.onType}
            onChange={(value: string | null) => value !== null && props.onChange(value)}
            id={ties.id}
            aria-describedby={ties['aria-describedby']}
            aria-invalid={ties['aria-invalid']}
          />
        </Mantine>
      )}
    </Field>
  )
}

/** What the typed words find, in each group, by its label and what else it is called. */
const byWords =
  (known: ReadonlyMap<string, Choice>): OptionsFilter =>
  ({ options, search }) => {
    const found = (items: readonly ComboboxItem[]) => [
      ...find(items, search, ({ value, label }) => ({ names: [label, ...(known.get(value)?.also ?? [])] })),
    ]
    return [
      ...found(options.filter((one): one is ComboboxItem => !('group' in one))),
      ...options.flatMap((one) => ('group' in one ? [{ ...one, items: found(one.items) }] : [])).filter(({ items }) => items.length > 0),
    ]
  }

const item = ({ value, label, disabled }: Choice) => ({ value, label, disabled })
