import type { ReactNode } from 'react'
import { useFormat } from '#web/kit/format.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
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
import { bestOf, figure, isProvisional, nextOf, STATUS_TONES } from './words.ts'

const MySeason = lazyPart(() => import('./my-season.tsx'), 'MySeason')

/** The top of a season's page: what it is, who leads, where I stand, and beside it the next round. */
export function SeasonHero(props: { readonly season: TournamentView; readonly table: StandingsView; readonly children: ReactNode }) {
  const { season, table } = props
  const text = useTexts('tournaments-page')
  const words = useTexts('seasons')
  const format = useFormat()
  const next = nextOf(season)
  const best = bestOf(season)
  const [leader, second] = table.rows
  const lead = leader && second ? second.gap : 0
  const by = { points: figure(lead) }
  const ahead =
    season.status === 'FINISHED'
      ? lead > 0
        ? words('won.by', by)
        : words(second ? 'won.level' : 'won.alone')
      : lead > 0
        ? text('facts.leads', by)
        : text(second ? 'facts.level' : 'facts.leader')
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
          <span>
            <Link to={`/communities/${season.leagueId}`}>{season.leagueName}</Link>
            <span aria-hidden="true"> /</span>
          </span>
          <Link to={`/communities/${season.leagueId}#championships`}>{text(`type.${season.type}`)}</Link>
        </>
      }
      aside={next && <NextRound season={season} round={next} />}
    >
      <Chips>
        <Chip tone={STATUS_TONES[season.status]}>
          {text(`state.${season.status}`)}
          {season.status === 'FINISHED' && ` · ${words(season.sessions.some(isProvisional) ? 'standing.provisional' : 'standing.final')}`}
          {season.sessions.length > 0 &&
            season.status !== 'FINISHED' &&
            ` · ${text('state.done', { over: season.raced.over, count: season.raced.of })}`}
        </Chip>
        <Chip>{season.gameName}</Chip>
        {season.carClasses.map(({ id, name }) => (
          <Chip key={id}>{name}</Chip>
        ))}
        {best !== null && <Chip tone="quiet">{text('state.best', { count: best })}</Chip>}
      </Chips>
      <FactsRow
        facts={[
          leader && table.roundsHeld > 0 && !table.onlyBestRaceTime ? { label: ahead, value: leader.name ?? text('standings.noName') } : null,
          season.type === 'CHAMPIONSHIP' && { label: text('facts.drivers', { count: season.maxEntries }), value: season.taken },
          table.fieldStrength !== null && { label: words('strength'), value: format.number(table.fieldStrength) },
          next && { label: text(next.status === 'IN_PROGRESS' ? 'standings.on' : 'facts.next'), value: <StartTime at={next.startsAt} short /> },
        ]}
      />
      {mine && table.roundsHeld > 0 && <MySeason season={season} table={table} row={mine} />}
      <div className={css.actions} data-screen>
        {props.children}
      </div>
    </Hero>
  )
}
