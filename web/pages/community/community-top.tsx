import { MyPlace } from '#modules/entries/screens/my-place.tsx'
import type { LeagueView } from '#modules/leagues/contract.ts'
import type { PastEvent } from '#modules/results/contract/past.ts'
import type { EventCard } from '#modules/sessions/contract.ts'
import { seatsFreeAt, takesDrivers } from '#modules/sessions/rules.ts'
import { useNow } from '#web/kit/clock.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Countdown } from '#web/ui/data/countdown.tsx'
import { Markdown } from '#web/ui/data/markdown.tsx'
import { SeatsBar } from '#web/ui/data/seats-bar.tsx'
import { StartTime, Time } from '#web/ui/data/time.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { TrackArt } from '#web/ui/mark/track-art.tsx'
import { loginPath } from '#web/routes.tsx'
import css from './community-top.module.css'

type Shown = { readonly league: LeagueView; readonly next: EventCard | null; readonly last: PastEvent | null }

/** What somebody wants of a community first: its next race, who won the last one, who they are. */
export function CommunityTop({ league, next, last }: Shown) {
  const text = useTexts('leagues')
  return (
    <>
      {(next || last) && (
        <div className={css.top} data-both={(next && last) !== null || undefined}>
          {next && <NextRace event={next} />}
          {last && <LatestWinner event={last} />}
        </div>
      )}
      {league.description.trim() !== '' && (
        <Section title={text('page.about')}>
          <Markdown>{league.description}</Markdown>
        </Section>
      )}
    </>
  )
}

const MINUTE_MS = 60_000

function NextRace({ event }: { readonly event: EventCard }) {
  const text = useTexts('leagues')
  const now = useNow(MINUTE_MS)
  const isRunning = now >= Date.parse(event.startsAt)
  return (
    <section className={css.next} aria-label={text(isRunning ? 'page.onNow' : 'page.nextRace')}>
      {event.picture ? (
        <img src={event.picture.large} alt="" className={css.picture} />
      ) : (
        <TrackArt
          place="hero"
          name={event.trackName}
          outline={event.track.outline}
          game={event.game}
          colors={event.carClasses.map(({ color }) => color)}
        />
      )}
      <div className={css.words}>
        <p className={css.label} data-live={isRunning || undefined}>
          {text(isRunning ? 'page.onNow' : 'page.nextRace')}
        </p>
        <h2>
          <Link to={`/events/${event.id}`}>{event.sessionName}</Link>
        </h2>
        <p className={css.facts}>
          <Flag country={event.track.country} size="small" plain /> {event.trackName} · {event.gameShortName}
        </p>
        <p className={css.start}>
          <StartTime at={event.startsAt} short />
        </p>
        <Countdown to={event.startsAt} over={text('page.running')} />
        <MyPlace
          sessionId={event.id}
          otherwise={<SeatsBar taken={event.taken} seats={event.config.seats} free={seatsFreeAt(event, now)} isOpen={takesDrivers(event, now)} />}
        />
      </div>
    </section>
  )
}

/** Of the last race that was driven; without results, the race alone. To a visitor who is not told, the way to hear it. */
function LatestWinner({ event }: { readonly event: PastEvent }) {
  const text = useTexts('leagues')
  const winner = event.outcome?.podium.find(({ position }) => position === 1)
  return (
    <section className={css.winner} aria-label={text('page.latestWinner')}>
      <p className={css.label}>{text('page.latestWinner')}</p>
      <div className={css.who}>
        {event.loginRequired && (
          <p className={css.facts}>
            <Link to={loginPath(`/events/${event.id}#results`)}>{text('page.loginForWinner')}</Link>
          </p>
        )}
        {winner && (
          <>
            <Avatar name={winner.name ?? '?'} url={null} size={48} />
            <div>
              <b>
                <Flag country={winner.country} size="small" plain />{' '}
                {winner.driverId ? <Link to={`/profile/${winner.driverId}`}>{winner.name}</Link> : winner.name}
              </b>
            </div>
          </>
        )}
      </div>
      <p className={css.facts}>
        <Link to={`/events/${event.id}`}>{event.sessionName}</Link> · {event.trackName}
      </p>
      <p className={css.facts}>
        <Time at={event.startsAt} form="date" zone={false} />
      </p>
    </section>
  )
}
