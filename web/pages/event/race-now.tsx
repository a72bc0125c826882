import { entriesContract, type EntryList, type EntryView, type PublicEntryList } from '#modules/entries/contract.ts'
import { gridOrder } from '#modules/entries/rules/grid.ts'
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
import { useTexts, type Text } from '#web/kit/texts.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { DriverCell } from '#web/ui/data/driver-cell.tsx'
import { LoginPrompt } from '#web/ui/layout/login-prompt.tsx'
import { Section } from '#web/ui/layout/page.tsx'
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
  const { live, entries, field } = useRace(event)
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
  if (!live.last?.order?.length) {
    return (
      <>
        <p>{text('live.soon')}</p>
        <Field field={field} entries={entries} isTeams={event.driverSwap} />
      </>
    )
  }
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

/** Until there is an order: who drives, from pole to last where the grid is known. */
function Field({ field, entries, isTeams }: Entries & { readonly field: PublicEntryList['entries']; readonly isTeams: boolean }) {
  const text = useTexts('sessions')
  const words = useTexts('hosting')
  const title = text(isTeams ? 'tab.teams' : 'tab.participants')
  const rows = gridOrder(field)
  const mine = mineIn(entries)
  if (rows.length === 0) return null
  return (
    <Section title={title}>
      <DataTable
        caption={title}
        columns={fieldColumns(rows, entries, words)}
        rows={rows}
        rowKey={({ id }) => id}
        mine={({ raceNumber }) => raceNumber === mine}
      />
    </Section>
  )
}

function fieldColumns(rows: readonly EntryView[], entries: Entries['entries'], text: Text<'hosting'>): readonly Column<EntryView>[] {
  const place: Column<EntryView> = {
    key: 'place',
    head: '#',
    headLabel: text('live.place'),
    kind: 'position',
    cell: ({ gridPosition }) => gridPosition ?? '',
  }
  const driver = (raceNumber: number) => <Driver entries={entries} raceNumber={raceNumber} />
  return [
    ...(rows.some(({ gridPosition }) => gridPosition !== null) ? [place] : []),
    { key: 'driver', head: text('live.driver'), kind: 'main', cell: ({ raceNumber }) => driver(raceNumber) },
  ]
}

/** The reader's own race number, where they drive. */
const mineIn = (entries: Entries['entries']): number | null =>
  entries && 'mine' in entries ? ((entries as EntryList).mine?.raceNumber ?? null) : null

function Order({ last, order, entries }: Entries & { readonly last: Last; readonly order: NonNullable<Last['order']> }) {
  const driver = (raceNumber: number | null) => <Driver entries={entries} raceNumber={raceNumber} />
  return <LiveOrder type={last.type} order={order} mine={mineIn(entries)} driver={driver} />
}

function Driver({ entries, raceNumber }: Entries & { readonly raceNumber: number | null }) {
  const text = useTexts('hosting')
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
