import { useState, type ReactNode } from 'react'
import { formatLapTime } from '#core/lap-time.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts, type Text } from '#web/kit/texts.tsx'
import { classes } from '#web/ui/classes.ts'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { BestTime, PositionsGained } from '#web/ui/mark/change.tsx'
import type { ResultRowView, SegmentView } from '../contract.ts'
import { gapText, lapsKnown, raceTime, shownPosition } from '../rules.ts'
import { penaltyColumn, pointsColumns } from './corrected-columns.tsx'
import { phoneRank, rankColumns } from './ranks.tsx'
import { ClassChip, DriverName } from './row/driver-name.tsx'
import { bopText, incidentSum } from './row/row-words.ts'
import css from './results.module.css'

const EventAdjusted = lazyPart(() => import('./row/corrected-words.tsx'), 'EventAdjusted')
const RowDetail = lazyPart(() => import('./row/row-detail.tsx'), 'RowDetail')

/** What other rooms have for a row, in its detail. */
export type RowTools = (row: ResultRowView, segment: SegmentView) => ReactNode

/** Rows that somebody chooses among, by participant. */
export type Choosing = {
  readonly chosen: ReadonlySet<string>
  readonly mayChoose: (row: ResultRowView) => boolean
  readonly choose: (chosen: ReadonlySet<string>) => void
}

/** The table of a segment or of one class in it. A name opens what a phone has no column for. */
export function ResultTable(props: {
  readonly caption: string
  readonly segment: SegmentView
  readonly rows: readonly ResultRowView[]
  readonly isMine: (row: ResultRowView) => boolean
  readonly onLaps: (row: ResultRowView) => void
  readonly tools?: RowTools
  readonly choosing?: Choosing | null
}) {
  const text = useTexts('results')
  const [open, setOpen] = useState<string | null>(null)
  const { segment } = props
  // a table of one class has columns for what is in it
  const own: SegmentView = { ...segment, results: [...props.rows] }
  const toggle = (row: ResultRowView) => setOpen(open === row.participantId ? null : row.participantId)
  const has = {
    incidents: props.rows.some(({ incidents }) => incidents !== null),
    bop: props.rows.some(({ bop }) => bop !== null),
    laps: lapsKnown(segment),
    // of a table of one class its heading says which
    classes: new Set(props.rows.map(({ carClassId }) => carClassId)).size > 1,
  }
  const driver = driverColumn(text, segment, open, toggle)
  const columns = [
    ...(props.choosing ? [chooseColumn(text, props.rows, props.choosing)] : []),
    position(text, segment.manualSession),
    driver,
    ...rankColumns(text, own),
    ...(segment.type === 'RACE' ? raceColumns(text, own, has) : lapColumns(text, own, has)),
  ]
  return (
    <div className={classes(css.table, segment.type !== 'RACE' && css.ofLaps)}>
      <DataTable
        caption={props.caption}
        columns={columns}
        rows={props.rows}
        rowKey={(row) => row.participantId}
        mine={props.isMine}
        detail={detailOf(open, segment, props)}
      />
      {props.rows.map((row) => row.eventAdjustment !== 0 && <EventAdjusted key={row.participantId} row={row} />)}
    </div>
  )
}

const driverColumn = (
  text: Text<'results'>,
  segment: SegmentView,
  open: string | null,
  toggle: (row: ResultRowView) => void,
): Column<ResultRowView> => ({
  key: 'driver',
  head: text('table.driver'),
  kind: 'main',
  cell: (row) => (
    <DriverName
      row={row}
      segment={segment}
      isOpen={open === row.participantId}
      onToggle={() => toggle(row)}
      onNear={() => void RowDetail.preload()}
    />
  ),
})

/** A box for each row that may be chosen, and one for all of this table. */
function chooseColumn(text: Text<'results'>, rows: readonly ResultRowView[], { chosen, mayChoose, choose }: Choosing): Column<ResultRowView> {
  const all = rows.filter(mayChoose).map(({ participantId }) => participantId)
  const put = (ids: readonly string[], isOn: boolean) =>
    choose(isOn ? new Set([...chosen, ...ids]) : new Set([...chosen].filter((id) => !ids.includes(id))))
  const box = (label: string, ids: readonly string[]) => (
    <input
      type="checkbox"
      className={css.choose}
      aria-label={label}
      checked={ids.every((id) => chosen.has(id))}
      onChange={({ target }) => put(ids, target.checked)}
    />
  )
  return {
    key: 'choose',
    head: all.length > 0 && box(text('table.chooseAll'), all),
    headLabel: text('table.choose'),
    screenOnly: true,
    cell: (row) => mayChoose(row) && box(text('table.chooseRow', { name: row.name ?? text('table.removed') }), [row.participantId]),
  }
}

type OfRow = { readonly onLaps: (row: ResultRowView) => void; readonly tools?: RowTools }

const detailOf =
  (open: string | null, segment: SegmentView, { onLaps, tools }: OfRow) =>
  (row: ResultRowView): ReactNode =>
    open === row.participantId && <RowDetail row={row} segment={segment} onLaps={() => onLaps(row)} tools={tools?.(row, segment)} />

type Has = { readonly incidents: boolean; readonly bop: boolean; readonly laps: boolean; readonly classes: boolean }
type Columns = readonly Column<ResultRowView>[]

function raceColumns(text: Text<'results'>, segment: SegmentView, has: Has): Columns {
  const points = pointsColumns(text, segment)
  return [
    ...(has.laps ? [laps(text)] : []),
    {
      key: 'time',
      head: text('table.time'),
      kind: 'number',
      cell: (row) => (
        <span className={css.time}>
          <Gap row={row} text={text} />
        </span>
      ),
    },
    { key: 'total', head: text('table.total'), kind: 'number', wideOnly: 'very', cell: (row) => formatLapTime(raceTime(row)) },
    ...(has.laps
      ? [
          {
            key: 'best',
            head: text('table.best'),
            kind: 'number' as const,
            wideOnly: true,
            cell: (row: ResultRowView) => <BestLap row={row} text={text} />,
          },
        ]
      : []),
    ...carColumns(text, segment, has),
    ...points,
    ...penaltyColumn(text, segment),
    ...phoneRank(text, segment, points.length > 0),
  ]
}

const lapColumns = (text: Text<'results'>, segment: SegmentView, has: Has): Columns => [
  {
    key: 'best',
    head: text('table.best'),
    kind: 'number',
    cell: (row) => (
      <>
        <BestLap row={row} text={text} />
        {row.timeRetired.type === 'TIMEDIFF' && (
          <span className={css.phoneGap}>
            <Gap row={row} text={text} />
          </span>
        )}
      </>
    ),
  },
  {
    key: 'gap',
    head: text('table.gap'),
    kind: 'number',
    wideOnly: true,
    cell: (row) => (row.timeRetired.type === 'TIMEDIFF' ? <Gap row={row} text={text} /> : ''),
  },
  ...(has.laps ? [laps(text)] : []),
  { key: 'total', head: text('table.total'), kind: 'number', wideOnly: 'very', cell: (row) => formatLapTime(row.totalTime) },
  ...carColumns(text, segment, has),
]

/** What is told of the car; each where there is something in it (product.md §2). */
const carColumns = (text: Text<'results'>, segment: SegmentView, has: Has): Columns => [
  ...(has.incidents ? [incidents(text)] : []),
  ...(has.bop ? [bop(text)] : []),
  ...(has.classes ? [classOf(text, segment)] : []),
]

const laps = (text: Text<'results'>): Column<ResultRowView> => ({
  key: 'laps',
  head: text('table.laps'),
  kind: 'number',
  wideOnly: 'very',
  cell: (row) => row.lapCount,
})

const position = (text: Text<'results'>, isManual: boolean): Column<ResultRowView> => ({
  key: 'position',
  head: '#',
  headLabel: text('table.position'),
  kind: 'position',
  cell: (row) => (
    <>
      {shownPosition(row, isManual)}
      {row.positionsGained !== null && (
        <span className={css.phoneGained}>
          <PositionsGained gained={row.positionsGained} />
        </span>
      )}
    </>
  ),
})

const incidents = (text: Text<'results'>): Column<ResultRowView> => ({
  key: 'incidents',
  head: text('table.incidents'),
  headLabel: text('table.incidentsLabel'),
  kind: 'number',
  wideOnly: true,
  cell: (row) => incidentSum(row) ?? '',
})

/** On a phone it stands in the row's detail. */
const bop = (text: Text<'results'>): Column<ResultRowView> => ({
  key: 'bop',
  head: text('table.bop'),
  headLabel: text('table.bopLabel'),
  kind: 'number',
  wideOnly: true,
  cell: (row) => bopText(row.bop, text),
})

/** A phone names it before the car. */
const classOf = (text: Text<'results'>, segment: SegmentView): Column<ResultRowView> => ({
  key: 'class',
  head: text('filter.class'),
  wideOnly: true,
  cell: (row) => <ClassChip row={row} segment={segment} />,
})

function Gap(props: { readonly row: ResultRowView; readonly text: Text<'results'> }): ReactNode {
  const { row, text } = props
  const words = gapText(row, (count) => text('table.lapsDown', { count }), text('table.skipped'))
  return row.status === 'FINISHED' ? (
    words
  ) : (
    <abbr className={css.out} title={text(`status.${row.status}`)}>
      {words}
    </abbr>
  )
}

/** The best lap with its sign: a filled star for the session's best, an open one for the driver's own so far, `*` when not clean. */
function BestLap(props: { readonly row: ResultRowView; readonly text: Text<'results'> }): ReactNode {
  const { row, text } = props
  if (row.bestLapTime === null) return <span className={css.none}>{text('table.noTime')}</span>
  const isClean = row.bestLapTime === row.bestCleanLapTime
  return (
    <>
      {row.bestLapIs && (
        <span aria-hidden="true" className={css[row.bestLapIs]}>
          {row.bestLapIs === 'session' ? '★ ' : '☆ '}
        </span>
      )}
      <BestTime best={row.bestLapIs}>{formatLapTime(row.bestLapTime)}</BestTime>
      {!isClean && <abbr title={text('table.notClean')}>*</abbr>}
    </>
  )
}
