import { BurdensCard } from '#modules/burdens/screens/burdens-card.tsx'
import { entriesContract, type EntryList, type PublicEntryList } from '#modules/entries/contract.ts'
import type { EventView, RaceView } from '#modules/sessions/contract.ts'
import { EventFacts } from '#modules/sessions/screens/event-facts.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { useNow } from '#web/kit/clock.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { RatingBadges } from '#web/ui/mark/licence-badge.tsx'
import { NumberPlate } from '#web/ui/mark/number-plate.tsx'
import { TrackOutline } from '#web/ui/mark/track-outline.tsx'
import css from './body.module.css'
import { isOff } from './rules/is-told.ts'
import { Late } from './late.tsx'
import { mayRun } from './rules/may-run.ts'
import { useRace } from './use-race.ts'

type Event = EventView | RaceView

/** Beside a race: its track and what was planned, who is on the server, and what comes next. */
export const RaceSide = ({ event }: { readonly event: Event }) => (
  <>
    <OnServer event={event} />
    <TrackSide event={event} />
    <NextSide event={event} />
    <BurdensCard sessionId={event.id} />
  </>
)

function TrackSide({ event }: { readonly event: Event }) {
  const text = useTexts('sessions-page')
  const { outline, layoutName } = event.track
  return (
    <Card>
      <section className={css.card} aria-label={text('track.title')}>
        <div className={css.cardHead}>
          <h2>{event.trackName}</h2>
          <span>{layoutName}</span>
        </div>
        {/* without a picture the banner draws it already */}
        {outline && event.picture && (
          <div className={css.outline}>
            <TrackOutline url={outline} />
          </div>
        )}
        <EventFacts event={event} />
      </section>
    </Card>
  )
}

/** How many stand in the list of who is not there: beyond them it is a crowd. */
const MOST_ABSENT = 6

function OnServer({ event }: { readonly event: Event }) {
  const text = useTexts('sessions-page')
  const { live, entries, driving } = useRace(event)
  const order = live?.last?.order
  if (!live || !order || order.length === 0 || !entries) return null
  const here = order.flatMap(({ raceNumber }) => raceNumber ?? []).toSorted((a, b) => a - b)
  const mine = 'mine' in entries ? ((entries as EntryList).mine?.raceNumber ?? null) : null
  const absent = entries.entries.filter((entry) => entry.raceNumber !== null && !here.includes(entry.raceNumber) && isInSplit(entry, live.splitNo))
  return (
    <Card>
      <section className={css.card} aria-label={text('live.here')}>
        <div className={css.cardHead}>
          <h2>{text('live.here')}</h2>
          <span>
            {live.drivers ?? here.length} {text('seats.of', { most: driving })}
          </span>
        </div>
        <p className={css.plates}>
          {here.map((number) => (
            <span key={number} data-mine={number === mine || undefined}>
              <NumberPlate number={number} />
            </span>
          ))}
        </p>
        {absent.length > 0 && absent.length <= MOST_ABSENT && (
          <div className={css.absent}>
            <p>{text('live.notHere')}</p>
            {absent.map(({ id, participant }) => {
              const [first] = Object.values(participant.drivers)
              return (
                <span key={id}>
                  <Flag country={first?.country} plain size="small" /> {participant.name} <RatingBadges rating={first?.rating} />
                </span>
              )
            })}
          </div>
        )}
      </section>
    </Card>
  )
}

const isInSplit = ({ splitNo }: PublicEntryList['entries'][number], shown: number): boolean => splitNo === null || splitNo === shown

/** Whoever is too late is offered it where they would have registered; here who is in, and who looks after the event. */
function NextSide({ event }: { readonly event: Event }) {
  const now = useNow()
  const isSignedIn = useMe() !== null
  const { data } = useAsk(entriesContract.entryList, { refId: event.id }, { when: isSignedIn })
  const isIn = data !== undefined && (data.mine !== null || data.watching.isMine)
  return (isIn || mayRun(event)) && !isOff(event, now) ? <Late event={event} /> : null
}
