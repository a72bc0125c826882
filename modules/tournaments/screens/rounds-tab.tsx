import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { TrackTile } from '#web/ui/mark/track-tile.tsx'
import type { MemberView, TournamentView } from '../contract/shapes.ts'
import { SkipButton } from './next-round.tsx'
import { isNotStarted } from '#modules/sessions/rules.ts'
import { RemoveRound, RoundAdder } from './round-adder.tsx'
import css from './season.module.css'

/** Every round with its start; a driver skips from here. */
export function RoundsTab({ season, own }: { readonly season: TournamentView; readonly own: MemberView | null }) {
  const text = useTexts('tournaments-page')
  const managed = own?.may.edit ? own : null
  return (
    <>
      {season.sessions.length === 0 && (
        <EmptyState heading="h2" title={text('rounds.none')}>
          {text('rounds.noneWords')}
        </EmptyState>
      )}
      <ol className={css.list}>
        {season.sessions.map((round) => (
          <li key={round.sessionId} className={css.row}>
            <span className={css.no}>{text('strip.round', { no: round.no })}</span>
            <TrackTile outline={round.outline} country={round.country} />
            <span className={css.grow}>
              <Link to={`/events/${round.sessionId}`}>
                <b>{round.name}</b>
              </Link>
              <span className={css.quiet}>
                {' '}
                <Flag country={round.country} plain size="small" /> {round.trackName}
              </span>
            </span>
            {round.multiplier !== 1 && <Chip tone="warn">{`×${round.multiplier}`}</Chip>}
            <Time at={round.startsAt} />
            {managed && isNotStarted(round.status) && <RemoveRound season={managed} round={round} />}
            {own && <SkipButton season={own} round={round} isSkipped={own.entry?.skippedSessionIds.includes(round.sessionId) ?? false} />}
          </li>
        ))}
      </ol>
      {managed && <RoundAdder season={managed} />}
    </>
  )
}
