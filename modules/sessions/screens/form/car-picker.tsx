import { useId, useState } from 'react'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { ChipChoice } from '#web/ui/mark/chip.tsx'
import type { CatalogueReply } from '../../contract.ts'
import css from './form.module.css'

const FEW_CLASSES = 8

/** Cars to tick, found by name and class. `taken` are those of other classes of the event. */
export function CarPicker(props: {
  readonly label: string
  readonly hint?: string
  readonly error?: string
  readonly game: CatalogueReply
  readonly picked: readonly string[]
  readonly taken: readonly string[]
  readonly onChange: (carIds: readonly string[]) => void
}) {
  const text = useTexts('sessions')
  const id = useId()
  const { game, picked } = props
  const [carClass, setCarClass] = useState('all')
  const [words, setWords] = useState('')
  const classes = game.classes
    .map((one) => ({ ...one, count: game.cars.filter((car) => car.classId === one.id).length }))
    .toSorted((a, b) => b.count - a.count)
  const isShown = (car: CatalogueReply['cars'][number]): boolean =>
    (carClass === 'all' || car.classId === carClass) && `${car.name} ${car.manufacturer ?? ''}`.toLowerCase().includes(words.trim().toLowerCase())
  const shown = game.cars.filter((car) => isShown(car) && !props.taken.includes(car.id))
  const toggle = (carId: string): void => props.onChange(picked.includes(carId) ? picked.filter((one) => one !== carId) : [...picked, carId])
  return (
    <fieldset className={css.plain} aria-describedby={id}>
      <legend className={css.legend}>{props.label}</legend>
      {props.hint && <p className={css.hint}>{props.hint}</p>}
      <ChipChoice
        label={text('cars.filter')}
        value={carClass}
        onChange={setCarClass}
        choices={[
          { value: 'all', label: text('cars.all'), count: game.cars.length },
          ...classes.slice(0, FEW_CLASSES * 3).map((one) => ({ value: one.id, label: one.name, count: one.count })),
        ]}
      />
      <TextField label={text('cars.find')} type="search" value={words} onChange={setWords} />
      <div className={css.tools}>
        <strong>{text('form.carsPicked', { count: picked.length })}</strong>
        {shown.length > 0 && shown.length < game.cars.length && (
          <Button size="small" onClick={() => props.onChange([...new Set([...picked, ...shown.map((car) => car.id)])])}>
            {text('form.pickAll')}
          </Button>
        )}
        {picked.length > 0 && (
          <Button size="small" onClick={() => props.onChange([])}>
            {text('form.pickNone')}
          </Button>
        )}
      </div>
      <ul className={css.carList}>
        {shown.map((car) => (
          <li key={car.id}>
            <label className={css.carPick}>
              <input
                type="checkbox"
                checked={picked.includes(car.id)}
                onChange={() => toggle(car.id)}
                aria-invalid={props.error ? true : undefined}
              />
              <span>{car.name}</span>
              {car.dlc && <small>DLC</small>}
            </label>
          </li>
        ))}
      </ul>
      <p id={id} className={css.error} aria-live="polite">
        {props.error}
      </p>
    </fieldset>
  )
}
