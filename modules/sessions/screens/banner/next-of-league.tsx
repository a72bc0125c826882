import { roundsContract } from '#modules/rounds/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useNow } from '#web/kit/clock.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { StartTime } from '#web/ui/data/time.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { sessionsContract, type EventView } from '../../contract.ts'
import { hasSeatFor, seatsFreeAt } from '../../rules.ts'
import css from '../sessions.module.css'

const ASKED = { status: 'WAITING', limit: 20 } as const
const MINUTE_MS = 60_000

/** Whoever is too late for an event is offered the next one of its community that has a seat for them. */
export function NextOfLeague({ event }: { readonly event: Pick<EventView, 'id' | 'leagueId' | 'leagueName'> }) {
  const isSignedIn = useMe() !== null
  const now = useNow(MINUTE_MS)
  const listed = useAsk(sessionsContract.publicEvents, { leagueId: event.leagueId, ...ASKED }, { when: !isSignedIn })
  const own = useAsk(sessionsContract.eventsOfLeague, { id: event.leagueId, ...ASKED }, { when: isSignedIn })
  const events = (own.data ?? listed.data)?.events.filter(({ id }) => id !== event.id) ?? []
  const asksRounds = isSignedIn && events.some((one) => one.driversChosen && one.tournamentType === 'ROUND')
  const rounds = useAsk(roundsContract.roundsOfLeague, { leagueId: event.leagueId }, { when: asksRounds })
  // what is offered does not change once it is there
  if (asksRounds && rounds.isPending) return null
  const open = new Set(rounds.data?.rounds.flatMap((round) => round.sessions.filter((one) => one.eligibleToJoin).map((one) => one.id)))
  const next = events.find((one) => hasSeatFor(open.has(one.id) ? { ...one, driversChosen: false } : one, now))
  return next ? <NextCard leagueName={event.leagueName} next={{ ...next, country: next.track.country, seatsFree: seatsFreeAt(next, now) }} /> : null
}

type Next = {
  readonly id: EventView['id']
  readonly sessionName: string
  readonly trackName: string
  readonly country: string | null
  readonly startsAt: string
  readonly seatsFree: number
}

/** An event with a seat, offered where another is missed. */
export function NextCard({ leagueName: league, next }: { readonly leagueName: string; readonly next: Next }) {
  const text = useTexts('sessions')
  return (
    // where to go from here: paper leads nowhere
    <div data-screen>
      <Card>
        <section className={css.clock} aria-label={text('late.next', { league })}>
          <p className={css.clockLabel}>{text('late.next', { league })}</p>
          <strong>{next.sessionName}</strong>
          <span className={`dotted ${css.clockLine}`}>
            <span>
              <Flag country={next.country} /> {next.trackName}
            </span>
            <span>
              <StartTime at={next.startsAt} />
            </span>
            <span>{text('late.seats', { count: next.seatsFree })}</span>
          </span>
          <ButtonLink to={`/events/${next.id}`}>{text('late.open')}</ButtonLink>
        </section>
      </Card>
    </div>
  )
}
