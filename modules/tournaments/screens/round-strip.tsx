import { useLayoutEffect, useRef } from 'react'
import { isOver } from '#modules/sessions/rules.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Moment } from '#web/ui/data/moment.tsx'
import { classes } from '#web/ui/classes.ts'
import { Flag } from '#web/ui/mark/flag.tsx'
import { TrackOutline } from '#web/ui/mark/track-outline.tsx'
import type { TournamentView } from '../contract/shapes.ts'
import type { StandingsView } from '../contract/standings.ts'
import { isDone } from '../rules.ts'
import css from './season.module.css'
import { winnersOf } from './table/winners.ts'
import { WonBy } from './table/won-by.tsx'
import { isProvisional, nextOf } from './words.ts'

/** The season from left to right: what is raced, what comes next, what is left. Where not all of it fits it begins with what was raced last. */
export function RoundStrip({ season, table }: { readonly season: TournamentView; readonly table: StandingsView }) {
  const { sessions, raced } = season
  const winners = winnersOf(table)
  const text = useTexts('tournaments-page')
  const words = useTexts('seasons')
  const strip = useRef<HTMLOListElement>(null)
  const last = sessions.findLastIndex(({ status }) => isOver(status))
  useLayoutEffect(() => {
    const tiles = strip.current?.children as HTMLCollectionOf<HTMLElement> | undefined
    if (tiles?.[last]) strip.current!.scrollLeft = tiles[last].offsetLeft - tiles[0]!.offsetLeft
  }, [last])
  if (sessions.length === 0) return null
  const next = nextOf(season)
  // one that failed is a round that was not raced, and nobody can plan for it
  const left = sessions.filter(({ status }) => !isDone(status))
  return (
    <section className={css.stripBand}>
      <div className={css.stripHead}>
        <span>{text('strip.raced', { over: raced.over, count: raced.of })}</span>
        {raced.of > 0 && raced.over === raced.of ? (
          <span>{text('strip.all')}</span>
        ) : season.status === 'FINISHED' ? (
          <span>{words('over')}</span>
        ) : (
          left.length > 0 && (
            <span>
              {text('strip.ends', { count: left.length })} · {words('ends')} <Moment at={left.at(-1)!.startsAt} form="date" />
            </span>
          )
        )}
      </div>
      <div className={css.bar} aria-hidden="true">
        <span style={{ width: `${(raced.over / Math.max(1, raced.of)) * 100}%` }} />
      </div>
      <ol ref={strip} className={css.strip}>
        {sessions.map((round) => (
          <li
            key={round.sessionId}
            className={classes(
              css.tile,
              round === next && css.tileNext,
              isOver(round.status) && css.tileOver,
              isProvisional(round) && css.tileProvisional,
            )}
          >
            <Link to={`/events/${round.sessionId}`} className={css.tileLink}>
              <span className={css.tileTop}>
                <b>{text('strip.round', { no: round.no })}</b>
                <Moment at={round.startsAt} form="date" />
              </span>
              <span className={css.tileTrack}>{round.outline && <TrackOutline url={round.outline} />}</span>
              <span className={css.tileName}>
                <Flag country={round.country} plain size="small" /> {round.trackName}
              </span>
              {winners.get(round.sessionId)?.[0] && (
                <span className={css.tileWinner}>
                  <WonBy winners={winners.get(round.sessionId)!} inLine />
                </span>
              )}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
