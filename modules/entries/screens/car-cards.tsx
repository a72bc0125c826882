import { useId, useState } from 'react'
import { toldBop } from '#modules/bop/rules.ts'
import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ChipChoice } from '#web/ui/mark/chip.tsx'
import { ClassDot } from '#web/ui/mark/class-dot.tsx'
import type { EntryList } from '../contract.ts'
import { classChoices } from './class-chips.tsx'
import css from './entries.module.css'
import { ALL, type CarChoice, carsOfClass, isCarFull } from './entry-list.ts'

/** The cars of an event as cards, filtered by class; one is chosen with arrow keys or a tap. A car whose classes are full cannot be. */
export function CarCards(props: {
  readonly list: EntryList
  readonly value: string | null
  readonly onChange: (model: string) => void
  /** The class the entry sits in already. */
  readonly stay: string | null
  readonly mayWait: boolean
  /** For show: the viewer cannot choose. */
  readonly isFixed: boolean
  readonly error?: string
}) {
  const { list, value, onChange, stay, mayWait, isFixed, error } = props
  const text = useTexts('entries')
  const id = useId()
  const [classId, setClassId] = useState(ALL)
  const classesOf = (car: CarChoice) => list.carClasses.filter((one) => car.carClassIds.includes(one.id))
  return (
    <fieldset role="radiogroup" className={css.cars} aria-describedby={`${id}-error`} aria-invalid={error ? true : undefined} tabIndex={-1}>
      <legend className={css.legend}>{text('dialog.car')}</legend>
      {list.carClasses.length > 1 && (
        <ChipChoice label={text('classes')} value={classId} onChange={setClassId} choices={classChoices(list.carClasses, text('all'))} />
      )}
      <div className={css.grid}>
        {carsOfClass(list.cars, classId).map((car) => {
          const isFull = isCarFull(car, list.carClasses, stay)
          return (
            <label key={car.model} className={css.carCard}>
              <input
                type="radio"
                name={id}
                value={car.model}
                checked={car.model === value}
                disabled={isFixed || (isFull && !mayWait)}
                onChange={() => onChange(car.model)}
              />
              <strong>{car.name}</strong>
              {classesOf(car).length > 0 && (
                <span className={css.carClass}>
                  {classesOf(car).map((one) => (
                    <span key={one.id}>
                      <ClassDot carClass={one.name} color={one.color} /> {one.name}
                    </span>
                  ))}
                </span>
              )}
              {car.bop && <Carries bop={car.bop} />}
              {isFull && <span className={css.full}>{text('dialog.classFull')}</span>}
            </label>
          )
        })}
      </div>
      <p id={`${id}-error`} className={css.refusal} aria-live="polite">
        {error}
      </p>
    </fieldset>
  )
}

/** Ballast and restrictor, as at the cars of the event. */
function Carries({ bop }: { readonly bop: NonNullable<CarChoice['bop']> }) {
  const text = useTexts('sessions')
  const format = useFormat()
  const words = toldBop(bop, {
    ballast: (kg) => text('cars.ballast', { signed: format.signed(kg) }),
    restrictor: (percent) => text('cars.restrictor', { percent }),
  })
  return (
    <span className={css.bop}>
      <span className="unseen">{text('cars.bop')}: </span>
      {words}
    </span>
  )
}
