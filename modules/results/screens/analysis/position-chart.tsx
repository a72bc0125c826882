import { useTexts } from '#web/kit/texts.tsx'
import { LinePlot } from '#web/ui/chart/lazy-plots.tsx'
import { curveOf, hasValues, strongLast, type DrawnCharts } from './charted.ts'
import { LapTable } from './lap-table.tsx'

const ROW_PX = 20
const LEAST_PX = 220
const ROOM_PX = 44

/** Everybody's position after each lap; the chosen stand out. */
export function PositionChart({ all, label, onPick }: DrawnCharts) {
  const text = useTexts('results')
  const curves = all.map((one) => curveOf(one, [one.row.startPosition, ...one.positions])).filter(hasValues)
  const last = Math.max(2, ...curves.flatMap(({ values }) => values.flatMap((value) => value ?? [])))
  const words = text('chart.label', { name: label })
  return (
    <>
      <LinePlot
        label={words}
        curves={strongLast(curves)}
        height={Math.max(LEAST_PX, last * ROW_PX) + ROOM_PX}
        first={0}
        startLabel={text('chart.start')}
        lapLabel={(lap) => text('chart.lap', { lap })}
        say={String}
        sayShort={String}
        isReversed
        bounds={[0.5, last + 0.5]}
        isNamed
        ticks={Array.from({ length: last }, (_, i) => i + 1)}
        onPick={onPick}
      />
      <LapTable curves={curves} caption={words} first={0} say={String} />
    </>
  )
}
