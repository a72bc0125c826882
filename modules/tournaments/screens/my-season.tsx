import { formatLapTime } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { type Fact, FactsRow } from '#web/ui/data/facts-row.tsx'
import type { MemberView, TournamentView } from '../contract/shapes.ts'
import type { StandingsRowView, StandingsView } from '../contract/standings.ts'
import { skipsUsed } from '../rules.ts'
import css from './season.module.css'
import { figure } from './words.ts'

type Props = { readonly season: TournamentView | MemberView; readonly table: StandingsView; readonly row: StandingsRowView }

/** Where the reader stands, in figures. */
export function MySeason({ season, table, row }: Props) {
  const text = useTexts('tournaments-page')
  const words = useTexts('seasons')
  const place = row.position
  const rounds = row.cells.flatMap((cell, at) => (cell && !cell.isMissed ? [{ no: at + 1, ...cell }] : []))
  const dropped = row.cells.flatMap((cell, at) => (cell?.isDropped ? [text('strip.round', { no: at + 1 })] : []))
  const first = [
    { label: text('mine.place'), value: place === null ? text('standings.excluded') : text('cell.place', { place }) },
    useInClass(season, table),
  ]
  const skips = skipsLeft(season)
  const left = skips !== null && { label: text('next.left', { count: skips }), value: skips }
  if (table.onlyBestRaceTime)
    return (
      <div className={css.mine} data-screen>
        <span className={css.mineTitle}>{text('mine.title')}</span>
        <FactsRow facts={[...first, left, { label: text('standings.time'), value: row.bestTimeMs === null ? '–' : formatLapTime(row.bestTimeMs) }]} />
      </div>
    )
  return (
    <div className={css.mine} data-screen>
      <span className={css.mineTitle}>{text('mine.title')}</span>
      <FactsRow
        facts={[
          ...first,
          place !== null && place > 1 && { label: words('mine.toNext', { place: place - 1 }), value: figure(row.interval) },
          { label: row.gap > 0 ? words('mine.behind', { gap: figure(row.gap) }) : text('mine.points'), value: figure(row.points) },
          dropped.length > 0 && { label: text('mine.dropped'), value: dropped.join(', ') },
          season.status !== 'FINISHED' && { label: text('mine.possible'), value: figure(row.possiblePoints) },
          left,
        ]}
      />
      {rounds.length > 0 && (
        <ol className={css.mineRounds} aria-label={words('mine.rounds')}>
          {rounds.map(({ no, points, isDropped }) => (
            <li key={no}>
              {text('strip.round', { no })}{' '}
              {isDropped ? (
                <s>
                  {figure(points)}
                  <span className="unseen"> {words('mine.dropped')}</span>
                </s>
              ) : (
                <b>{figure(points)}</b>
              )}
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** How many more rounds the reader may skip; null: none may be skipped, or nothing comes any more. */
function skipsLeft(season: Props['season']): number | null {
  const limit = season.participationRules.sessionSkipLimit
  if (!('may' in season) || season.entry?.status !== 'ACTIVE' || season.status === 'FINISHED' || limit === 0) return null
  return Math.max(0, limit - skipsUsed(season.entry.skippedSessionIds, season.sessions))
}

/** The reader's place in their class, and by how much. */
function useInClass({ carClasses }: TournamentView, { myClass, onlyBestRaceTime }: StandingsView): Fact | null {
  const text = useTexts('tournaments-page')
  const words = useTexts('seasons')
  if (myClass === null || myClass.position === null) return null
  const { carClassId, position: place, gap, lead } = myClass
  const name = carClasses.find(({ id }) => id === carClassId)?.name ?? carClassId
  const by = (difference: number) => ({ name, points: onlyBestRaceTime ? formatLapTime(difference) : figure(difference) })
  const label = gap > 0 ? words('mine.classBehind', by(gap)) : lead ? words('mine.classAhead', by(lead)) : words('mine.inClass', { name })
  return { label, value: text('cell.place', { place }) }
}
