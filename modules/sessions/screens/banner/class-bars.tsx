import { useTexts } from '#web/kit/texts.tsx'
import { ClassDot } from '#web/ui/mark/class-dot.tsx'
import type { EventView } from '../../contract.ts'
import css from './class-bars.module.css'

type Filled = { readonly key: string; readonly name: string; readonly color: string | null; readonly taken: number; readonly most: number }

/** How full it is: each class with a limit of its own by itself, else all together. */
export function ClassBars({ event }: { readonly event: Pick<EventView, 'carClasses' | 'taken' | 'config' | 'driverSwap'> }) {
  const text = useTexts('sessions-page')
  const tab = useTexts('sessions')
  const { carClasses, taken, config, driverSwap } = event
  const limited = carClasses.filter(({ maxClassEntries }) => maxClassEntries !== null)
  const all = { key: '', name: tab(driverSwap ? 'tab.teams' : 'tab.participants'), color: null, taken, most: config.seats }
  const ofClasses = limited.map(({ id, name, color, currentEntries, maxClassEntries }): Filled => ({
    key: id,
    name,
    color,
    taken: currentEntries,
    most: maxClassEntries ?? config.seats,
  }))
  const bars: readonly Filled[] = limited.length === carClasses.length && limited.length > 0 ? ofClasses : [all, ...ofClasses]
  return (
    <ul className={css.bars}>
      {bars.map(({ key, name, color, taken, most }) => {
        const free = Math.max(0, most - taken)
        return (
          <li key={key} data-over={taken > most || undefined}>
            <span className={css.name}>
              {color !== null && <ClassDot carClass={name} color={color} />} {name}
            </span>
            <span className={css.bar} aria-hidden="true">
              <i style={{ width: `${most > 0 ? Math.min(100, (taken / most) * 100) : 0}%`, background: color ?? undefined }} />
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
