import { useTexts } from '#web/kit/texts.tsx'
import { ChartTable } from '#web/ui/chart/chart-table.tsx'
import type { Curve } from '#web/ui/chart/curve.ts'

/** A chart by lap in figures. */
export function LapTable(props: {
  readonly curves: readonly Curve[]
  readonly caption: string
  readonly first: 0 | 1
  readonly say: (value: number) => string
}) {
  const text = useTexts('results')
  const { curves, first } = props
  const longest = Math.max(first, ...curves.map(({ values }) => values.length - 1))
  const laps = Array.from({ length: longest - first + 1 }, (_, i) => i + first)
  return (
    <ChartTable
      {...props}
      summary={text('chart.asTable')}
      subject={text('table.driver')}
      columns={laps.map((at) => ({ at, label: at === 0 ? text('chart.start') : String(at) }))}
    />
  )
}
