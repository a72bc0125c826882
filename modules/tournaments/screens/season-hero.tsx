import type { ReactNode } from 'react'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { FactsRow } from '#web/ui/data/facts-row.tsx'
import { StartTime } from '#web/ui/data/time.tsx'
import { Hero } from '#web/ui/layout/hero.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Chip, Chips } from '#web/ui/mark/chip.tsx'
import { TrackArt } from '#web/ui/mark/track-art.tsx'
import type { TournamentView } from '../contract/shapes.ts'
import type { StandingsView } from '../contract/standings.ts'
import { NextRound } from './next-round.tsx'
import css from './season.module.css'
import { bestOf, figure, nextOf, overOf, STATUS_TONES } from './words.ts'

/** The top of a season's page: what it is, who leads, where I stand, and beside it the next round. */
export function SeasonHero(props: { readonly season: TournamentView; readonly table: StandingsView; readonly children: ReactNode }) {
  const { season, table } = props
  const text = useTexts('tournaments-page')
  const next = nextOf(season.sessions)
  const over = overOf(season.sessions)
  const best = bestOf(season)
  const [leader, second] = table.rows
  const lead = leader && second ? second.gap : 0
  const { mine } = table
  const picture = season.bgImage === null ? null : { large: season.bgImage, small: season.bgImageSmall ?? season.bgImage }
  return (
    <Hero
      title={season.name}
      picture={picture}
      art={<TrackArt place="hero" name={season.name} outline={next?.outline ?? season.sessions[0]?.outline ?? null} game={season.game} colors={[]} />}
      crumb={
        <>
          <Avatar name={season.leagueName} url={season.leagueLogoUrl} size={32} square />
          <Link to={`/communities/${season.leagueId}`}>{season.leagueName}</Link>
          <span aria-hidden="true">/</span>
          <Link to={`/communities/${season.leagueId}#championships`}>{text(`type.${season.type}`)}</Link>
        </>
      }
      aside={next && <NextRound season={season} round={next} />}
    >
      <Chips>
        <Chip tone={STATUS_TONES[season.status]}>
          {text(`state.${season.status}`)}
          {season.sessions.length > 0 && season.status !== 'FINISHED' && ` · ${text('state.done', { over, count: season.sessions.length })}`}
        </Chip>
        <Chip>{season.gameName}</Chip>
        {season.carClasses.map(({ id, name }) => (
          <Chip key={id}>{name}</Chip>
        ))}
        {best !== null && <Chip tone="quiet">{text('state.best', { count: best })}</Chip>}
      </Chips>
      <FactsRow
        facts={[
          leader && table.roundsHeld > 0 && !table.onlyBestRaceTime
            ? {
                label: lead > 0 ? text('facts.leads', { points: figure(lead) }) : second ? text('facts.level') : text('facts.leader'),
                value: leader.name ?? text('standings.noName'),
              }
            : null,
          season.type === 'CHAMPIONSHIP' && { label: text('facts.drivers', { count: season.maxEntries }), value: season.taken },
          next && { label: text('facts.next'), value: <StartTime at={next.startsAt} short /> },
        ]}
      />
      {mine && table.roundsHeld > 0 && <MySeason row={mine} />}
      <div className={css.actions}>{props.children}</div>
    </Hero>
  )
}

/** Where the reader stands, in figures. */
function MySeason({ row }: { readonly row: StandingsView['rows'][number] }) {
  const text = useTexts('tournaments-page')
  const words = useTexts('seasons')
  const place = row.position
  const rounds = row.cells.flatMap((cell, at) => (cell && !cell.isMissed ? [{ no: at + 1, ...cell }] : []))
  const dropped = row.cells.flatMap((cell, at) => (cell?.isDropped ? [text('strip.round', { no: at + 1 })] : []))
  return (
    <div className={css.mine}>
      <span className={css.mineTitle}>{text('mine.title')}</span>
      <FactsRow
        facts={[
          { label: text('mine.place'), value: row.position === null ? text('standings.excluded') : text('cell.place', { place: row.position }) },
          place !== null && place > 1 && { label: words('mine.toNext', { place: place - 1 }), value: figure(row.interval) },
          { label: row.gap > 0 ? text('mine.behind', { gap: figure(row.gap) }) : text('mine.points'), value: figure(row.points) },
          dropped.length > 0 && { label: text('mine.dropped'), value: dropped.join(', ') },
          { label: text('mine.possible'), value: figure(row.possiblePoints) },
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
