import { useTexts } from '#web/kit/texts.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { stintsOf } from '../../rules/lap-charts.ts'
import type { DrawnCharts } from './charted.ts'
import css from './stints.module.css'

/** Who drove how many laps between stops. Rows of words and bars, so that it is its own table. */
export function StintChart({ all, label }: DrawnCharts) {
  const text = useTexts('results')
  const drivers = all.flatMap((one) => (one.look && one.pits ? [{ ...one, stints: stintsOf(one.row.lapCount, one.pits) }] : []))
  const most = Math.max(1, ...drivers.map(({ row }) => row.lapCount))
  if (all.every(({ pits }) => pits === null)) return <EmptyState title={text('chart.noStops')} />
  if (drivers.length === 0) return <EmptyState title={text('chart.chooseSome')} />
  return (
    <ul className={css.drivers} aria-label={text('chart.stintsLabel', { name: label })}>
      {drivers.map(({ row, name, look, stints }) => (
        <li key={row.participantId}>
          <span className={css.name}>{name}</span>
          <ol className={css.stints} style={{ width: `${(row.lapCount / most) * 100}%` }}>
            {stints.map(({ from, to }) => (
              <li key={from} style={{ flexGrow: to - from + 1, borderColor: look!.color }}>
                <span className="unseen">{text('chart.stint', { from, to })}</span>
                <span aria-hidden="true" title={text('chart.stint', { from, to })}>
                  {to - from + 1}
                </span>
              </li>
            ))}
          </ol>
          <span className={css.count}>{text('chart.stops', { count: stints.length === 0 ? 0 : stints.length - 1 })}</span>
        </li>
      ))}
    </ul>
  )
}
