import { Fragment, useLayoutEffect, useRef, useState } from 'react'
import type { SentOf } from '#core/contract.ts'
import { isOver } from '#modules/sessions/rules.ts'
import { formatLapTime } from '#web/kit/format.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useRest } from '#web/kit/lists/rest.ts'
import { usePrinting } from '#web/kit/printing.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { classes } from '#web/ui/classes.ts'
import { PositionsGained } from '#web/ui/mark/change.tsx'
import { ClassDot } from '#web/ui/mark/class-dot.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { RatingBadges } from '#web/ui/mark/licence-badge.tsx'
import type { TournamentView } from '../contract/shapes.ts'
import type { publicStandings } from '../contract/page.ts'
import type { StandingsRowView, StandingsView } from '../contract/standings.ts'
import { NOT_DRIVEN } from '../rules.ts'
import css from './standings.module.css'
import { useNameOf } from './table/names.ts'
import type { Correct } from './points/points-of-row.tsx'
import { RoundCell } from './table/round-cell.tsx'
import { TieLine } from './table/tie-line.tsx'
import { figure, isProvisional, nextOf } from './words.ts'

const PointsOfRow = lazyPart(() => import('./points/points-of-row.tsx'), 'PointsOfRow')

const FIRST_SHOWN = 15
/** The column of the first round, from 1 on. */
const FIRST_ROUND = 5

type Props = {
  readonly season: TournamentView
  readonly table: StandingsView
  /** What the table answers, for what is behind its first page. */
  readonly call: typeof publicStandings
  readonly asked: SentOf<typeof publicStandings>
  readonly Correct: Correct
}

/** Round by round, up to what was raced last; position, name and points stay where rounds do not fit beside them. The reader's own row is tinted, and always in sight. */
export function StandingsTable({ season, table, call, asked, Correct }: Props) {
  const text = useTexts('tournaments-page')
  const nameOf = useNameOf(table.of)
  const [isAsked, showAll] = useState(false)
  const isPrinted = usePrinting()
  const isWhole = isAsked || isPrinted
  const rounds = table.rounds.flatMap((id) => season.sessions.find(({ sessionId }) => sessionId === id) ?? [])
  const next = nextOf(season)
  const [looked, look] = useState<{ readonly row: StandingsRowView; readonly at: number | null } | null>(null)
  const rest = useRest(call, asked, table, rowsOf, isWhole ? Infinity : 0)
  const known = [...table.rows, ...rest]
  const shown = isWhole ? known : known.slice(0, FIRST_SHOWN)
  const { mine } = table
  const onLook = table.onlyBestRaceTime ? null : (row: StandingsRowView, at: number | null): void => look({ row, at })
  const columns = rounds.length + 6
  const frame = useRef<HTMLDivElement>(null)
  const last = rounds.findLastIndex(({ status }) => isOver(status))
  useLayoutEffect(() => {
    const head = frame.current?.querySelector<HTMLElement>(`thead th:nth-child(${last + FIRST_ROUND})`)
    if (head && last >= 0) frame.current!.scrollLeft = head.offsetLeft + head.offsetWidth - frame.current!.clientWidth
  }, [last])
  const isUnderWay = table.roundsHeld > 0 && table.pointsLeft > 0 && !table.onlyBestRaceTime
  const lastWithChance = isUnderWay ? known.findLastIndex(({ mayWin }) => mayWin) : -1
  const subject = { DRIVERS: 'standings.driver', TEAMS: 'standings.team', NATIONS: 'standings.nation' } as const
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div ref={frame} className={css.frame} role="region" aria-label={text('standings.caption')} tabIndex={0}>
        <table className={css.table}>
          <caption className="unseen">{text('standings.caption')}</caption>
          <thead>
            <tr>
              <th scope="col" className={css.position}>
                <span aria-hidden="true">#</span>
                <span className="unseen">{text('standings.position')}</span>
              </th>
              <th scope="col" className={css.who}>
                {text(subject[table.of])}
              </th>
              <th scope="col" className={css.points}>
                {text(table.onlyBestRaceTime ? 'standings.time' : 'standings.points')}
              </th>
              <th scope="col" className={css.gapHead}>
                {text('standings.gap')}
              </th>
              {rounds.map((round) => (
                <th
                  key={round.sessionId}
                  scope="col"
                  aria-label={`${text('standings.round', { no: round.no })}, ${round.trackName}${isProvisional(round) ? `, ${text('standings.provisional')}` : ''}`}
                >
                  <Link to={`/events/${round.sessionId}`} className={css.roundLink}>
                    <span className={css.code}>
                      <Flag country={round.country} plain size="small" /> <abbr title={round.trackName}>{round.code}</abbr>
                    </span>
                    <span className={classes(css.roundNo, round === next && css.isNext, isProvisional(round) && css.provisional)}>
                      {round === next
                        ? text(round.status === 'IN_PROGRESS' ? 'standings.on' : 'standings.next')
                        : text('standings.round', { no: round.no })}
                    </span>
                  </Link>
                </th>
              ))}
              <th scope="col" className={css.count}>
                {text('standings.wins')}
              </th>
              <th scope="col" className={css.count}>
                {text('standings.podiums')}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row, at) => (
              <Fragment key={row.key}>
                {row.decidedBy && at > 0 && row.points > 0 && (
                  <tr className={css.between}>
                    <td colSpan={columns}>
                      <TieLine above={shown[at - 1]!} row={row} />
                    </td>
                  </tr>
                )}
                <Row row={row} table={table} season={season} isMine={row.key === mine?.key} onLook={onLook} />
                {at === lastWithChance && at < known.length - 1 && (
                  <tr className={css.chance}>
                    <td colSpan={columns}>
                      <span className={css.stays}>
                        <b>{text('standings.possibleAbove')}</b> {text('standings.possibleLeft', { points: figure(table.pointsLeft) })}
                      </span>
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
            {mine && !shown.some(({ key }) => key === mine.key) && <Row row={mine} table={table} season={season} isMine onLook={onLook} />}
          </tbody>
        </table>
        {!isWhole && table.total > FIRST_SHOWN && (
          <div className={css.more}>
            <Button look="ghost" onClick={() => showAll(true)}>
              {text('standings.all', { count: table.total })}
            </Button>
          </div>
        )}
      </div>
      {mine && <MyRow row={mine} table={table} season={season} />}
      {looked && (
        <PointsOfRow
          {...looked}
          rows={known}
          Correct={Correct}
          of={table.of}
          name={nameOf(looked.row)}
          rounds={rounds}
          season={season}
          onAll={() => look({ ...looked, at: null })}
          onClose={() => look(null)}
        />
      )}
    </>
  )
}

const rowsOf = ({ rows }: StandingsView): StandingsView['rows'] => rows

type OnLook = ((row: StandingsRowView, at: number | null) => void) | null
type RowProps = {
  readonly row: StandingsRowView
  readonly table: StandingsView
  readonly season: TournamentView
  readonly isMine: boolean
  readonly onLook: OnLook
}

function Row({ row, table, season, isMine, onLook }: RowProps) {
  const text = useTexts('tournaments-page')
  const points = useTexts('tournaments-points')
  const isLevel = row.decidedBy !== null || (row.isShared && row.interval === 0 && row.position !== 1)
  const carClass = season.carClasses.find(({ id }) => id === row.carClassId)
  const isCalledOff = (id: string): boolean => season.sessions.some((one) => one.sessionId === id && NOT_DRIVEN.includes(one.status))
  const beside = table.of === 'DRIVERS' ? row.teamName : null
  return (
    <tr className={classes(isMine && css.mine)}>
      <td className={css.position}>
        <b>{row.position ?? '–'}</b>
        {row.change !== null && row.change !== 0 && (
          <span className={css.change}>
            <PositionsGained gained={row.change} />
          </span>
        )}
      </td>
      <th scope="row" className={css.who}>
        <div className={css.whoLine}>
          {table.of !== 'TEAMS' && <Flag country={row.country} />}
          <span className={css.names}>
            <span className={css.name}>
              <Name row={row} of={table.of} />
            </span>
            <span className={css.sub}>
              {carClass && (
                <>
                  <ClassDot carClass={carClass.id} color={carClass.color} /> {carClass.name}
                </>
              )}{' '}
              {beside && <span className={css.beside}>{beside}</span>} <RatingBadges rating={row.rating} />
              <span className={css.gapUnder}>{gapOf(row, table, isLevel, text('standings.leader'))}</span>
            </span>
          </span>
        </div>
      </th>
      <td className={css.points}>
        {onLook && table.roundsHeld > 0 ? (
          <button type="button" className={css.look} aria-label={points('how', { points: figure(row.points) })} onClick={() => onLook(row, null)}>
            {pointsOf(row, table)}
          </button>
        ) : (
          pointsOf(row, table)
        )}
        {row.byHand.length > 0 && (
          <span className={classes(css.marks, css.byHand)}>
            <b className={css.adjusted}>{`${row.adjustment > 0 ? '+' : ''}${figure(row.adjustment)}`}</b>
          </span>
        )}
      </td>
      <td className={classes(css.gap, isLevel && css.level)}>{gapOf(row, table, isLevel, text('standings.leader'))}</td>
      {row.cells.map((cell, at) => (
        <RoundCell
          key={table.rounds[at]}
          cell={cell}
          isSkipped={row.skippedSessionIds.includes(table.rounds[at]!)}
          isCalledOff={isCalledOff(table.rounds[at]!)}
          hasPoints={!table.onlyBestRaceTime}
          onLook={onLook && (() => onLook(row, at))}
        />
      ))}
      <td className={css.count}>{row.wins}</td>
      <td className={css.count}>{row.podiums}</td>
    </tr>
  )
}

function Name({ row, of }: { readonly row: StandingsRowView; readonly of: StandingsView['of'] }) {
  const name = useNameOf(of)(row)
  return row.driverId && row.name ? <Link to={`/profile/${row.driverId}`}>{name}</Link> : <>{name}</>
}

const pointsOf = (row: StandingsRowView, { onlyBestRaceTime }: StandingsView): string =>
  onlyBestRaceTime ? (row.bestTimeMs === null ? '–' : formatLapTime(row.bestTimeMs)) : figure(row.points)

function gapOf(row: StandingsRowView, { onlyBestRaceTime }: StandingsView, isLevel: boolean, leader: string): string {
  if (row.position === null) return ''
  if (onlyBestRaceTime) return row.gap > 0 ? `+${formatLapTime(row.gap)}` : ''
  if (row.position === 1 && row.gap === 0) return leader
  return isLevel ? `= ${row.position - (row.isShared ? 0 : 1)}` : `−${figure(row.gap)}`
}

/** On a phone the reader's own place stays at the bottom edge while the table is in sight. */
function MyRow({ row, table, season }: Pick<RowProps, 'row' | 'table' | 'season'>) {
  const text = useTexts('tournaments-page')
  const words = useTexts('seasons')
  const place = table.myClass?.position
  const carClass = season.carClasses.find(({ id }) => id === table.myClass?.carClassId)
  return (
    <div className={css.myRow}>
      <b className={css.myPlace}>{row.position ?? '–'}</b>
      <span className={css.grow}>
        <b>{row.name}</b> <span className={css.sub}>{gapOf(row, table, false, text('standings.leader'))}</span>
        {carClass && place && (
          <span className={css.sub}>
            {text('cell.place', { place })} {words('mine.inClass', { name: carClass.name })}
          </span>
        )}
      </span>
      <b className={css.myPlace}>{pointsOf(row, table)}</b>
    </div>
  )
}
