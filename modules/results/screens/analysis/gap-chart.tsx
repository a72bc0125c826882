import { useState } from 'react'
import { formatGap } from '#core/lap-time.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { clockOf, gapsTo, leadersClock } from '../../rules/lap-charts.ts'
import { curveOf, gapMark, hasValues, strongLast, type DrawnCharts } from './charted.ts'
import { LapTable } from './lap-table.tsx'
import { LinePlot } from '#web/ui/chart/lazy-plots.tsx'

const HEIGHT_PX = 380
const LEADER = 'leader'

/** How far the chosen are behind whoever leads, or behind and before one rival, after each lap. */
export function GapChart({ all, label, onPick }: DrawnCharts) {
  const text = useTexts('results')
  const timed = all.filter(({ times }) => times !== null && times.length > 0)
  const [typed, refer] = useState(LEADER)
  const rival = timed.find(({ row }) => row.participantId === typed)
  // one's own laps alone tell no gap
  if (timed.length < all.filter(({ positions }) => positions.length > 0).length) return null
  const reference = rival ? clockOf(rival.times!) : leadersClock(timed.map(({ times }) => clockOf(times!)))
  const curves = timed
    .filter((one) => one.look !== null && one !== rival)
    .map((one) => curveOf(one, [null, ...gapsTo(reference, clockOf(one.times!))]))
    .filter(hasValues)
  const words = rival ? text('chart.gapToLabel', { name: label, rival: rival.name }) : text('chart.gapLabel', { name: label })
  return (
    <>
      <SelectField
        label={text('chart.gapTo')}
        value={rival ? typed : LEADER}
        onChange={refer}
        choices={[
          { value: LEADER, label: text('chart.leader') },
          ...timed.map(({ row, name }) => ({ value: row.participantId, label: `${row.position} ${name}` })),
        ]}
      />
      {curves.length === 0 ? (
        <EmptyState title={text('chart.noGaps')} />
      ) : (
        <>
          <LinePlot
            label={words}
            curves={strongLast(curves)}
            height={HEIGHT_PX}
            first={1}
            startLabel=""
            lapLabel={(lap) => text('chart.lap', { lap })}
            say={formatGap}
            sayShort={gapMark(curves.flatMap(({ values }) => values))}
            isReversed
            onPick={onPick}
          />
          <LapTable curves={curves} caption={words} first={1} say={formatGap} />
        </>
      )}
    </>
  )
}
