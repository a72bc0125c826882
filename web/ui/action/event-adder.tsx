import { useState, type ReactNode } from 'react'
import { useFormat } from '#web/kit/format.ts'
import { SelectField } from '../form/select-field.tsx'
import { Button, ButtonLink } from './button.tsx'
import css from './event-adder.module.css'
import { Icon } from './icon.tsx'

type Event = { readonly id: string; readonly sessionName: string; readonly startsAt: string }
type Words = Readonly<Record<'label' | 'choose' | 'none' | 'add' | 'make', string>>
type EventAdderProps = {
  /** Those that may be taken. */
  readonly events: readonly Event[]
  readonly words: Words
  readonly error?: string | undefined
  readonly busy: boolean
  readonly onAdd: (id: string) => Promise<unknown>
  /** Where a new one is made. */
  readonly to: string
}

/** An event of the community becomes one of something: one of those there are, or a new one. */
export function EventAdder({ events, words, error, busy, onAdd, to }: EventAdderProps) {
  const format = useFormat()
  const [chosen, choose] = useState<string | null>(null)
  // what has become one meanwhile is chosen no more
  const free = events.some(({ id }) => id === chosen) ? chosen : null
  return (
    <Adder
      buttons={
        <>
          <Button busy={busy} disabled={free === null} onClick={() => void onAdd(free!)}>
            {words.add}
          </Button>
          <ButtonLink to={to} icon={<Icon name="plus" size={16} />}>
            {words.make}
          </ButtonLink>
        </>
      }
    >
      <SelectField
        label={words.label}
        value={free}
        placeholder={events.length === 0 ? words.none : words.choose}
        choices={events.map(({ id, sessionName, startsAt }) => ({ value: id, label: `${sessionName}, ${format.date(startsAt, 'dateTime')}` }))}
        error={error}
        onChange={choose}
      />
    </Adder>
  )
}

/** A choice at the end of a list, and under it what is done with it. */
export const Adder = ({ children, buttons }: { readonly children: ReactNode; readonly buttons: ReactNode }) => (
  <div className={css.adder}>
    {children}
    <div className={css.buttons}>{buttons}</div>
  </div>
)
