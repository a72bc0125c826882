import type { ReactNode } from 'react'
import { formatGap, formatLapTime } from '#core/lap-time.ts'
import { RatingBadges } from '#web/ui/mark/licence-badge.tsx'
import { useFormat } from '#web/kit/format.ts'
import { useTexts, type Text } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { ClassDot } from '#web/ui/mark/class-dot.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { classes } from '#web/ui/classes.ts'
import type { BestLap } from '../contract.ts'
import css from './laps.module.css'

type Hidden = { readonly position: number; readonly isHidden: true }
type Row = BestLap | Hidden
const isHidden = (row: Row): row is Hidden => 'isHidden' in row

type Props = {
  readonly laps: readonly BestLap[]
  readonly hidden: number
  /** The reader's own best, for the difference. */
  readonly own: BestLap | undefined
  /** The event whose page this is. */
  readonly sessionId?: string | undefined
  /** Said where the rows begin that are not told. */
  readonly prompt: ReactNode
}

/** The table of best laps; on a phone a list of the same rows. What is not told has a place, and nothing in it. */
export function LapsTable({ laps, hidden, own, sessionId, prompt }: Props) {
  const text = useTexts('laps')
  const rows = withHidden(laps, hidden)
  const firstHidden = rows.findIndex(isHidden)
  const columns: readonly (Column<Row> | false)[] = [
    { key: 'position', head: '#', headLabel: text('table.position'), kind: 'position', cell: (row) => row.position },
    {
      key: 'driver',
      head: text('table.driver'),
      kind: 'main',
      cell: (row) => driverOf(row, text, sessionId),
    },
    { key: 'car', head: text('table.car'), wideOnly: true, cell: told((lap) => <Car lap={lap} />) },
    { key: 'track', head: text('table.track'), wideOnly: true, cell: told((lap) => <Track lap={lap} />) },
    {
      key: 'best',
      head: text('table.best'),
      kind: 'number',
      cell: told((lap) => (
        <>
          <strong className={lap.position === 1 ? css.fastest : css.time}>{formatLapTime(lap.lapTime)}</strong>
          {own && <span className={css.onPhone}>{diff(lap, own)}</span>}
        </>
      )),
    },
    own !== undefined && {
      key: 'diff',
      head: text('table.diff'),
      headLabel: text('table.diffLabel'),
      kind: 'number',
      wideOnly: true,
      cell: told((lap) => <span className={lap.lapTime < own.lapTime ? css.ahead : css.behind}>{diff(lap, own)}</span>),
    },
    { key: 'segment', head: text('table.segment'), wideOnly: true, cell: told((lap) => <Segment lap={lap} text={text} />) },
    { key: 'date', head: text('table.date'), wideOnly: true, cell: told((lap) => <When lap={lap} text={text} sessionId={sessionId} />) },
  ]
  const isOneTrack = new Set(laps.map(({ trackId, layoutId }) => `${trackId} ${layoutId}`)).size < 2
  return (
    <div className={classes(css.table, isOneTrack && css.oneTrack)}>
      {firstHidden === 0 && prompt}
      <DataTable
        caption={text('table.caption')}
        columns={columns.filter((column) => column !== false)}
        rows={rows}
        rowKey={(row) => (isHidden(row) ? `hidden ${row.position}` : `${row.sessionId} ${row.segment} ${row.driverId} ${row.carModelId}`)}
        mine={(row) => !isHidden(row) && row.mine}
        detail={(row) => firstHidden > 0 && row === rows[firstHidden - 1] && prompt}
      />
    </div>
  )
}

/** Rows that are not told stand where nobody told stands. */
function withHidden(laps: readonly BestLap[], hidden: number): readonly Row[] {
  if (hidden === 0) return laps
  const byPosition = new Map(laps.map((lap) => [lap.position, lap]))
  return Array.from({ length: laps.length + hidden }, (_, i) => byPosition.get(i + 1) ?? { position: i + 1, isHidden: true })
}

const told =
  (cell: (lap: BestLap) => ReactNode) =>
  (row: Row): ReactNode =>
    isHidden(row) ? <span className={css.blurred} aria-hidden="true" /> : cell(row)

/** To the reader's own best: nothing for that itself. */
const diff = (lap: BestLap, own: BestLap): string => (lap.lapTime === own.lapTime && lap.mine ? '–' : formatGap(lap.lapTime - own.lapTime))

const driverOf = (row: Row, text: Text<'laps'>, sessionId: string | undefined): ReactNode =>
  isHidden(row) ? <Blurred row={row} text={text} /> : <Driver lap={row} text={text} sessionId={sessionId} />

function Driver({ lap, text, sessionId }: { readonly lap: BestLap; readonly text: Text<'laps'>; readonly sessionId: string | undefined }) {
  return (
    <div className={css.driver}>
      <Flag country={lap.driver.country} />
      <div className={css.words}>
        {lap.driver.name === null ? (
          <span className={css.removed}>{text('table.removed')}</span>
        ) : (
          <Link to={`/profile/${lap.driver.id}`} className={css.name}>
            {lap.driver.name}
          </Link>
        )}
        <RatingBadges rating={lap.driver.rating} />
        <span className={css.underName}>
          <Car lap={lap} />
          <span className={css.whenAndWhere}>
            <Segment lap={lap} text={text} /> <When lap={lap} text={text} sessionId={sessionId} />
          </span>
        </span>
      </div>
    </div>
  )
}

function Blurred({ row, text }: { readonly row: Hidden; readonly text: Text<'laps'> }) {
  return (
    <div className={css.driver}>
      <span className="unseen">{text('table.locked')}</span>
      {/* no two rows alike, as names are */}
      <span className={css.blurred} aria-hidden="true" style={{ width: `${7 + ((row.position * 7) % 5)}rem` }} />
    </div>
  )
}

const Car = ({ lap }: { readonly lap: BestLap }) => (
  <span className={css.car}>
    {lap.car.className && <ClassDot carClass={lap.car.className} />}
    {lap.car.className && <span className="unseen">{lap.car.className}: </span>}
    <span className={css.carName}>{lap.car.name ?? '–'}</span>
  </span>
)

const Track = ({ lap }: { readonly lap: BestLap }) => (
  <span className={css.track}>
    {lap.track.name}
    {lap.track.layoutName && <small>{lap.track.layoutName}</small>}
  </span>
)

export const Segment = ({ lap, text }: { readonly lap: BestLap; readonly text: Text<'laps'> }) => (
  <span className={css.segments}>
    <abbr className={css.segment} title={text(`segment.${lap.segmentType}`)}>
      {text(`segment.${lap.segmentType}Short`)}
    </abbr>
    {lap.wet && <span className={css.wet}>{text('table.wet')}</span>}
  </span>
)

/** Where the lap was driven: its event, or the segment of the event that is on screen (product.md §2). */
export function When({ lap, text, sessionId }: { readonly lap: BestLap; readonly text: Text<'laps'>; readonly sessionId?: string | undefined }) {
  const format = useFormat()
  const isHere = lap.sessionId === sessionId
  const words = isHere
    ? text('table.toSegment', { segment: text(`segment.${lap.segmentType}`) })
    : text('table.toEvent', { date: format.date(lap.date, 'dateYear') })
  return (
    <Link to={isHere ? `#${lap.segment}` : `/events/${lap.sessionId}#${lap.segment}`} className={css.when} title={words}>
      <Time at={lap.date} form="dateYear" zone={false} />
    </Link>
  )
}
