import { useTexts } from '#web/kit/texts.tsx'
import { FieldPair } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'

/** Of each class; null: no limit of its own. Who is not in it: as the class says by itself. */
export type Seats = Readonly<Record<string, number | null>>
type SeatClass = { readonly id: string; readonly name: string; readonly maxClassEntries: number | null; readonly taken: number }
type Props = {
  readonly classes: readonly SeatClass[]
  readonly most: number
  readonly value: Seats
  readonly onChange: (seats: Seats) => void
}

/** How many may drive in each class; never fewer than are in it. */
export function ClassSeats({ classes, most, value, onChange }: Props) {
  const text = useTexts('tournaments-teams')
  return (
    <FieldPair>
      {classes.map((one) => (
        <NumberField
          key={one.id}
          label={text('seats', { name: one.name })}
          hint={text('seatsHint')}
          optional
          value={seatsOf(one, value)}
          min={Math.max(1, one.taken)}
          max={most}
          onChange={(seats) => onChange({ ...value, [one.id]: seats })}
        />
      ))}
    </FieldPair>
  )
}

export const seatsOf = ({ id, maxClassEntries }: Pick<SeatClass, 'id' | 'maxClassEntries'>, seats: Seats): number | null => {
  const typed = seats[id]
  return typed === undefined ? maxClassEntries : typed
}
