import { Fragment, useState, type ComponentType } from 'react'
import type { UserId } from '#core/ids.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import type { MemberView, RoundView, TournamentView } from '../../contract/shapes.ts'
import type { StandingsRowView, StandingsView } from '../../contract/standings.ts'
import { useTeamRule } from '../rules/team-rules.tsx'
import { figure } from '../words.ts'
import { GivePoints, RevokePoints, subjectOf } from './by-hand.tsx'
import css from './points-of-row.module.css'
import { partsOf, tableOf, type Part } from './parts.ts'

type Cell = NonNullable<StandingsRowView['cells'][number]>
/** What somebody drove of a round. */
export type OfRace = { readonly sessionId: RoundView['sessionId']; readonly no: number; readonly driverId: UserId }
/** The way to correct it. */
export type Correct = ComponentType<OfRace>

type Props = {
  /** As it was looked at. */
  readonly row: StandingsRowView
  /** The table as it is by now: a correction is seen at once. */
  readonly rows: readonly StandingsRowView[]
  readonly of: StandingsView['of']
  readonly name: string
  /** The rounds of the table, as the row's cells stand. */
  readonly rounds: readonly RoundView[]
  readonly season: TournamentView | MemberView
  /** The one that was asked for; null: all of them. */
  readonly at: number | null
  readonly Correct: Correct
  readonly onAll: () => void
  readonly onClose: () => void
}

/** How the points of a row come about, round by round: place, table, multiplier, bonuses, corrections. */
export function PointsOfRow({ row: looked, rows, of, name, rounds, season, at, Correct, onAll, onClose }: Props) {
  const text = useTexts('tournaments-points')
  const page = useTexts('tournaments-page')
  const teamRule = useTeamRule(season.pointSystem)
  const row = rows.find(({ driverId, name: other }) => driverId === looked.driverId && other === looked.name) ?? looked
  const driven = rounds.flatMap((round, index) => {
    const cell = row.cells[index]
    return cell && (at === null || at === index) ? [{ round, cell }] : []
  })
  // also once the season is over: what is judged late is corrected in its race
  const corrected = of === 'DRIVERS' && 'may' in season && season.may.duplicate ? row.driverId : null
  const [asked, ask] = useState<'give' | StandingsRowView['byHand'][number] | null>(null)
  const own = 'may' in season && season.may.end ? season : null
  const subject = own && subjectOf(of, row)
  // the row that is shown here is as it was before
  if (own && subject && asked === 'give') return <GivePoints season={own} subject={subject} name={name} onBack={() => ask(null)} onDone={onClose} />
  if (own && asked !== null && asked !== 'give') return <RevokePoints season={own} given={asked} onBack={() => ask(null)} onDone={onClose} />
  const dropped = row.cells.reduce((sum, cell) => sum + (cell?.isDropped ? cell.points : 0), 0)
  return (
    <Dialog title={text('title', { name, points: figure(row.points) })} onClose={onClose}>
      {of === 'TEAMS' && <p className={css.note}>{teamRule}</p>}
      <ol className={css.rounds}>
        {driven.map(({ round, cell }) => (
          <li key={round.sessionId}>
            <h3 className={css.round}>
              <Link to={`/events/${round.sessionId}#race-1`}>
                {page('standings.round', { no: round.no })} <Flag country={round.country} plain size="small" /> {round.trackName}
              </Link>
              {cell.isDropped ? <s>{figure(cell.points)}</s> : <b>{figure(cell.points)}</b>}
            </h3>
            {(cell.isDropped || cell.isMissed) && <p className={css.note}>{page(cell.isDropped ? 'cell.dropped' : 'cell.missed')}</p>}
            <Races cell={cell} round={round} season={season} />
            {corrected !== null && cell.races.map(({ no }) => <Correct key={no} sessionId={round.sessionId} no={no} driverId={corrected} />)}
          </li>
        ))}
      </ol>
      {at === null ? (
        <dl className={css.sums}>
          {dropped !== 0 && (
            <>
              <dt>{page('cell.dropped')}</dt>
              <dd>−{figure(dropped)}</dd>
            </>
          )}
          {row.byHand.map((given) => (
            <Fragment key={given.id}>
              <dt>
                {text('hand.give')}: {given.reason}{' '}
                {own && (
                  <Button size="small" look="ghost" aria-label={text('hand.backOf', { points: signed(given.points) })} onClick={() => ask(given)}>
                    {text('hand.back')}
                  </Button>
                )}
              </dt>
              <dd>{signed(given.points)}</dd>
            </Fragment>
          ))}
          <dt>{text('sum')}</dt>
          <dd>
            <b>{figure(row.points)}</b>
          </dd>
        </dl>
      ) : (
        <Button look="ghost" onClick={onAll}>
          {text('all')}
        </Button>
      )}
      {subject && <Button onClick={() => ask('give')}>{text('hand.give')}</Button>}
    </Dialog>
  )
}

function Races({ cell, round, season }: { readonly cell: Cell; readonly round: RoundView; readonly season: TournamentView }) {
  const text = useTexts('tournaments-points')
  const page = useTexts('tournaments-page')
  const label = ({ kind, place, status }: Part, together: readonly number[] = []): string => {
    if (kind !== 'place') return text(kind)
    if (together.length > 1) return text('place', { place: together.join('·') })
    return status === 'FINISHED' && place !== null ? text('place', { place }) : page(`cell.${status === 'FINISHED' ? 'DNF' : status}`)
  }
  return cell.races.map((race) => {
    const { no } = race
    const { table, multiplier, gridSize } = tableOf(season.pointSystem, round, no)
    return (
      <section key={no} className={css.race}>
        {cell.races.length > 1 && <h4 className={css.note}>{text('race', { no })}</h4>}
        <dl className={css.parts}>
          {shownParts(race, season, round).map((part) => (
            <div key={part.kind}>
              <dt>{label(part, race.places)}</dt>
              <dd>{part.kind === 'place' ? figure(part.points) : signed(part.points)}</dd>
            </div>
          ))}
          {race.leftOut?.map(({ points, ...car }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- they never change their order
            <div key={at}>
              <dt>{text('leftOut', { car: label({ kind: 'place', points, ...car }) })}</dt>
              <dd>
                <s>{figure(points)}</s>
              </dd>
            </div>
          ))}
        </dl>
        <p className={css.note}>
          {text('table', { table: table.map(figure).join(' – ') })}
          {multiplier !== 1 && ` × ${figure(multiplier)}`}
          {gridSize && ` · ${page('rules.grid', gridSize)}`}
        </p>
      </section>
    )
  })
}

/** Where no car of a team counts there is nothing to add up. */
const shownParts = (race: Cell['races'][number], season: TournamentView, round: RoundView): readonly Part[] =>
  race.leftOut && race.places.length === 0 && race.points === 0 ? [] : partsOf(race, season.pointSystem, round)

const signed = (points: number): string => `${points > 0 ? '+' : ''}${figure(points)}`
