import { useTexts } from '#web/kit/texts.tsx'
import { FieldPair } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import type { TypedMinutes } from './typed.ts'

const MOST_MIN = 1440
const PARTS = ['practice', 'qualify', 'race'] as const

/** How long the parts of a round are, where no event says so; the rest is as usual for the game. */
export function Minutes(props: {
  readonly value: TypedMinutes
  readonly error: string | undefined
  readonly onChange: (change: Partial<TypedMinutes>) => void
}) {
  const text = useTexts('tournaments-planner')
  return (
    <FieldPair>
      {PARTS.map((part) => (
        <NumberField
          key={part}
          label={text(part)}
          unit={text('minutes')}
          optional={part !== 'race'}
          value={props.value[part]}
          min={1}
          max={MOST_MIN}
          error={part === 'race' ? props.error : undefined}
          onChange={(minutes) => props.onChange({ [part]: minutes })}
        />
      ))}
    </FieldPair>
  )
}
