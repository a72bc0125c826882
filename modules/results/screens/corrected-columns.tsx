import type { ReactNode } from 'react'
import type { Text } from '#web/kit/texts.tsx'
import type { Column } from '#web/ui/data/data-table.tsx'
import type { ResultRowView, SegmentView } from '../contract.ts'
import { givesPoints } from '../rules.ts'
import css from './results.module.css'
import { signed } from './row/row-words.ts'

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
    number('points', text('table.points'), text('table.pointsLabel'), (row) => (
      <strong>
        {row.finalPoints}
        {row.eventAdjustment !== 0 && <abbr title={text('table.eventAdjusted')}>†</abbr>}
      </strong>
    )),
  ]
}

/** Seconds added; a phone says them below the name. */
export const penaltyColumn = (text: Text<'results'>, { results }: Pick<SegmentView, 'results'>): Rows =>
  results.some(({ penaltyAdjustments }) => penaltyAdjustments !== 0)
    ? [
        number(
          'penalty',
          text('table.penalty'),
          text('table.penaltyLabel'),
          (row) => marked(row.penaltyAdjustments / 1000, (value) => text('detail.signedSeconds', { signed: value })),
          true,
        ),
      ]
    : []

const marked = (value: number, words: (value: string) => string = String): ReactNode =>
  value === 0 ? '' : <span className={css.adjusted}>{words(signed(value))}</span>

const number = (key: string, head: string, headLabel: string, cell: Column<ResultRowView>['cell'], wideOnly = false): Column<ResultRowView> => ({
  key,
  head,
  headLabel,
  kind: 'number',
  cell,
  wideOnly,
})
