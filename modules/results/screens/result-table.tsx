import { useState, type ReactNode } from 'react'
import { formatLapTime } from '#core/lap-time.ts'
import { useTexts, type Text } from '#web/kit/texts.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { BestTime, PositionsGained } from '#web/ui/mark/change.tsx'
import { ClassDot } from '#web/ui/mark/class-dot.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { NumberPlate } from '#web/ui/mark/number-plate.tsx'
import type { ResultRowView, SegmentView } from '../contract.ts'
import { gapText, lapsKnown, shownPosition } from '../rules.ts'
import { bopText, incidentSum, RowDetail } from './row-detail.tsx'
import { rankColumns } from './ranks.tsx'
import css from './results.module.css'

/** The table of a segment or of one class in it. A name opens what a phone has no column for. */
export function ResultTable(props: {
  readonly caption: string
  readonly segment: SegmentView
  readonly rows: readonly ResultRowView[]
  readonly isMine: (row: ResultRowView) => boolean
  readonly onLaps: (row: ResultRowView) => void
}) {
  const text = useTexts('results')
  const [open, setOpen] = useState<string | null>(null)
  const { segment } = props
  const toggle = (row: ResultRowView) => setOpen(open === row.participantId ? null : row.participantId)
  const has = {
    points: segment.type === 'RACE' && segment.results.some(({ finalPoints }) => finalPoints !== 0),
    adjustments: segment.results.some(({ pointsAdjustments }) => pointsAdjustments !== 0),
    incidents: segment.results.some(({ incidents }) => incidents !== null),
    bop: segment.results.some(({ bop }) => bop !== null),
    laps: lapsKnown(segment),
  }
  const driver = driverColumn(text, segment, open, toggle)
  const ranks = rankColumns(text, segment)
  const columns = [
    position(text, segment.manualSession),
    driver,
    ...ranks,
    ...(segment.type === 'RACE' ? raceColumns(text, has) : lapColumns(text, has)),
  ]
  return (
    <div className={css.table}>
      <DataTable
        caption={props.caption}
        columns={columns}
        rows={props.rows}
        rowKey={(row) => row.participantId}
        mine={props.isMine}
        detail={detailOf(open, segment, props.onLaps)}
      />
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
  cell: (row) => <DriverName row={row} segment={segment} isOpen={open === row.participantId} onToggle={() => toggle(row)} />,
})

const detailOf =
  (open: string | null, segment: SegmentView, onLaps: (row: ResultRowView) => void) =>
  (row: ResultRowView): ReactNode =>
    open === row.participantId && <RowDetail row={row} segment={segment} onLaps={() => onLaps(row)} />

type Has = { readonly points: boolean; readonly adjustments: boolean; readonly incidents: boolean; readonly bop: boolean; readonly laps: boolean }
type Columns = readonly Column<ResultRowView>[]

const raceColumns = (text: Text<'results'>, has: Has): Columns => [
  ...(has.laps ? [laps(text)] : []),
  { key: 'time', head: text('table.time'), kind: 'number', cell: (row) => <Gap row={row} text={text} /> },
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
  ...(has.incidents ? [incidents(text)] : []),
  ...(has.bop ? [bop(text)] : []),
  ...(has.adjustments
    ? [
        {
          key: 'adjusted',
          head: text('table.adjusted'),
          headLabel: text('table.adjustedLabel'),
          kind: 'number' as const,
          wideOnly: true,
          cell: (row: ResultRowView) => <span className={css.adjusted}>{row.pointsAdjustments || ''}</span>,
        },
      ]
    : []),
  ...(has.points
    ? [
        {
          key: 'points',
          head: text('table.points'),
          headLabel: text('table.pointsLabel'),
          kind: 'number' as const,
          cell: (row: ResultRowView) => <strong>{row.finalPoints}</strong>,
        },
      ]
    : []),
]

const lapColumns = (text: Text<'results'>, has: Has): Columns => [
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
  { key: 'total', head: text('table.total'), kind: 'number', wideOnly: true, cell: (row) => formatLapTime(row.totalTime) },
  ...(has.incidents ? [incidents(text)] : []),
  ...(has.bop ? [bop(text)] : []),
]

const laps = (text: Text<'results'>): Column<ResultRowView> => ({
  key: 'laps',
  head: text('table.laps'),
  kind: 'number',
  wideOnly: true,
  cell: (row) => row.lapCount,
})

const position = (text: Text<'results'>, isManual: boolean): Column<ResultRowView> => ({
  key: 'position',
  head: '#',
  headLabel: text('table.position'),
  kind: 'position',
  cell: (row) => shownPosition(row, isManual),
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

function DriverName(props: { readonly row: ResultRowView; readonly segment: SegmentView; readonly isOpen: boolean; readonly onToggle: () => void }) {
  const { row, segment } = props
  const text = useTexts('results')
  const carClass = segment.carClasses.find(({ id }) => id === row.carClassId)
  const name = row.name ?? text('table.removed')
  return (
    <div className={css.driver}>
      <Flag country={row.country} />
      <span className={css.plate}>
        <NumberPlate number={row.raceNumber} />
      </span>
      <div className={css.words}>
        <span className={css.nameLine}>
          <button type="button" className={css.name} aria-expanded={props.isOpen} title={text('table.details', { name })} onClick={props.onToggle}>
            {name}
          </button>
          {row.positionsGained !== null && <PositionsGained gained={row.positionsGained} />}
        </span>
        {row.carName && (
          <span className={css.car}>
            {carClass && <ClassDot carClass={carClass.name} color={carClass.color} />}
            {carClass && segment.carClasses.length > 1 && <span className="unseen">{carClass.name}: </span>}
            <span className={css.carName}>{row.carName}</span>
          </span>
        )}
        {row.participant.type === 'TEAM' && row.drivers.length > 0 && (
          <span className={css.crew}>{row.drivers.map((driver) => driver.name ?? text('table.removed')).join(', ')}</span>
        )}
      </div>
    </div>
  )
}

function Gap(props: { readonly row: ResultRowView; readonly text: Text<'results'> }): ReactNode {
  const { row, text } = props
  const words = gapText(row, (count) => text('table.lapsDown', { count }))
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
