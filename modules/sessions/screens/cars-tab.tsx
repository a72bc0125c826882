import { useState, type ReactNode } from 'react'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Chip, ChipChoice } from '#web/ui/mark/chip.tsx'
import { ClassDot } from '#web/ui/mark/class-dot.tsx'
import type { EventView } from '../contract.ts'
import { BopWords } from './bop-words.tsx'
import css from './sessions.module.css'

const MANY = 12
// the page of an event is what most people see first: what finds among many cars comes after it
const CarFinder = lazyPart(() => import('#web/ui/form/car-finder.tsx'), 'CarFinder', <Skeleton rows={1} height={68} />)

/** The cars of the event as a grid, filtered by class; with ballast and restrictor where set. */
export function CarsTab(props: {
  readonly event: EventView
  readonly actions: ReactNode
  /** At the card of a car, for the signed-in while cars are chosen. */
  readonly choice?: (car: EventView['cars'][number]) => ReactNode
}) {
  const { event, actions, choice } = props
  const text = useTexts('sessions')
  const [wanted, setWanted] = useState('all')
  const [found, setFound] = useState<ReadonlySet<string> | null>(null)
  const groups = event.carClasses.length > 0 ? event.carClasses.map(({ id }) => id) : [...new Set(event.cars.map((car) => car.className ?? ''))]
  const groupOf = (car: EventView['cars'][number]): string => (event.carClasses.length > 0 ? car.carClassId : car.className) ?? ''
  const shown = event.cars.filter((car) => (found?.has(car.id) ?? true) && (wanted === 'all' || groupOf(car) === wanted))
  return (
    <div className={css.stack}>
      {actions && <div>{actions}</div>}
      {groups.length > 1 && (
        <ChipChoice
          label={text('cars.filter')}
          value={wanted}
          onChange={setWanted}
          choices={[
            { value: 'all', label: text('cars.all'), count: event.cars.length },
            ...groups.map((group) => ({ value: group, label: <GroupLabel event={event} group={group} /> })),
          ]}
        />
      )}
      {event.cars.length > MANY && <CarFinder label={text('cars.find')} cars={event.cars} onFind={setFound} />}
      <ul className={css.cars}>
        {shown.map((car) => {
          const own = event.carClasses.find(({ id }) => id === car.carClassId)
          return (
            <li key={car.id} className={css.car}>
              <strong>{car.name}</strong>
              {(own ?? car.className ?? car.dlc) && (
                <span className={css.carMore}>
                  <ClassDot carClass={own?.name ?? car.className ?? ''} color={own?.color} /> {own?.name ?? car.className}
                  {car.year ? ` · ${car.year}` : ''}
                  {car.dlc && <Chip tone="warn">{car.dlc === 'paid' ? text('cars.paid') : 'DLC'}</Chip>}
                </span>
              )}
              {car.bop && (
                <span className={css.bop}>
                  <span className="unseen">{text('cars.bop')}: </span>
                  <BopWords bop={car.bop} />
                </span>
              )}
              {choice?.(car)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function GroupLabel({ event, group }: { readonly event: EventView; readonly group: string }) {
  const text = useTexts('sessions')
  const own = event.carClasses.find(({ id }) => id === group)
  const limit = own?.maxClassEntries ? ` ${text('cars.limit', { taken: own.currentEntries, most: own.maxClassEntries })}` : ''
  return (
    <>
      <ClassDot carClass={own?.name ?? group} color={own?.color} /> {own?.name ?? (group || text('cars.other'))}
      {limit}
    </>
  )
}
