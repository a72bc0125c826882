import { useTexts } from '#web/kit/texts.tsx'
import { ClassDot } from '#web/ui/mark/class-dot.tsx'
import type { EventView } from '../../contract.ts'
import { seatBars } from '../../rules/seat-bars.ts'
import css from './class-bars.module.css'

/** How full it is: each class with a limit of its own by itself, and all together where that says more. */
export function ClassBars({ event }: { readonly event: Pick<EventView, 'carClasses' | 'taken' | 'config' | 'driverSwap'> }) {
  const text = useTexts('sessions-page')
  const tab = useTexts('sessions')
  return (
    <ul className={css.bars}>
      {seatBars(event).map(({ classId, taken, most, free }) => {
        const carClass = event.carClasses.find(({ id }) => id === classId)
        return (
          <li key={classId ?? ''} data-over={taken > most || undefined}>
            <span className={css.name}>
              {carClass ? <ClassDot carClass={carClass.name} color={carClass.color} /> : null}{' '}
              {carClass?.name ?? tab(event.driverSwap ? 'tab.teams' : 'tab.participants')}
            </span>
            <span className={css.bar} aria-hidden="true">
              <i style={{ width: `${most > 0 ? Math.min(100, (taken / most) * 100) : 0}%`, background: carClass?.color }} />
            </span>
            <span className={css.count}>
              <b>{taken}</b> {text('seats.of', { most })} · <span data-none={free === 0 || undefined}>{text('seats.free', { count: free })}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
