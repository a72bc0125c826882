import { useId, useMemo, useState } from 'react'
import { find, type Findable } from '#core/search/finding.ts'
import { nicknamesOf } from '#games/facts/nicknames.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { ChipChoice } from '#web/ui/mark/chip.tsx'
import type { CatalogueReply } from '../../contract.ts'
import css from './form.module.css'
import { PaidMark } from './paid-mark.tsx'
import list from './pickers.module.css'

type Car = CatalogueReply['cars'][number]
/** More classes than these are a list to open. */
const FEW_CLASSES = 10

/** Cars to tick, found by name, maker, class and year. `taken` are those of other classes of the event; with `free` any name may be added. */
export function CarPicker(props: {
  readonly label: string
  readonly hint?: string
  readonly error?: string
  readonly game: CatalogueReply
  readonly picked: readonly string[]
  readonly taken: readonly string[]
  readonly free: boolean
  readonly onChange: (carIds: readonly string[]) => void
}) {
  const text = useTexts('sessions-form')
  const id = useId()
  const { game, picked } = props
  const [carClass, setCarClass] = useState('all')
  const [words, setWords] = useState('')
  const [only, setOnly] = useState<{ readonly owned: boolean; readonly picked: boolean }>({ owned: false, picked: false })
  const typed = words.trim()
  const named = picked.filter((carId) => !game.cars.some((car) => car.id === carId)).map(carOfName)
  const all = [...named, ...game.cars]
  const classNames = useMemo(() => new Map(game.classes.map((one) => [one.id, one.name])), [game.classes])
  const isShown = (car: Car): boolean =>
    !props.taken.includes(car.id) &&
    (carClass === 'all' || car.classId === carClass) &&
    (!only.owned || car.dlc === null) &&
    (!only.picked || picked.includes(car.id))
  const shown = find(all.filter(isShown), typed, (car) => describe(car, classNames.get(car.classId)))
  const toggle = (carId: string): void => props.onChange(picked.includes(carId) ? picked.filter((one) => one !== carId) : [...picked, carId])
  const isNew = props.free && typed !== '' && !all.some((car) => car.name.toLowerCase() === typed.toLowerCase())
  const add = (): void => {
    props.onChange([...picked, typed])
    setWords('')
  }
  return (
    <fieldset className={css.plain} aria-describedby={id}>
      <legend className={css.legend}>{props.label}</legend>
      {props.hint && <p className={css.hint}>{props.hint}</p>}
      <ClassFilter game={game} value={carClass} onChange={setCarClass} />
      <TextField
        label={text(game.cars.length === 0 ? 'form.carName' : 'form.carsFind')}
        type={game.cars.length === 0 ? 'text' : 'search'}
        value={words}
        maxLength={80}
        onChange={setWords}
      />
      <div className={list.tools}>
        {isNew && (
          <Button icon={<Icon name="plus" size={16} />} onClick={add}>
            {text('form.addWords', { words: typed })}
          </Button>
        )}
        <strong aria-live="polite">{text('form.carsPicked', { count: picked.length })}</strong>
        {shown.length > 0 && shown.length < all.length && (
          <Button size="small" onClick={() => props.onChange([...new Set([...picked, ...shown.map((car) => car.id)])])}>
            {text('form.pickAll')}
          </Button>
        )}
        {picked.length > 0 && (
          <Button size="small" onClick={() => props.onChange([])}>
            {text('form.pickNone')}
          </Button>
        )}
        {game.cars.some((car) => car.dlc !== null) && (
          <Toggle label={text('form.onlyOwned')} value={only.owned} onChange={(owned) => setOnly({ ...only, owned })} />
        )}
        {game.cars.length > 0 && (
          <Toggle label={text('form.onlyPicked')} value={only.picked} onChange={(isOn) => setOnly({ ...only, picked: isOn })} />
        )}
      </div>
      {shown.length > 0 && (
        <ul className={list.cars}>
          {shown.map((car) => (
            <li key={car.id}>
              <label className={list.car}>
                <input
                  type="checkbox"
                  checked={picked.includes(car.id)}
                  onChange={() => toggle(car.id)}
                  aria-invalid={props.error ? true : undefined}
                />
                <span className={list.name}>
                  {car.name}
                  <small>
                    {[carClass === 'all' && game.classes.find((one) => one.id === car.classId)?.name, car.year].filter(Boolean).join(' · ')}
                  </small>
                </span>
                {car.dlc !== null && <PaidMark pack={car.dlc} />}
              </label>
            </li>
          ))}
        </ul>
      )}
      {shown.length === 0 && game.cars.length > 0 && !isNew && <p className={css.hint}>{text('form.noCar')}</p>}
      <p id={id} className={css.error} aria-live="polite">
        {props.error}
      </p>
    </fieldset>
  )
}

/** Few classes are a row of chips, many a list; the largest stand first. */
function ClassFilter(props: { readonly game: CatalogueReply; readonly value: string; readonly onChange: (classId: string) => void }) {
  const text = useTexts('sessions-form')
  const { game, value, onChange } = props
  const counts = Map.groupBy(game.cars, (car) => car.classId)
  const classes = game.classes.flatMap((one) => {
    const count = counts.get(one.id)?.length ?? 0
    return count > 0 ? [{ value: one.id, label: one.name, count }] : []
  })
  if (classes.length < 2) return null
  const everything = { value: 'all', label: text('form.carsAll'), count: game.cars.length }
  if (classes.length <= FEW_CLASSES)
    return (
      <ChipChoice
        label={text('form.carsFilter')}
        value={value}
        onChange={onChange}
        choices={[everything, ...classes.toSorted((a, b) => b.count - a.count)]}
      />
    )
  return (
    <SelectField
      label={text('form.carsFilter')}
      value={value}
      onChange={onChange}
      choices={[everything, ...classes.toSorted((a, b) => a.label.localeCompare(b.label))].map((one) => ({
        value: one.value,
        label: `${one.label} (${one.count})`,
      }))}
    />
  )
}

function Toggle(props: { readonly label: string; readonly value: boolean; readonly onChange: (isOn: boolean) => void }) {
  return (
    <label className={list.toggle}>
      <input type="checkbox" checked={props.value} onChange={(event) => props.onChange(event.target.checked)} />
      {props.label}
    </label>
  )
}

/** A car by its name and maker, then its class and year. */
const describe = (car: Car, className = ''): Findable => ({
  names: [car.name, `${car.manufacturer ?? ''} ${car.name}`, ...nicknamesOf(`${car.manufacturer ?? ''} ${car.name}`)],
  parts: [className, String(car.year ?? '')],
})

/** A car somebody has named: its name is all there is. */
const carOfName = (name: string): Car => ({ id: name, name, classId: '', manufacturer: null, year: null, dlc: null, skins: [] })
