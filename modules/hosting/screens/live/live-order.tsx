import { useState, type ReactNode } from 'react'
import { formatGap, formatLapTime } from '#web/kit/format.ts'
import { useTexts, type Text } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import type { Live } from '../../contract.ts'
import css from './live.module.css'

type Row = Live['order'][number] & { readonly place: number }

/** Shown before the rest is asked for. */
const FIRST = 10

/** The order as its server tells it: in a race who is where, before it the grid as it would be. `driver` shows who has a number. */
export function LiveOrder(props: {
  readonly type: Live['type']
  readonly order: Live['order']
  readonly mine: number | null
  readonly driver: (raceNumber: number | null) => ReactNode
}) {
  const { type, order, mine, driver } = props
  const text = useTexts('hosting')
  const [isWhole, setWhole] = useState(false)
  const rows = order.map((row, index): Row => ({ ...row, place: index + 1 }))
  // one's own place is never behind a button
  const shown = isWhole ? rows : rows.filter((row) => row.place <= FIRST || (mine !== null && row.raceNumber === mine))
  return (
    <section className={css.order}>
      <h2>{text(`live.order${type}`)}</h2>
      <DataTable
        caption={text(`live.order${type}`)}
        columns={columnsOf(type, rows[0]?.bestMs ?? null, driver, text)}
        rows={shown}
        rowKey={({ place }) => String(place)}
        mine={({ raceNumber }) => mine !== null && raceNumber === mine}
      />
      {shown.length < rows.length && <Button onClick={() => setWhole(true)}>{text('live.all', { count: rows.length })}</Button>}
    </section>
  )
}

function columnsOf(
  type: Live['type'],
  bestMs: number | null,
  driver: (raceNumber: number | null) => ReactNode,
  text: Text<'hosting'>,
): readonly Column<Row>[] {
  const isRace = type === 'RACE'
  const behind = ({ place, laps, gapMs, bestMs: ownMs }: Row): string => {
    if (isRace) return place === 1 || gapMs === null ? text('live.laps', { count: laps }) : formatGap(gapMs)
    return place === 1 || ownMs === null || bestMs === null ? '' : formatGap(ownMs - bestMs)
  }
  return [
    { key: 'place', head: '#', headLabel: text('live.place'), kind: 'position', cell: ({ place }) => place },
    { key: 'driver', head: text('live.driver'), kind: 'main', cell: ({ raceNumber }) => driver(raceNumber) },
    ...(isRace ? [{ key: 'gap', head: text('live.gap'), kind: 'number' as const, cell: behind }] : []),
    {
      key: 'best',
      head: text('live.best'),
      kind: 'number',
      wideOnly: isRace,
      cell: (row) => <Best lapMs={row.bestMs} behind={isRace ? null : behind(row)} />,
    },
    ...(isRace ? [{ key: 'laps', head: text('live.lapsHead'), kind: 'number' as const, wideOnly: true, cell: (row: Row) => row.laps }] : []),
  ]
}

const Best = ({ lapMs, behind }: { readonly lapMs: number | null; readonly behind: string | null }) => (
  <span className={css.best}>
    {formatLapTime(lapMs)}
    {behind !== null && <small>{behind}</small>}
  </span>
)
