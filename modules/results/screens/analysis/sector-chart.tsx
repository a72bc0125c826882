import { useState } from 'react'
import { formatGap } from '#core/lap-time.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { ChipChoice } from '#web/ui/mark/chip.tsx'
import { lossBySector } from '../../rules/lap-charts.ts'
import { FAINT } from '#web/ui/chart/curve.ts'
import { gapMark, type DrawnCharts } from './charted.ts'
import { Figures } from './figures.tsx'
import { BarPlot } from '#web/ui/chart/lazy-plots.tsx'
import css from '../charts.module.css'

/** More than this many beside each other are not told apart. */
const MOST = 4

/** Where each of two to four drivers loses time to the fastest of them: by their best sectors, or by the average of their laps. */
export function SectorChart({ all, label }: DrawnCharts) {
  const text = useTexts('results')
  const [by, choose] = useState<'best' | 'average'>('best')
  const chosen = all.filter(({ look }) => look !== null)
  // one's own row first: it is what somebody compares
  const few = [...chosen.filter(({ isMine }) => isMine), ...chosen.filter(({ isMine }) => !isMine)].slice(0, MOST)
  const drivers = few.map((one) => ({ ...one, sectors: (by === 'best' ? one.bestSectors : one.averageSectors) ?? [] }))
  const known = drivers.filter(({ sectors }) => sectors.length > 0)
  const count = Math.max(0, ...known.map(({ sectors }) => sectors.length))
  const loss = lossBySector(known.map(({ sectors }) => sectors))
  const groups = Array.from({ length: count }, (_, s) => text('laps.sector', { no: String(s + 1) }))
  const words = text('chart.sectorsLabel', { name: label })
  return (
    <>
      <ChipChoice
        label={text('chart.sectorsBy')}
        value={by}
        onChange={choose}
        choices={[
          { value: 'best', label: text('chart.bestSectors') },
          { value: 'average', label: text('chart.averageSectors') },
        ]}
      />
      {chosen.length > MOST && <p className={css.note}>{text('chart.fourAtMost')}</p>}
      {by === 'average' && drivers.some(({ averageSectors }) => averageSectors === null) && <p className={css.note}>{text('chart.locked')}</p>}
      {known.length === 0 ? (
        <EmptyState title={text(chosen.length === 0 ? 'chart.chooseSome' : 'chart.noSectors')} />
      ) : (
        <>
          {known.length > 1 && (
            <BarPlot
              label={words}
              groups={groups}
              say={formatGap}
              sayShort={gapMark([0, ...loss.flat()])}
              series={known.map(({ row, name, look }, i) => ({ id: row.participantId, name, look: look ?? FAINT, values: loss[i]! }))}
            />
          )}
          <Figures
            caption={words}
            head={groups}
            rows={known.map(({ row, name, look, sectors }, i) => ({
              id: row.participantId,
              name,
              look,
              figures: groups.map((_, s) => {
                const lost = loss[i]![s] ?? null
                const time = sectors[s] === undefined ? '–' : (sectors[s] / 1000).toFixed(3)
                return lost ? `${time} (${formatGap(lost)})` : time
              }),
            }))}
          />
        </>
      )}
    </>
  )
}
