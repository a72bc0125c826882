import type { TournamentId } from '#core/ids.ts'
import type { MemberView, TournamentView } from '#modules/tournaments/contract/shapes.ts'
import type { StandingsView } from '#modules/tournaments/contract/standings.ts'
import { SeasonHero } from '#modules/tournaments/screens/season-hero.tsx'
import { RoundStrip } from '#modules/tournaments/screens/round-strip.tsx'
import { StandingsTab } from '#modules/tournaments/screens/standings-tab.tsx'
import { useLoaded } from '../kit/ask.ts'
import { useLive } from '../kit/live.ts'
import { useMe } from '../kit/me.ts'
import type { PageProps } from '../kit/navigation.ts'
import { useTexts, type Text } from '../kit/texts.tsx'
import { loginPath } from '../routes.tsx'
import { ButtonLink } from '../ui/action/button.tsx'
import { ShareButton } from '../ui/action/share-button.tsx'
import { LoginPrompt } from '../ui/layout/login-prompt.tsx'
import { Tabs, type Tab } from '../ui/layout/tabs.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { lazyPart } from '../kit/lazy.tsx'
import { seasonCall, tableCall } from './season/needs.ts'

const waiting = <Skeleton rows={6} height={56} />
const EntriesTab = lazyPart(() => import('#modules/tournaments/screens/entries-tab.tsx'), 'EntriesTab', waiting)
const Rounds = lazyPart(() => import('./season/rounds.tsx'), 'Rounds', waiting)
const RulesTab = lazyPart(() => import('#modules/tournaments/screens/rules/rules-tab.tsx'), 'RulesTab', waiting)
const SeasonAction = lazyPart(() => import('#modules/tournaments/screens/season-action.tsx'), 'SeasonAction')
const WhyNot = lazyPart(() => import('#modules/tournaments/screens/join/why-not.tsx'), 'WhyNot')
const SeasonTerms = lazyPart(() => import('./season/terms.tsx'), 'SeasonTerms')
const Picks = lazyPart(() => import('./season/picks.tsx'), 'Picks')
const CorrectRow = lazyPart(() => import('./season/correct-row.tsx'), 'CorrectRow')
const AdminActions = lazyPart(() => import('#modules/tournaments/screens/admin-actions.tsx'), 'AdminActions')

const AccountAlert = lazyPart(() => import('#modules/entries/screens/account-alert.tsx'), 'AccountAlert')
const SeasonProtests = lazyPart(() => import('#modules/protests/screens/league/league-protests.tsx'), 'SeasonProtests', waiting)
const OpenProtests = lazyPart(() => import('#modules/protests/screens/league/league-protests.tsx'), 'OpenProtests')
const SeasonRules = lazyPart(() => import('#modules/protests/screens/league/season-rules.tsx'), 'SeasonRules')

/** A championship or series: what it is, what comes next, am I in; then standings, rounds, entries and rules. */
export function SeasonPage({ params }: PageProps) {
  const text = useTexts('tournaments-page')
  const words = useTexts('seasons')
  const me = useMe()
  const id = (params['id'] ?? '') as TournamentId
  const season: TournamentView | MemberView = useLoaded(seasonCall(me !== null), { id })
  const table = useLoaded(tableCall(me !== null), { id })
  // what happens at its events is told of the community too
  useLive([`league:${season.leagueId}`], season.id)
  const own = isOwnView(season) ? season : null
  const isOpen = season.type === 'CHAMPIONSHIP' && (season.status === 'REGISTRATION' || season.status === 'STARTED')
  const mayAsk = isOpen && (season.status === 'REGISTRATION' || season.entryRules.joinAfterStart)
  const back = `${season.type === 'SERIES' ? '/series' : '/championships'}/${season.id}`
  return (
    <>
      <SeasonHero season={season} table={table}>
        {own && <SeasonAction season={own} />}
        {own?.account?.needed && own.account.alert && (own.entry?.status === 'ACTIVE' || own.may.register) && own.status !== 'FINISHED' && (
          <AccountAlert account={own.account} />
        )}
        {mayAsk && !own && (
          <ButtonLink look="primary" to={loginPath(back)}>
            {season.taken < season.maxEntries ? text('join.register') : words('register.wait')}
          </ButtonLink>
        )}
        {isOpen && (own ? own.entry === null && !own.may.register : !mayAsk) && <WhyNot season={season} own={own} />}
        {own && own.may.duplicate && <AdminActions season={own} />}
        {own && own.may.duplicate && <SeasonRules leagueId={own.leagueId} seasonId={own.id} />}
        <ShareButton title={season.name} path={back} />
      </SeasonHero>
      <RoundStrip season={season} table={table} />
      <Tabs label={text('page.tabs')} tabs={tabsOf({ season, table, own }, text, words)} />
      {own?.may.duplicate && <Picks season={own} bar />}
    </>
  )
}

const isOwnView = (season: TournamentView | MemberView): season is MemberView => 'may' in season

type Shown = { readonly season: TournamentView; readonly table: StandingsView; readonly own: MemberView | null }

function tabsOf({ season, table, own }: Shown, text: Text<'tournaments-page'>, words: Text<'seasons'>): readonly Tab[] {
  const isSeries = season.type === 'SERIES'
  const tabs: (Tab | false)[] = [
    { hash: 'standings', label: text('page.standings'), content: () => <Standings season={season} /> },
    {
      hash: 'events',
      label: text('page.events'),
      count: season.sessions.length,
      content: () => <Rounds season={season} table={table} own={own} />,
    },
    !isSeries && {
      hash: 'registration',
      label: text('page.registration'),
      count: season.taken,
      content: () =>
        own ? (
          <>
            {own.may.duplicate && <Picks season={own} />}
            <EntriesTab season={own} />
          </>
        ) : (
          <Prompt />
        ),
    },
    {
      hash: 'protests',
      label: words('protests.tab'),
      mark: own && <OpenProtests leagueId={season.leagueId} tournamentId={season.id} />,
      content: () => <SeasonProtests leagueId={season.leagueId} tournamentId={season.id} />,
      preload: SeasonProtests.preload,
    },
    {
      hash: 'rules',
      label: text('page.rules'),
      content: () => <RulesTab season={season} terms={<SeasonTerms leagueId={season.leagueId} />} />,
    },
  ]
  return tabs.filter((tab) => tab !== false)
}

function Standings({ season }: { readonly season: TournamentView }) {
  const me = useMe()
  const call = tableCall(me !== null)
  const first = useLoaded(call, { id: season.id })
  if (first.loginRequired) return <Prompt />
  return <StandingsTab season={season} call={call} meId={me?.id ?? null} Correct={CorrectRow} />
}

function Prompt() {
  const text = useTexts('tournaments-page')
  return (
    <LoginPrompt title={text('visitor.title')} tab="standings">
      {text('visitor.words')}
    </LoginPrompt>
  )
}
