import { MINUTE_MS } from '#core/duration.ts'
import { useNow } from '#web/kit/clock.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ClassDot } from '#web/ui/mark/class-dot.tsx'
import type { EventView } from '../../contract.ts'
import { seatsFreeAt } from '../../rules.ts'
import { seatBars } from '../../rules/seat-bars.ts'
import css from './class-bars.module.css'

/** How full it is: each class with a limit of its own by itself, and all together where that says more. */
export function ClassBars({ event }: { readonly event: EventView }) {
  const forComer = seatsFreeAt(event, useNow(MINUTE_MS))
  const text = useTexts('sessions-page')
  const tab = useTexts('sessions')
  return (
    <ul className={css.bars}>
      {seatBars(event).map(({ classId, taken, most, ...bar }) => {
        // what is kept for who waited is nobody else's to choose, as the state and every list say
        const free = Math.min(bar.free, forComer)
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
