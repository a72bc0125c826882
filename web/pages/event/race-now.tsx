import { entriesContract, type EntryList, type PublicEntryList } from '#modules/entries/contract.ts'
import { hostingContract, type LiveView } from '#modules/hosting/contract.ts'
import { LiveHead } from '#modules/hosting/screens/live/live-head.tsx'
import { LiveOrder } from '#modules/hosting/screens/live/live-order.tsx'
import { liveState, plannedIndex } from '#modules/hosting/screens/live/live-state.ts'
import { Servers } from '#modules/hosting/screens/servers.tsx'
import type { EventView, RaceView } from '#modules/sessions/contract.ts'
import { PlanStrip } from '#modules/sessions/screens/plan-strip.tsx'
import { shownSplit, splitIn } from '#modules/sessions/rules/split-choice.ts'
import { EventClock } from '#modules/sessions/screens/when.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { useNow } from '#web/kit/clock.ts'
import { useTakenOver } from '#web/kit/visit.tsx'
import { useLive } from '#web/kit/live.ts'
import { useMe } from '#web/kit/me.ts'
import { usePath } from '#web/kit/navigation.ts'
import { useAddressChoice } from '#web/kit/place/address-choice.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { loginPath } from '#web/routes.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { DriverCell } from '#web/ui/data/driver-cell.tsx'
import { Page } from '#web/ui/layout/page.tsx'

type Event = EventView | RaceView

/** What matters from the moment the server is set up: where the race is, when its segments are, how to get on the server. */
export function RaceNow({ event }: { readonly event: Event }) {
  const now = useNow(1000)
  const { live, entries } = useRace(event)
  const last = live?.last
  const isKnown = last && !liveState(last, now).isSilent
  const index = isKnown ? plannedIndex(event.config.segments, last) : -1
  const at = isKnown && index >= 0 ? { index, leftMs: last.isOver ? 0 : (last.left?.ms ?? null), atMs: Date.parse(last.at) } : null
  const isOn = event.status === 'IN_PROGRESS'
  return (
    <>
      {isOn && live ? <LiveHead live={live} seats={event.taken} leader={<Leader live={live} entries={entries} />} /> : <EventClock event={event} />}
      <PlanStrip event={event} live={isOn && at ? { now: at, nowMs: now } : null} />
      <Servers event={event} />
    </>
  )
}

/** Who is where, as wide as the page. */
export function RaceOrder({ event }: { readonly event: Event }) {
  const { live, entries } = useRace(event)
  return live?.last ? (
    <Page>
      <Order last={live.last} entries={entries} />
    </Page>
  ) : null
}

/** Where the race of the reader's split is, and who drives in it. Both are the reader's own: the page that many share is drawn without. */
function useRace(event: Event): { readonly live: LiveView | undefined; readonly entries: PublicEntryList | EntryList | undefined } {
  const isSignedIn = useMe() !== null
  const isTakenOver = useTakenOver()
  const asks = isTakenOver && event.hosting === 'AUTOMATIC'
  // what the page was loaded with is there though it is not asked for
  const loaded = useAsk(entriesContract.entryList, { refId: event.id }, { when: asks && isSignedIn }).data
  const own = asks ? loaded : undefined
  const open = useAsk(entriesContract.publicEntryList, { refId: event.id }, { when: asks && !isSignedIn }).data
  const chosen = splitIn(useAddressChoice('split')[0])
  const splitNo = shownSplit(chosen, own?.mine?.splitNo ?? null, event.splitStatuses)
  const id = event.splitStatuses.find((split) => split.splitNo === splitNo)?.splitId
  useLive(asks && id ? [`split:${id}`] : [])
  const params = { id: id ?? (event.id as never) }
  const inside = useAsk(hostingContract.live, params, { when: asks && isSignedIn && id !== undefined }).data
  const outside = useAsk(hostingContract.publicLive, params, { when: asks && !isSignedIn && id !== undefined }).data
  return asks ? { live: isSignedIn ? inside : outside, entries: own ?? open } : { live: undefined, entries: undefined }
}

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

function Order({ last, entries }: Entries & { readonly last: NonNullable<LiveView['last']> }) {
  const text = useTexts('hosting')
  const path = usePath()
  if (last.order === null) {
    return (
      <p>
        <Link to={loginPath(path)}>{text('live.login')}</Link>
      </p>
    )
  }
  if (last.order.length === 0) return null
  const mine = entries && 'mine' in entries ? ((entries as EntryList).mine?.raceNumber ?? null) : null
  const driver = (raceNumber: number | null) => {
    const entry = entryOf({ entries }, raceNumber)
    if (!entry) return <span>{text('live.stranger')}</span>
    const { participant, car } = entry
    const [first] = Object.entries(participant.drivers)
    const isTeam = participant.type === 'TEAM'
    return (
      <DriverCell
        name={participant.name ?? text('live.stranger')}
        userId={isTeam ? undefined : first?.[0]}
        country={first?.[1].country}
        isTeam={isTeam}
        raceNumber={entry.raceNumber}
        car={car.name}
        carClass={entries?.carClasses.find(({ id }) => id === car.carClassId)?.name ?? null}
      />
    )
  }
  return <LiveOrder type={last.type} order={last.order} mine={mine} driver={driver} />
}
