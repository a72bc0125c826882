import { entriesContract, type EntryList, type PublicEntryList } from '#modules/entries/contract.ts'
import type { LiveView } from '#modules/hosting/contract.ts'
import { LiveHead } from '#modules/hosting/screens/live/live-head.tsx'
import { LiveOrder } from '#modules/hosting/screens/live/live-order.tsx'
import { liveState, plannedIndex } from '#modules/hosting/screens/live/live-state.ts'
import type { EventView, RaceView } from '#modules/sessions/contract.ts'
import { PlanStrip } from '#modules/sessions/screens/plan-strip.tsx'
import { EventClock } from '#modules/sessions/screens/when.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { useNow } from '#web/kit/clock.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { DriverCell } from '#web/ui/data/driver-cell.tsx'
import { LoginPrompt } from '#web/ui/layout/login-prompt.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Entry } from './entry.tsx'
import { isTold } from './rules/is-told.ts'
import { useRace } from './use-race.ts'

type Event = EventView | RaceView

/** What matters from the moment the server is set up: where the race is, and when its segments are. */
export function RaceNow({ event }: { readonly event: Event }) {
  const now = useNow(1000)
  const { live, entries, driving } = useRace(event)
  const last = live?.last
  const isKnown = last && !liveState(last, now).isSilent
  const index = isKnown ? plannedIndex(event.config.segments, last) : -1
  const at = isKnown && index >= 0 ? { index, leftMs: last.isOver ? 0 : (last.left?.ms ?? null), atMs: Date.parse(last.at) } : null
  return (
    <>
      {isTold(event) ? (
        <LiveHead live={live ?? null} seats={driving} leader={live && <Leader live={live} entries={entries} />} />
      ) : (
        <EventClock event={event} />
      )}
      <PlanStrip event={event} live={at ? { now: at, nowMs: now } : null} />
    </>
  )
}

export const RaceEntry = Entry

/** The tab of the race while it is on: who is where. */
export function LiveTab({ event }: { readonly event: Event }) {
  const text = useTexts('sessions-page')
  const { live, entries } = useRace(event)
  const isSignedIn = useMe() !== null
  const { data: open } = useAsk(entriesContract.publicEntryList, { refId: event.id }, { when: !isSignedIn })
  if (!isSignedIn && open?.loginRequired) {
    return (
      <LoginPrompt title={text('live.loginTitle')} tab="live">
        {text('live.loginWords')}
      </LoginPrompt>
    )
  }
  if (live === undefined) return <Skeleton rows={8} height={52} />
  if (!live.last?.order?.length) return <p>{text('live.soon')}</p>
  return <Order last={live.last} order={live.last.order} entries={entries} />
}

type Last = NonNullable<LiveView['last']>
type Entries = { readonly entries: PublicEntryList | undefined }
const entryOf = ({ entries }: Entries, raceNumber: number | null) => entries?.entries.find((entry) => entry.raceNumber === raceNumber)

function Leader({ live, entries }: Entries & { readonly live: LiveView }) {
  const text = useTexts('hosting')
  const first = live.last?.order?.[0]
  if (!first) return null
  const entry = entryOf({ entries }, first.raceNumber)
  return (
    <div>
      <dt>{text(live.last?.type === 'RACE' ? 'live.leads' : 'live.fastest')}</dt>
      <dd>{entry?.participant.name ?? text('live.stranger')}</dd>
    </div>
  )
}

function Order({ last, order, entries }: Entries & { readonly last: Last; readonly order: NonNullable<Last['order']> }) {
  const text = useTexts('hosting')
  const mine = entries && 'mine' in entries ? ((entries as EntryList).mine?.raceNumber ?? null) : null
  const driver = (raceNumber: number | null) => {
    const entry = entryOf({ entries }, raceNumber)
    if (!entry) return <span>{text('live.stranger')}</span>
    const { participant, car } = entry
    const [first] = Object.entries(participant.drivers)
    const isTeam = participant.type === 'TEAM'
    const carClass = entries?.carClasses.find(({ id }) => id === car.carClassId)
    return (
      <DriverCell
        name={participant.name ?? text('live.stranger')}
        userId={isTeam ? undefined : first?.[0]}
        country={first?.[1].country}
        isTeam={isTeam}
        raceNumber={entry.raceNumber}
        badge={participant.badge}
        rating={isTeam ? null : first?.[1].rating}
        car={car.name}
        carClass={carClass?.name ?? null}
        classColor={carClass?.color ?? null}
      />
    )
  }
  return <LiveOrder type={last.type} order={order} mine={mine} driver={driver} />
}
