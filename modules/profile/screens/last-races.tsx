import type { CSSProperties } from 'react'
import { trackCode } from '#games/facts/track-code.ts'
import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { PositionsGained } from '#web/ui/mark/change.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import type { LastRaceView } from '../contract.ts'
import css from './profile.module.css'

const LEAST = 0.18

/** How the last races went, the oldest left: the higher the better. */
export function LastRaces({ races }: { readonly races: readonly LastRaceView[] }) {
  const text = useTexts('profile')
  if (races.length === 0) return null
  return (
    <Section title={text('last.title', { count: races.length })}>
      <ol className={css.last} style={{ '--races': races.length } as CSSProperties}>
        {races.map((race) => (
          <li key={`${race.sessionId} ${race.segment}`}>
            <Link to={`/events/${race.sessionId}#${race.segment}`} className={css.lastRace} title={race.sessionName}>
              <Bar race={race} />
            </Link>
          </li>
        ))}
      </ol>
      <p className={css.quiet}>{text('last.words')}</p>
    </Section>
  )
}

function Bar({ race }: { readonly race: LastRaceView }) {
  const format = useFormat()
  const { position, starters, status, positionsGained, track, sessionName } = race
  const isIn = status === 'FINISHED'
  const height = isIn ? LEAST + (1 - LEAST) * (starters > 1 ? (starters - position) / (starters - 1) : 1) : LEAST / 2
  return (
    <>
      <span className={css.barBox}>
        {/* racing's own abbreviations, the same in all languages */}
        <b data-paper>{isIn ? `P${format.number(position)}` : status}</b>
        <i style={{ '--height': height } as CSSProperties} data-place={isIn ? Math.min(position, 4) : 'out'} />
      </span>
      <span className={css.barGained}>{positionsGained ? <PositionsGained gained={positionsGained} /> : <span aria-hidden="true">·</span>}</span>
      <span className={css.barTrack} aria-hidden="true">
        <Flag country={track.country} plain />
        {trackCode(track.name)}
      </span>
      <span className="unseen">
        {sessionName}, {track.name}
      </span>
    </>
  )
}
