import type { EventView } from '#modules/sessions/contract.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { IconButton } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { ClassDot } from '#web/ui/mark/class-dot.tsx'
import { bopFault, NO_BOP, type Range } from '../rules.ts'
import { bopClassOf, type BopBounds, type TypedBops } from './bop-state.ts'
import css from './bop.module.css'

/** Ballast and restrictor of each car. */
export function BopCars(props: {
  readonly event: EventView
  readonly bounds: BopBounds
  readonly typed: TypedBops
  readonly shown: EventView['cars']
  /** Somebody wanted to save it: an empty field is only wrong from then on. */
  readonly isChecked: boolean
  readonly refused: (carId: string) => string | undefined
  readonly onChange: (changed: TypedBops) => void
}) {
  const { event, bounds, typed, shown, isChecked, refused, onChange } = props
  const text = useTexts('bop')
  const faultOf = (value: number | null, { min, max }: Range): string | undefined => {
    const fault = bopFault(value, { min, max })
    return fault === null || (fault === 'missing' && !isChecked) ? undefined : text(fault, { min, max })
  }
  return (
    <ul className={css.cars}>
      {shown.map((car) => {
        const bop = typed[car.id] ?? NO_BOP
        const carClass = bopClassOf(event, car)
        return (
          <li key={car.id}>
            <fieldset className={css.car}>
              <legend>
                {car.name}
                <span className={css.of}>
                  <ClassDot carClass={carClass.name} color={carClass.color} /> {carClass.name}
                </span>
              </legend>
              <NumberField
                label={text('ballast')}
                unit="kg"
                value={bop.ballastkg}
                {...bounds.ballastkg}
                error={faultOf(bop.ballastkg, bounds.ballastkg) ?? refused(car.id)}
                onChange={(ballastkg) => onChange({ [car.id]: { ...bop, ballastkg } })}
              />
              <NumberField
                label={text('restrictor')}
                unit="%"
                value={bop.restrictor}
                {...bounds.restrictor}
                error={faultOf(bop.restrictor, bounds.restrictor)}
                onChange={(restrictor) => onChange({ [car.id]: { ...bop, restrictor } })}
              />
              <IconButton
                disabled={bop.ballastkg === 0 && bop.restrictor === 0}
                label={text('removeOf', { car: car.name })}
                onClick={() => onChange({ [car.id]: NO_BOP })}
              >
                <Icon name="close" size={16} />
              </IconButton>
            </fieldset>
          </li>
        )
      })}
    </ul>
  )
}
