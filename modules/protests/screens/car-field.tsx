import { useTexts } from '#web/kit/texts.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import type { Tab } from './report-dialog.tsx'
import { carWords } from './words.ts'

export type Car = Tab['drivers'][number]['cars'][number]
type Props = {
  /** All that the driver drove in the segment. */
  readonly cars: readonly Car[]
  readonly value: string | null
  readonly onPick: (participantId: string) => void
  readonly error: string | null | undefined
}

/** Which of several cars of a driver a report is about; of one nothing is asked. */
export function CarField({ cars, value, onPick, error }: Props) {
  const text = useTexts('protests')
  if (cars.length === 0) return null
  return (
    <SelectField
      label={text('form.car')}
      hint={text('form.carHint')}
      placeholder={text('form.chooseCar')}
      value={value}
      onChange={onPick}
      choices={cars.map((car) => ({ value: car.participantId, label: text('form.carPlace', { car: carWords(car), place: car.position }) }))}
      error={error}
    />
  )
}
