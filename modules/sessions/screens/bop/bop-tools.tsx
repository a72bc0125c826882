import { useState } from 'react'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { TextArea } from '#web/ui/form/text-field.tsx'
import { ChipChoice } from '#web/ui/mark/chip.tsx'
import type { EventView } from '../../contract.ts'
import { CarFinder } from '../car-finder.tsx'
import { readPaste, type Pasted } from './bop-paste.ts'
import { bopClassOf, NO_BOP, withChosen, type BopBounds, type TypedBop } from './bop-state.ts'
import css from './bop.module.css'

type Cars = EventView['cars']
type Typed = Readonly<Record<string, TypedBop>>
type Props = {
  readonly event: EventView
  readonly bounds: BopBounds
  readonly typed: Typed
  readonly shown: Cars
  readonly onShow: (cars: Cars) => void
  readonly onChange: (changed: Typed) => void
}

/** What makes a list of thirty cars short: which are shown, one value for all of them, and a list from elsewhere. */
export function BopTools(props: Props) {
  const { event, shown } = props
  const text = useTexts('sessions')
  const [carClass, setCarClass] = useState('')
  const [found, setFound] = useState<Cars>(event.cars)
  const classes = [...Map.groupBy(event.cars, (car) => bopClassOf(event, car).name)]
  const show = (next: string, cars: Cars): void => {
    setCarClass(next)
    setFound(cars)
    const ids = new Set(cars.map(({ id }) => id))
    props.onShow(event.cars.filter((car) => ids.has(car.id) && (next === '' || bopClassOf(event, car).name === next)))
  }
  return (
    <div className={css.tools}>
      <CarFinder cars={event.cars} onFind={(cars) => show(carClass, cars)} />
      {classes.length > 1 && (
        <ChipChoice
          label={text('bop.class')}
          value={carClass}
          onChange={(next) => show(next, found)}
          choices={[
            { value: '', label: text('bop.allClasses'), count: event.cars.length },
            ...classes.map(([name, cars]) => ({ value: name, label: name, count: cars.length })),
          ]}
        />
      )}
      {shown.length > 1 && <ForAllShown {...props} />}
      <PasteList {...props} />
    </div>
  )
}

function ForAllShown({ bounds, typed, shown, onChange }: Props) {
  const text = useTexts('sessions')
  const [chosen, setChosen] = useState<TypedBop>({ ballastkg: null, restrictor: null })
  const isNothing = chosen.ballastkg === null && chosen.restrictor === null
  return (
    <fieldset className={css.all}>
      <legend>{text('bop.all', { count: shown.length })}</legend>
      <NumberField
        label={text('bop.ballast')}
        unit="kg"
        value={chosen.ballastkg}
        {...bounds.ballastkg}
        onChange={(ballastkg) => setChosen({ ...chosen, ballastkg })}
      />
      <NumberField
        label={text('bop.restrictor')}
        unit="%"
        value={chosen.restrictor}
        {...bounds.restrictor}
        onChange={(restrictor) => setChosen({ ...chosen, restrictor })}
      />
      <Button
        disabled={isNothing}
        onClick={() => {
          onChange(Object.fromEntries(shown.map(({ id }) => [id, withChosen(typed[id] ?? NO_BOP, chosen)])))
          setChosen({ ballastkg: null, restrictor: null })
        }}
      >
        {text('bop.setAll')}
      </Button>
    </fieldset>
  )
}

function PasteList({ event, bounds, typed, onChange }: Props) {
  const text = useTexts('sessions')
  const [list, setList] = useState('')
  const [pasted, setPasted] = useState<Pasted | null>(null)
  const take = (): void => {
    const read = readPaste(list, event.cars, bounds)
    setPasted(read)
    onChange(Object.fromEntries(Object.entries(read.values).map(([id, values]) => [id, withChosen(typed[id] ?? NO_BOP, values)])))
  }
  return (
    <details className={css.paste}>
      <summary>{text('bop.paste')}</summary>
      <TextArea
        label={text('bop.list')}
        hint={text('bop.listHint')}
        rows={5}
        value={list}
        onChange={(next) => {
          setList(next)
          setPasted(null)
        }}
      />
      <Button disabled={list.trim() === ''} onClick={take}>
        {text('bop.take')}
      </Button>
      <div role="status">
        {pasted && <p>{text('bop.taken', { count: Object.keys(pasted.values).length })}</p>}
        {pasted && pasted.faults.length > 0 && (
          <ul className={css.faults}>
            {pasted.faults.map(({ line, what, text: said }) => (
              <li key={line}>
                <b>{text('bop.line', { line })}</b> {text(`bop.fault.${what}`, { text: said, ...rangeOf(what, bounds) })}
              </li>
            ))}
          </ul>
        )}
      </div>
    </details>
  )
}

const rangeOf = (what: Pasted['faults'][number]['what'], { ballastkg, restrictor }: BopBounds) => (what === 'restrictor' ? restrictor : ballastkg)
