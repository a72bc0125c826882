import { formatLapTime } from '#core/lap-time.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { paceIn, paceOf } from '../../rules/lap-charts.ts'
import { curveOf, hasValues, strongLast, type DrawnCharts } from './charted.ts'
import { Figures } from './figures.tsx'
import { LapTable } from './lap-table.tsx'
import { LinePlot } from '#web/ui/chart/lazy-plots.tsx'
import css from '../charts.module.css'

const HEIGHT_PX = 380

/** Lap times of the chosen without what is no pace: the start, stops, accidents. Under them how fast and how even each was. */
export function PaceChart({ all, isRace, label, onPick }: DrawnCharts) {
  const text = useTexts('results')
  const curves = all
    .flatMap((one) => (one.look && one.times ? [curveOf(one, [null, ...paceOf(one.times, one.pits ?? [], isRace)])] : []))
    .filter(hasValues)
  const words = text('chart.timesLabel', { name: label })
  if (curves.length === 0) return <EmptyState title={text('chart.noPace')} />
  return (
    <>
      <p className={css.note}>{text(isRace ? 'chart.paceNoteRace' : 'chart.paceNote')}</p>
      <LinePlot
        label={words}
        curves={strongLast(curves)}
        height={HEIGHT_PX}
        first={1}
        startLabel=""
        lapLabel={(lap) => text('chart.lap', { lap })}
        say={formatLapTime}
        sayShort={(time) => formatLapTime(Math.round(time / 100) * 100).slice(0, -2)}
        isReversed={false}
        onPick={onPick}
      />
      <Figures
        caption={text('chart.paceFigures', { name: label })}
        head={[text('chart.paceLaps'), text('chart.best'), text('chart.median'), text('chart.middleHalf')]}
        rows={curves.map((curve) => {
          const pace = paceIn(curve.values)!
          const figures = [
            String(pace.laps),
            formatLapTime(pace.best),
            formatLapTime(pace.median),
            `${formatLapTime(pace.from)}\u00A0– ${formatLapTime(pace.to)}`,
          ]
          return { id: curve.id, name: curve.name, look: curve.look, figures }
        })}
      />
      <LapTable curves={curves} caption={words} first={1} say={formatLapTime} />
    </>
  )
}
