import type { ReactNode } from 'react'
import { HOUR_MS, MINUTE_MS } from '#core/duration.ts'
import type { EventView, RaceView } from '#modules/sessions/contract.ts'
import { isNotStarted, isOver, isRaceTime } from '#modules/sessions/rules.ts'
import { overMaximum } from '#modules/sessions/rules/seats.ts'
import { EventHero } from '#modules/sessions/screens/event-hero.tsx'
import { PlanStrip } from '#modules/sessions/screens/plan-strip.tsx'
import css from '#modules/sessions/screens/sessions.module.css'
import { Body } from './event/body.tsx'
import { ChatLink } from './event/chat-link.tsx'
import { eventCall } from './event/head.ts'
import { isTold } from './event/rules/is-told.ts'
import { isTheirAdmins, useOwnTabs, type OwnTabs } from './event/own-tabs.tsx'
import { useResultTabs, useTakesProtests, type ResultTab } from './event/result-tabs.tsx'
import { useLoaded } from '../kit/ask.ts'
import { useNow } from '../kit/clock.ts'
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
import { WhenSeen } from '../ui/layout/when-seen.tsx'

const waiting = <Skeleton rows={6} height={44} />
const OverMaximum = lazyPart(() => import('#modules/sessions/screens/banner/over-maximum.tsx'), 'OverMaximum')
const CarsTab = lazyPart(() => import('./event/coming.tsx'), 'CarsTab', waiting)
const ParticipantsTab = lazyPart(() => import('#modules/entries/screens/participants-tab.tsx'), 'ParticipantsTab', waiting)
const SpectatorsTab = lazyPart(() => import('#modules/entries/screens/watch/spectators-tab.tsx'), 'SpectatorsTab', waiting)
const MyTeamTab = lazyPart(() => import('#modules/entries/screens/team/my-team-tab.tsx'), 'MyTeamTab', waiting)
const BestLapsTab = lazyPart(() => import('#modules/laps/screens/best-laps-tab.tsx'), 'BestLapsTab', waiting)
const RaceNow = lazyPart(() => import('./event/race-now.tsx'), 'RaceNow')
const LiveTab = lazyPart(() => import('./event/race-now.tsx'), 'LiveTab', waiting)
const RaceEntry = lazyPart(() => import('./event/race-now.tsx'), 'RaceEntry')
const RaceSide = lazyPart(() => import('./event/race-side.tsx'), 'RaceSide')
const ComingNext = lazyPart(() => import('./event/coming.tsx'), 'ComingNext')
const ComingPlan = lazyPart(() => import('./event/coming.tsx'), 'ComingPlan')
const ComingAsks = lazyPart(() => import('./event/coming.tsx'), 'ComingAsks')
const ComingBy = lazyPart(() => import('./event/coming.tsx'), 'ComingBy')
const NextOfLeague = lazyPart(() => import('#modules/sessions/screens/banner/next-of-league.tsx'), 'NextOfLeague')
const StateNote = lazyPart(() => import('#modules/sessions/screens/banner/state-note.tsx'), 'StateNote')
const Servers = lazyPart(() => import('#modules/hosting/screens/servers.tsx'), 'Servers')
const Terms = lazyPart(() => import('#modules/leagues/screens/terms.tsx'), 'Terms')
const FuelButton = lazyPart(() => import('#modules/fuel/screens/fuel-button.tsx'), 'FuelButton')
const ConfigTab = lazyPart(() => import('#modules/sessions/screens/config-tab.tsx'), 'ConfigTab', waiting)
const CarChoice = lazyPart(() => import('#modules/entries/screens/cars/car-choice.tsx'), 'CarChoice')
const BopButton = lazyPart(() => import('#modules/bop/screens/bop-button.tsx'), 'BopButton')
const AdminActions = lazyPart(() => import('#modules/sessions/screens/admin/admin-actions.tsx'), 'AdminActions')
const ModsTab = lazyPart(() => import('#modules/mods/screens/mods-tab.tsx'), 'ModsTab', waiting)
const ProtestsTab = lazyPart(() => import('#modules/protests/screens/protests-tab.tsx'), 'ProtestsTab', waiting)
const DailyStarts = lazyPart(() => import('#modules/sessions/screens/daily/daily-starts.tsx'), 'DailyStarts', waiting)
const Picks = lazyPart(() => import('./event/admin-part.tsx'), 'Picks')
const AdminPart = lazyPart(() => import('./event/admin-part.tsx'), 'AdminPart', waiting)

/** One event: what it is, when, am I in, the one next action; then its parts as tabs. */
export function EventPage({ params }: PageProps) {
  const text = useTexts('sessions')
  const id = params['id'] ?? ''
  const me = useMe()
  const event: EventView | RaceView = useLoaded(eventCall(me !== null), { id: id as EventView['id'] })
  const results = useResultTabs(id, { ended: event.status === 'ENDED', manual: event.manualSession, splits: event.splitCount })
  const own = useOwnTabs(event)
  const takesProtests = useTakesProtests(id, me !== null)
  useLive([`session:${id}`])
  const isRacing = isRaceTime(event.status)
  const isComing = isNotStarted(event.status)
  const beside =
    isRacing || event.status === 'WAITING'
      ? {
          first: (
            <>
              <OfNight>
                <ServersOf event={event} />
              </OfNight>
              {isRacing ? <RaceEntry event={event} /> : <ComingAsks event={event} />}
            </>
          ),
          last: isRacing ? (
            <>
              <OfNight>
                <RaceSide event={event} />
              </OfNight>
              {event.description !== '' && <About event={event} />}
            </>
          ) : (
            <ComingBy event={event} />
          ),
        }
      : null
  return (
    <>
      <EventHero
        event={event}
        plan={
          isRacing ? (
            <OfNight>
              <RaceNow event={event} />
            </OfNight>
          ) : (
            !isComing && <PlanStrip event={event} />
          )
        }
        facts={!isRacing}
        next={event.status === 'WAITING' && <ComingNext event={event} />}
      >
        {STATED.has(event.status) && <StateNote event={event} />}
        {isOver(event.status) && event.splitCount > 1 && (
          <OfNight>
            <ServersOf event={event} />
          </OfNight>
        )}
        <div className={css.actions} data-screen>
          {isRacing && <FuelButton event={event} />}
          {/* before it is run it stands with the community */}
          {event.status !== 'WAITING' && <ChatLink event={event} />}
          {isOwnView(event) && event.may.administer && <AdminActions event={event} />}
        </div>
      </EventHero>
      {isComing && <ComingPlan event={event} />}
      {event.description !== '' && !isOver(event.status) && !isRacing && <About event={event} />}
      <Body beside={beside} hasPictures={beside === null && results.some(({ hasBeside }) => hasBeside)}>
        <Tabs label={text('event.tabs')} tabs={tabsOf(event, { results, own, takesProtests }, text)} also={(hash) => resultTabOf(hash, results)} />
      </Body>
      {isOver(event.status) && (
        <Page>
          <WhenSeen>{() => <NextOfLeague event={event} />}</WhenSeen>
        </Page>
      )}
      {isOwnView(event) && event.may.administer && <Picks event={event} bar />}
    </>
  )
}

type OfEvent = { readonly event: EventView | RaceView }

/** What each one may see of the server, and of the race on it. */
const OfNight = ({ children }: { readonly children: ReactNode }) => (
  <Island rooms={['hosting', 'sessions', 'sessions-page', 'entries']}>{children}</Island>
)

/** Of one server a visitor sees nothing, and nobody anything long before the start: its file comes when there may be something to see. */
function ServersOf({ event }: OfEvent) {
  const me = useMe()
  const isNear = useNow(MINUTE_MS) >= Date.parse(event.startsAt) - SERVERS_FROM_MS
  return (event.splitCount > 1 || (me !== null && (isNear || event.status !== 'WAITING'))) && <Servers event={event} />
}
/** Somewhat before anybody is told of a server (`NIGHT_MS` of hosting). */
const SERVERS_FROM_MS = 2 * HOUR_MS

function About({ event }: OfEvent) {
  const text = useTexts('sessions')
  return (
    <Page>
      <Section title={text('event.about')}>
        <Markdown>{event.description}</Markdown>
      </Section>
    </Page>
  )
}

const isOwnView = (event: EventView | RaceView): event is RaceView => 'may' in event

const choiceOf = (event: EventView | RaceView) =>
  isOwnView(event) && !isOver(event.status) && !isTheirAdmins(event)
    ? (car: EventView['cars'][number]) => <CarChoice sessionId={event.id} car={car} terms={Terms} />
    : undefined

/** In what state the banner says more than that it is so. */
const STATED: ReadonlySet<EventView['status']> = new Set(['DRAFT', 'RECURRING', 'DECLINED'])

/** Before the green light, and where there never was one, a tab of results would be the first thing on the page, and empty. */
const hasRun = ({ status }: EventView): boolean => status === 'IN_PROGRESS' || status === 'ENDED' || status === 'FAILED'

type Beside = { readonly results: readonly ResultTab[]; readonly own: OwnTabs | null; readonly takesProtests: boolean }

const tabOf = ({ key, render, hasBeside: _, isEmpty: __, ...tab }: ResultTab): Tab => ({ ...tab, hash: key, content: render })

/** Addresses of results that name no tab of this reader's: a visitor has one for all of them, and comes back signed in to its tables. */
function resultTabOf(hash: string, results: readonly ResultTab[]): string | undefined {
  if (!/^(results|race|qualify|practice)(-\d+)?$/.test(hash) || results.some(({ key }) => key === hash)) return undefined
  return (results.find(({ key }) => key.startsWith(`${hash}-`)) ?? results[0])?.key
}

function tabsOf(event: EventView | RaceView, { results, own, takesProtests }: Beside, text: Text<'sessions'>): readonly Tab[] {
  const tabs: (Tab | false)[] = [
    isTold(event) && {
      hash: 'live',
      label: text('tab.live'),
      content: () => (
        <OfNight>
          <LiveTab event={event} />
        </OfNight>
      ),
      preload: LiveTab.preload,
    },
    ...(hasRun(event) ? results : []).filter(({ forSignedIn }) => !forSignedIn).map(tabOf),
    isOwnView(event) &&
      event.status === 'RECURRING' && {
        hash: 'daily',
        label: text('tab.daily'),
        content: () => <DailyStarts event={event} />,
      },
    own !== null && {
      hash: 'my-team',
      label: text('tab.myTeam'),
      own: own.team,
      content: () => <MyTeamTab sessionId={event.id} />,
      preload: MyTeamTab.preload,
    },
    {
      hash: 'cars',
      label: text('tab.cars'),
      count: event.cars.length,
      content: () => <CarsTab event={event} actions={isOwnView(event) && event.may.setBop && <BopButton event={event} />} choice={choiceOf(event)} />,
      preload: CarsTab.preload,
    },
    // product.md §2: hidden once the event is over
    !isOver(event.status) &&
      event.status !== 'RECURRING' && {
        hash: 'participants',
        label: text(event.driverSwap ? 'tab.teams' : 'tab.participants'),
        count: event.taken,
        mark: overMaximum(event) && <OverMaximum />,
        content: () => (
          <ParticipantsTab
            sessionId={event.id}
            isOpen={isNotStarted(event.status)}
            terms={Terms}
            tools={isOwnView(event) && event.may.administer && <Picks event={event} />}
          />
        ),
        preload: ParticipantsTab.preload,
      },
    own !== null && {
      hash: 'spectators',
      label: text('tab.spectators'),
      own: own.spectators,
      content: () => <SpectatorsTab sessionId={event.id} />,
      preload: SpectatorsTab.preload,
    },
    { hash: 'configuration', label: text('tab.config'), content: () => <ConfigTab event={event} />, preload: ConfigTab.preload },
    // product.md §2: where a visitor finds but the way in they stand behind the event itself
    ...results.filter(({ forSignedIn }) => forSignedIn).map(tabOf),
    !event.manualSession && {
      hash: 'best-laps',
      label: text('tab.bestLaps'),
      content: () => <BestLapsTab event={event} />,
      preload: BestLapsTab.preload,
    },
    // product.md §2: once it has ended, where its community takes protests and there is a result to protest
    isOwnView(event) &&
      event.status === 'ENDED' &&
      takesProtests &&
      results.some(({ isEmpty }) => !isEmpty) && {
        hash: 'protests',
        label: text('tab.protests'),
        content: () => <ProtestsTab event={event} />,
        preload: ProtestsTab.preload,
      },
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
