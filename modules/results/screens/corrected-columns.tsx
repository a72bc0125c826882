import type { ReactNode } from 'react'
import type { Text } from '#web/kit/texts.tsx'
import type { Column } from '#web/ui/data/data-table.tsx'
import type { ResultRowView, SegmentView } from '../contract.ts'
import { givesPoints } from '../rules.ts'
import { PhoneRank, PointsHead } from './ranks.tsx'
import css from './results.module.css'
import { penaltyText, signed } from './row/row-words.ts'

type Rows = readonly Column<ResultRowView>[]

/** Points, what was given and taken, and what that comes to; each where there is something in it. */
export function pointsColumns(text: Text<'results'>, segment: Pick<SegmentView, 'results' | 'scoring'>): Rows {
  if (!givesPoints(segment)) return []
  const { results } = segment
  const isAdjusted = results.some(({ pointsAdjustments }) => pointsAdjustments !== 0)
  if (!isAdjusted && results.every((row) => row.finalPoints === 0 && row.eventAdjustment === 0)) return []
  return [
    ...(isAdjusted
      ? [
          number('calculated', text('table.calculated'), text('table.calculatedLabel'), (row) => row.calculatedPoints, true),
          number('adjusted', text('table.adjusted'), text('table.adjustedLabel'), (row) => marked(row.pointsAdjustments), true),
        ]
      : []),
    number('points', <PointsHead results={results} />, text('table.pointsLabel'), (row) => (
      <>
        <strong>
          {row.finalPoints}
          {row.eventAdjustment !== 0 && <abbr title={text('table.eventAdjusted')}>†</abbr>}
        </strong>
        <PhoneRank row={row} />
      </>
    )),
  ]
}

/** Seconds added and places lost; a phone says them below the name. */
export const penaltyColumn = (text: Text<'results'>, { results }: Pick<SegmentView, 'results'>): Rows =>
  results.some(({ penaltyAdjustments, penaltyPlaces }) => penaltyAdjustments !== 0 || penaltyPlaces !== 0)
    ? [number('penalty', text('table.penalty'), text('table.penaltyLabel'), (row) => inColor(penaltyText(row, text)), true)]
    : []

const inColor = (words: string): ReactNode => words !== '' && <span className={css.adjusted}>{words}</span>
const marked = (value: number): ReactNode => (value === 0 ? '' : inColor(signed(value)))

const number = (key: string, head: ReactNode, headLabel: string, cell: Column<ResultRowView>['cell'], wideOnly = false): Column<ResultRowView> => ({
  key,
  head,
  headLabel,
  kind: 'number',
  cell,
  wideOnly,
})
