import { useTexts } from '#web/kit/texts.tsx'
import { FieldPair } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import type { MemberView } from '../../contract/shapes.ts'

type Seats = Readonly<Record<string, number | null>>

/** How many may drive in each class; never fewer than are in it. */
export function ClassSeats({
  season,
  value,
  onChange,
}: {
  readonly season: MemberView
  readonly value: Seats
  readonly onChange: (seats: Seats) => void
}) {
  const text = useTexts('tournaments-teams')
  return (
    <FieldPair>
      {season.carClasses.map(({ id, name, currentEntries }) => (
        <NumberField
          key={id}
          label={text('seats', { name })}
          hint={text('seatsHint')}
          optional
          value={value[id] ?? null}
          min={Math.max(1, currentEntries)}
          max={season.maxEntries}
          onChange={(seats) => onChange({ ...value, [id]: seats })}
        />
      ))}
    </FieldPair>
  )
}
