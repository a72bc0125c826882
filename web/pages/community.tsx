import type { LeagueId } from '#core/ids.ts'
import type { LeagueView } from '#modules/leagues/contract.ts'
import { LeagueHero } from '#modules/leagues/screens/league-hero.tsx'
import { Terms } from '#modules/leagues/screens/terms.tsx'
import css from '#modules/leagues/screens/leagues.module.css'
import type { LeagueOfUser } from '#modules/members/contract.ts'
import { VisitorAction } from '#modules/members/screens/visitor-action.tsx'
import { EventsTab, ResultsTab } from './community/events-tabs.tsx'
import { eventsCall, eventsOf, leagueCall, pastCall, pastOf, PAST_SHOWN } from './community/needs.ts'
import { MANAGE, MANAGE_HASHES } from './community/sections.ts'
import { useAsk, useLoaded } from '../kit/ask.ts'
import { Island } from '../kit/island/island.tsx'
import { lazyPart } from '../kit/lazy.tsx'
import { useLive } from '../kit/live.ts'
import { useMe } from '../kit/me.ts'
import type { PageProps } from '../kit/navigation.ts'
import { useTexts, type Text } from '../kit/texts.tsx'
import { loginPath } from '../routes.tsx'
import { ShareButton } from '../ui/action/share-button.tsx'
import { useTakenOver } from '../kit/visit.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { Tabs, type Tab } from '../ui/layout/tabs.tsx'

const waiting = <Skeleton rows={6} height={56} />
const NextAction = lazyPart(() => import('#modules/members/screens/next-action.tsx'), 'NextAction')
const MembersTab = lazyPart(() => import('#modules/members/screens/members-tab.tsx'), 'MembersTab', waiting)
const LeagueProtests = lazyPart(() => import('#modules/protests/screens/league/league-protests.tsx'), 'LeagueProtests', waiting)
const SeasonList = lazyPart(() => import('#modules/tournaments/screens/season-list.tsx'), 'SeasonList', waiting)
const RoundList = lazyPart(() => import('#modules/rounds/screens/round-list.tsx'), 'RoundList', waiting)
const RoundsBeside = lazyPart(() => import('#modules/rounds/screens/round-list.tsx'), 'RoundsBeside')
const PickBar = lazyPart(() => import('#modules/pick-lists/screens/pick-bar.tsx'), 'PickBar')
const ManageTab = lazyPart(() => import('./community/manage-tab.tsx'), 'ManageTab', waiting)

/** One community: who they are, am I in, the one next action; then its events, results, members, and what admins look after. */
export function CommunityPage({ params, special = false }: PageProps & { readonly special?: boolean }) {
  const text = useTexts('leagues')
  const me = useMe()
  const id = (params['id'] ?? '') as LeagueId
  const league: LeagueView | LeagueOfUser = useLoaded(leagueCall(me !== null), { id })
  const outline = useNearestTrack(id)
  useLive([`league:${id}`])
  const terms = termsOf(league)
  return (
    <>
      <LeagueHero league={league} outline={outline}>
        <div className={css.next}>
          {isOwnView(league) && (
            <Island rooms={['members']}>
              <OwnAction leagueId={id} />
            </Island>
          )}
          {!isOwnView(league) && !league.closedAt && <VisitorAction directJoin={league.summaryData.directJoin} login={loginPath} />}
          <ShareButton title={league.name} path={`/${special ? 'special-events' : 'communities'}/${id}`} />
        </div>
      </LeagueHero>
      <Picks league={league} />
      <Tabs label={text('page.tabs')} tabs={tabsOf(league, text, special)} also={(hash) => MANAGE_HASHES[hash]} />
      {terms && (
        <Page>
          <details className={css.terms}>
            <summary>{text('page.terms')}</summary>
            {terms}
          </details>
        </Page>
      )}
    </>
  )
}

/** What the reader is to do, who is known in the island alone. */
function OwnAction({ leagueId }: { readonly leagueId: LeagueId }) {
  const league: LeagueView | LeagueOfUser = useLoaded(leagueCall(true), { id: leagueId })
  return isOwnView(league) && <NextAction league={league} terms={termsOf(league)} />
}

/** Of the reader alone: the page that many share is drawn without. */
const Picks = ({ league }: { readonly league: LeagueView | LeagueOfUser }) =>
  useTakenOver() && isOwnView(league) && league.may.administer ? <PickBar leagueId={league.id} /> : null

const termsOf = ({ summaryData: { tos } }: LeagueView) => tos && <Terms tos={tos} />

/** The track of its next event, else of its last: its picture where nobody has given one. */
function useNearestTrack(leagueId: LeagueId): string | null {
  const signedIn = useMe() !== null
  const coming = useAsk(eventsCall(signedIn), eventsOf(signedIn, leagueId)).data
  const past = useAsk(pastCall(signedIn), pastOf(signedIn, leagueId, PAST_SHOWN)).data
  return (coming?.events[0] ?? past?.events[0])?.track.outline ?? null
}

/** What only admins find there is not read of others: their page is drawn for many (docs/decisions/0011). */
const forAdmins = (league: LeagueView | LeagueOfUser): LeagueOfUser | null => (isOwnView(league) && league.limits !== null ? league : null)
const isOwnView = (league: LeagueView | LeagueOfUser): league is LeagueOfUser => 'may' in league

function tabsOf(league: LeagueView | LeagueOfUser, text: Text<'leagues'>, special: boolean): readonly Tab[] {
  const admins = forAdmins(league)
  const tabs: (Tab | false | undefined)[] = [
    special && {
      hash: 'rounds',
      label: text('page.rounds'),
      content: () => <RoundList leagueId={league.id} mayCreate={admins?.may.administer ?? false} />,
    },
    {
      hash: 'events',
      label: text('page.events'),
      content: () => <EventsTab league={league} mayCreate={admins?.may.createEvents ?? false} />,
    },
    {
      hash: 'championships',
      label: text('page.championships'),
      content: () => (
        <>
          <SeasonList leagueId={league.id} mayCreate={admins?.may.administer ?? false} />
          {!special && <RoundsBeside leagueId={league.id} mayCreate={admins?.may.administer ?? false} />}
        </>
      ),
      preload: SeasonList.preload,
    },
    { hash: 'results', label: text('page.results'), content: () => <ResultsTab leagueId={league.id} /> },
    {
      hash: 'members',
      label: text('page.members'),
      count: league.members,
      content: () => <MembersTab league={league} role={isOwnView(league) ? league.role : null} />,
      preload: MembersTab.preload,
    },
    {
      hash: 'protests',
      label: text('page.protests'),
      content: () => (
        <LeagueProtests leagueId={league.id} role={isOwnView(league) ? league.role : null} mayAdminister={admins?.may.administer ?? false} />
      ),
      preload: LeagueProtests.preload,
    },
    admins?.may.administer && {
      hash: MANAGE,
      label: text('page.manage'),
      count: admins.pendingApplications || undefined,
      content: () => <ManageTab league={admins} />,
      preload: ManageTab.preload,
    },
  ]
  return tabs.filter((tab) => tab !== false && tab !== undefined)
}
