import { useState } from 'react'
import type { EventView } from '#modules/sessions/contract.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { CarFinder } from '#web/ui/form/car-finder.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { TextArea } from '#web/ui/form/text-field.tsx'
import { ChipChoice } from '#web/ui/mark/chip.tsx'
import { NO_BOP, type Range } from '../rules.ts'
import { readPaste, type Pasted } from './bop-paste.ts'
import { bopClassOf, withChosen, type BopBounds, type TypedBop, type TypedBops } from './bop-state.ts'
import css from './bop.module.css'

type Cars = EventView['cars']
type Props = {
  readonly event: EventView
  readonly bounds: BopBounds
  readonly typed: TypedBops
  readonly shown: Cars
  readonly onShow: (cars: Cars) => void
  readonly onChange: (changed: TypedBops) => void
}

/** What makes a list of thirty cars short: which are shown, one value for all of them, and a list from elsewhere. */
export function BopTools(props: Props) {
  const { event, shown } = props
  const text = useTexts('bop')
  const [carClass, setCarClass] = useState('')
  const [found, setFound] = useState<ReadonlySet<string>>(() => new Set(event.cars.map(({ id }) => id)))
  const classes = [...Map.groupBy(event.cars, (car) => bopClassOf(event, car).name)]
  const show = (next: string, ids: ReadonlySet<string>): void => {
    setCarClass(next)
    setFound(ids)
    props.onShow(event.cars.filter((car) => ids.has(car.id) && (next === '' || bopClassOf(event, car).name === next)))
  }
  return (
    <div className={css.tools}>
      <CarFinder label={text('find')} cars={event.cars} onFind={(ids) => show(carClass, ids)} />
      {classes.length > 1 && (
        <ChipChoice
          label={text('class')}
          value={carClass}
          onChange={(next) => show(next, found)}
          choices={[
            { value: '', label: text('allClasses'), count: event.cars.length },
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
  const text = useTexts('bop')
  const [chosen, setChosen] = useState<TypedBop>({ ballastkg: null, restrictor: null })
  const isNothing = chosen.ballastkg === null && chosen.restrictor === null
  return (
    <fieldset className={css.all}>
      <legend>{text('all', { count: shown.length })}</legend>
      <NumberField
        label={text('ballast')}
        unit="kg"
        value={chosen.ballastkg}
        {...bounds.ballastkg}
        onChange={(ballastkg) => setChosen({ ...chosen, ballastkg })}
      />
      <NumberField
        label={text('restrictor')}
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
        {text('setAll')}
      </Button>
    </fieldset>
  )
}

function PasteList({ event, bounds, typed, onChange }: Props) {
  const text = useTexts('bop')
  const [list, setList] = useState('')
  const [pasted, setPasted] = useState<Pasted | null>(null)
  const take = (): void => {
    const read = readPaste(list, event.cars, bounds)
    setPasted(read)
    onChange(Object.fromEntries(Object.entries(read.values).map(([id, values]) => [id, withChosen(typed[id] ?? NO_BOP, values)])))
  }
  return (
    <details className={css.paste}>
      <summary>{text('paste')}</summary>
      <TextArea
        label={text('list')}
        hint={text('listHint')}
        rows={5}
        value={list}
        onChange={(next) => {
          setList(next)
          setPasted(null)
        }}
      />
      <Button disabled={list.trim() === ''} onClick={take}>
        {text('take')}
      </Button>
      <div role="status">
        {pasted && <p>{text('taken', { count: Object.keys(pasted.values).length })}</p>}
        {pasted && pasted.faults.length > 0 && (
          <ul className={css.faults}>
            {pasted.faults.map(({ line, what, text: said }) => (
              <li key={line}>
                <b>{text('line', { line })}</b> {text(`fault.${what}`, { text: said, ...rangeOf(what, bounds) })}
              </li>
            ))}
          </ul>
        )}
      </div>
    </details>
  )
}

const rangeOf = (what: Pasted['faults'][number]['what'], { ballastkg, restrictor }: BopBounds): Range =>
  what === 'restrictor' ? restrictor : ballastkg
