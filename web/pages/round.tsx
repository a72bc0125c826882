import type { RoundId } from '#core/ids.ts'
import type { RoundView } from '#modules/rounds/contract/shapes.ts'
import { RoundEvents } from '#modules/rounds/screens/round-events.tsx'
import { RoundHero } from '#modules/rounds/screens/round-hero.tsx'
import { useLoaded } from '../kit/ask.ts'
import { lazyPart } from '../kit/lazy.tsx'
import { useLive } from '../kit/live.ts'
import { useMe } from '../kit/me.ts'
import type { PageProps } from '../kit/navigation.ts'
import { useTexts, type Text } from '../kit/texts.tsx'
import { ShareButton } from '../ui/action/share-button.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { Tabs, type Tab } from '../ui/layout/tabs.tsx'
import { roundCall } from './round/needs.ts'

const waiting = <Skeleton rows={6} height={56} />
const RoundResult = lazyPart(() => import('#modules/rounds/screens/round-result.tsx'), 'RoundResult', waiting)
const RoundDrivers = lazyPart(() => import('#modules/rounds/screens/round-drivers.tsx'), 'RoundDrivers', waiting)
const RoundOutcome = lazyPart(() => import('./season/round-outcome.tsx'), 'RoundOutcome')
const RoundAdmin = lazyPart(() => import('#modules/rounds/screens/round-admin.tsx'), 'RoundAdmin')

/** A round of a special event: its events, its result, and who goes on. */
export function RoundPage({ params }: PageProps) {
  const text = useTexts('rounds-page')
  const me = useMe()
  const id = (params['id'] ?? '') as RoundId
  const round = useLoaded(roundCall(me !== null), { id })
  // what happens at its events is told of the community too
  useLive([`league:${round.leagueId}`], round.id)
  const manages = round.may.edit || round.may.publish || round.may.end || round.may.remove
  return (
    <>
      <RoundHero round={round}>
        {manages && <RoundAdmin round={round} />}
        <ShareButton title={round.name} path={`/rounds/${round.id}`} />
      </RoundHero>
      <Tabs label={text('tabs.label')} tabs={tabsOf(round, me !== null, text)} />
    </>
  )
}

function tabsOf(round: RoundView, signedIn: boolean, text: Text<'rounds-page'>): readonly Tab[] {
  const tabs: (Tab | false)[] = [
    { hash: 'events', label: text('tabs.events'), count: round.sessions.length, content: () => <RoundEvents round={round} Outcome={RoundOutcome} /> },
    { hash: 'result', label: text('tabs.result'), content: () => <RoundResult round={round} />, preload: RoundResult.preload },
    round.invitedOnly &&
      signedIn && {
        hash: 'drivers',
        label: text('tabs.drivers'),
        count: round.drivers,
        content: () => <RoundDrivers round={round} />,
        preload: RoundDrivers.preload,
      },
  ]
  return tabs.filter((tab) => tab !== false)
}
