import { useSyncExternalStore } from 'react'
import { entriesContract } from '#modules/entries/contract.ts'
import { MyEntry } from '#modules/entries/screens/my-entry.tsx'
import { Terms } from '#modules/leagues/screens/terms.tsx'
import type { EventView, RaceView } from '#modules/sessions/contract.ts'
import { isLaunching, isNotStarted, isOver } from '#modules/sessions/rules.ts'
import { CalendarLinks } from '#modules/sessions/screens/banner/calendar-links.tsx'
import { CarsTab } from '#modules/sessions/screens/cars-tab.tsx'
import { EventHero } from '#modules/sessions/screens/event-hero.tsx'
import { EventClock } from '#modules/sessions/screens/when.tsx'
import css from '#modules/sessions/screens/sessions.module.css'
import { eventCall } from './event/head.ts'
import { useResultTabs, type ResultTab } from './event/result-tabs.tsx'
import { useAsk, useLoaded } from '../kit/ask.ts'
import { Island } from '../kit/island/island.tsx'
import { lazyPart } from '../kit/lazy.tsx'
import { useLive } from '../kit/live.ts'
import { useMe } from '../kit/me.ts'
import type { PageProps } from '../kit/navigation.ts'
import { useTexts, type Text } from '../kit/texts.tsx'
import { Markdown } from '../ui/data/markdown.tsx'
import { Page, Section } from '../ui/layout/page.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { Tabs, type Tab } from '../ui/layout/tabs.tsx'

const waiting = <Skeleton rows={6} height={44} />
const SignUp = lazyPart(() => import('./event/sign-up.tsx'), 'SignUp')
const ParticipantsTab = lazyPart(() => import('#modules/entries/screens/participants-tab.tsx'), 'ParticipantsTab', waiting)
const SpectatorsTab = lazyPart(() => import('#modules/entries/screens/watch/spectators-tab.tsx'), 'SpectatorsTab', waiting)
const MyTeamTab = lazyPart(() => import('#modules/entries/screens/team/my-team-tab.tsx'), 'MyTeamTab', waiting)
const Servers = lazyPart(() => import('#modules/hosting/screens/servers.tsx'), 'Servers')
const EventAlerts = lazyPart(() => import('#modules/sessions/screens/banner/event-alerts.tsx'), 'EventAlerts')
const FuelButton = lazyPart(() => import('#modules/fuel/screens/fuel-button.tsx'), 'FuelButton')
const ConfigTab = lazyPart(() => import('#modules/sessions/screens/config-tab.tsx'), 'ConfigTab', waiting)
const CarChoice = lazyPart(() => import('#modules/entries/screens/car-choice.tsx'), 'CarChoice')
const BopButton = lazyPart(() => import('#modules/bop/screens/bop-button.tsx'), 'BopButton')
const AdminActions = lazyPart(() => import('#modules/sessions/screens/admin/admin-actions.tsx'), 'AdminActions')
const ModsTab = lazyPart(() => import('#modules/mods/screens/mods-tab.tsx'), 'ModsTab', waiting)
const AdminPart = lazyPart(() => import('./event/admin-part.tsx'), 'AdminPart', waiting)

/** One event: what it is, when, am I in, the one next action; then its parts as tabs. */
export function EventPage({ params }: PageProps) {
  const text = useTexts('sessions')
  const id = params['id'] ?? ''
  const me = useMe()
  const event: EventView | RaceView = useLoaded(eventCall(me !== null), { id: id as EventView['id'] })
  const results = useResultTabs(id, { ended: event.status === 'ENDED', manual: event.manualSession })
  const own = useOwnTabs(event)
  useLive([`session:${id}`])
  return (
    <>
      <EventHero event={event}>
        {event.status === 'WAITING' && <EventAlerts event={event} />}
        {!isOver(event.status) && (
          <div className={css.now} data-screen>
            <EventClock event={event} />
            {event.status !== 'DRAFT' && (
              <Island rooms={['entries', 'entries-check-in']}>
                <MyEntry sessionId={event.id} signUp={SignUp} />
              </Island>
            )}
          </div>
        )}
        {(isOwnView(event) || event.splitCount > 1) && <Servers event={event} />}
        <div className={css.actions} data-screen>
          {event.status === 'WAITING' && event.hasCalendar && <CalendarLinks event={event} />}
          {!isNotStarted(event.status) && !isOver(event.status) && <FuelButton event={event} />}
          {isOwnView(event) && <AdminActions event={event} bop={bopButton(event)} />}
        </div>
      </EventHero>
      {event.description !== '' && !isOver(event.status) && (
        <Page>
          <Section title={text('event.about')}>
            <Markdown>{event.description}</Markdown>
          </Section>
        </Page>
      )}
      <Tabs label={text('event.tabs')} tabs={tabsOf(event, { results, own }, text)} />
    </>
  )
}

const isOwnView = (event: EventView | RaceView): event is RaceView => 'may' in event

/** product.md §2, §5: at the car cards and among what admins do. */
const bopButton = (event: EventView | RaceView) => isOwnView(event) && event.may.setBop && <BopButton event={event} />

const choiceOf = (event: EventView | RaceView) =>
  isOwnView(event) && !isOver(event.status) && event.status !== 'DRAFT'
    ? (car: EventView['cars'][number]) => <CarChoice sessionId={event.id} car={car} terms={Terms} />
    : undefined

/** Before the green light a tab of results would be the first thing on the page, and empty. */
const hasRun = ({ status }: EventView): boolean => !isNotStarted(status) && !isLaunching(status) && status !== 'STARTED'

/** What of the tabs is the reader's own: whether they drive in a team, and who watches. The page that many share is drawn without (docs/decisions/0011). */
function useOwnTabs(event: EventView | RaceView): OwnTabs {
  const isSignedIn = useMe() !== null
  const isDrawn = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const asks = isDrawn && isSignedIn && event.status !== 'DRAFT'
  const { data } = useAsk(entriesContract.entryList, { refId: event.id }, { when: asks })
  if (!asks || !data) return { isInTeam: false, spectators: null }
  return { isInTeam: data.mine?.participant.type === 'TEAM', spectators: data.watching.isShown ? data.watching.count : null }
}
const never = () => () => {}

/** `spectators`: how many, or null where they are not shown. */
type OwnTabs = { readonly isInTeam: boolean; readonly spectators: number | null }
type Beside = { readonly results: readonly ResultTab[]; readonly own: OwnTabs }

function tabsOf(event: EventView | RaceView, { results, own }: Beside, text: Text<'sessions'>): readonly Tab[] {
  const tabs: (Tab | false)[] = [
    ...(hasRun(event) ? results : []).map(({ key, render, ...tab }) => ({ ...tab, hash: key, content: render })),
    own.isInTeam && {
      hash: 'my-team',
      label: text('tab.myTeam'),
      late: true,
      content: () => <MyTeamTab sessionId={event.id} />,
      preload: MyTeamTab.preload,
    },
    {
      hash: 'cars',
      label: text('tab.cars'),
      count: event.cars.length,
      content: () => <CarsTab event={event} actions={bopButton(event)} choice={choiceOf(event)} />,
    },
    // product.md §2: hidden once the event has ended
    event.status !== 'ENDED' && {
      hash: 'participants',
      label: text(event.driverSwap ? 'tab.teams' : 'tab.participants'),
      count: event.taken,
      content: () => <ParticipantsTab sessionId={event.id} terms={Terms} />,
      preload: ParticipantsTab.preload,
    },
    own.spectators !== null && {
      hash: 'spectators',
      label: text('tab.spectators'),
      count: own.spectators,
      late: true,
      content: () => <SpectatorsTab sessionId={event.id} />,
      preload: SpectatorsTab.preload,
    },
    { hash: 'configuration', label: text('tab.config'), content: () => <ConfigTab event={event} />, preload: ConfigTab.preload },
    event.mods.count > 0 && {
      hash: 'mods',
      label: text('tab.mods'),
      count: event.mods.count,
      content: () => <ModsTab sessionId={event.id} />,
      preload: ModsTab.preload,
    },
    isOwnView(event) &&
      event.may.administer && {
        hash: 'admin',
        label: text('tab.admin'),
        content: () => <AdminPart event={event} />,
        preload: AdminPart.preload,
      },
  ]
  return tabs.filter((tab) => tab !== false)
}
