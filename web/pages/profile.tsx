import { useState, type ComponentProps } from 'react'
import type { UserId } from '#core/ids.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { ProfileHead } from '#modules/accounts/screens/profile-head.tsx'
import { ownNumber } from '#modules/entries/rules/numbers.ts'
import { CompareButtons } from '#modules/profile/screens/compare-button.tsx'
import css from '#modules/profile/screens/profile.module.css'
import { profileSearch } from '#modules/profile/screens/list-params.ts'
import { Totals } from '#modules/profile/screens/totals.tsx'
import { useLoaded } from '../kit/ask.ts'
import { lazyPart } from '../kit/lazy.tsx'
import { useLive } from '../kit/live.ts'
import { useMe } from '../kit/me.ts'
import type { PageProps } from '../kit/navigation.ts'
import { useTexts, type Text } from '../kit/texts.tsx'
import { ShareButton } from '../ui/action/share-button.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { Tabs, type Tab } from '../ui/layout/tabs.tsx'
import { LicenceBadge } from '../ui/mark/licence-badge.tsx'
import { careerCall } from './profile/needs.ts'

const Compared = lazyPart(() => import('./profile/compare.tsx'), 'Compared')
const Overview = lazyPart(() => import('./profile/overview.tsx'), 'Overview', <Skeleton rows={8} height={62} />)
const ResultsPart = lazyPart(() => import('./profile/results-part.tsx'), 'ResultsPart', <Skeleton rows={6} height={62} />)
const DriverSeasons = lazyPart(() => import('./profile/overview.tsx'), 'DriverSeasons', <Skeleton rows={4} height={62} />)
const DriverLaps = lazyPart(() => import('#modules/profile/screens/driver-laps.tsx'), 'DriverLaps', <Skeleton rows={6} height={62} />)
const DriverVerdicts = lazyPart(() => import('#modules/protests/screens/driver-verdicts.tsx'), 'DriverVerdicts', <Skeleton rows={4} height={72} />)

/** A driver, alone or beside another. */
export const ProfilePage = (props: PageProps) => (props.params['other'] === undefined ? <Profile {...props} /> : <Compared {...props} />)

/** As the reader may see them: the numbers first, then what they are made of. */
function Profile({ params, search }: PageProps) {
  const id = (params['id'] ?? '') as UserId
  const profile = useLoaded(accountsContract.profile, { id })
  const me = useMe()
  const career = useLoaded(careerCall(me !== null), { id })
  const isMine = me?.id === profile.id
  useLive([`user:${profile.id}`])
  const text = useTexts('profile')
  // an address with filters is a list of results that somebody was sent
  const [first] = useState(() => (Object.values(profileSearch(search)).some(Boolean) ? 'results' : 'overview'))
  const { license } = career.ranks
  return (
    <>
      <ProfileHead
        profile={profile}
        isMine={isMine}
        number={ownNumber(profile.id)}
        badge={license && <LicenceBadge {...license} />}
        actions={
          <>
            <CompareButtons id={profile.id} />
            <ShareButton title={profile.name ?? ''} path={`/profile/${profile.id}`} />
          </>
        }
      >
        <Totals career={career} />
      </ProfileHead>
      <Tabs label={text('tabs.label')} tabs={tabsOf({ profile, career, isMine }, text)} also={(hash) => (hash === '' ? first : undefined)} />
    </>
  )
}

type Shown = ComponentProps<typeof Overview>

function tabsOf({ profile, career, isMine }: Shown, text: Text<'profile'>): readonly Tab[] {
  const { laps, hiddenLaps, seasons: driven, totals } = career
  const bests = laps.length + hiddenLaps
  const results: Tab = {
    hash: 'results',
    label: text('results.title'),
    ...(totals.starts > 0 && { count: totals.starts }),
    content: () => (
      <div className={css.parts}>
        <ResultsPart id={profile.id} filters={career.filters} />
      </div>
    ),
    preload: ResultsPart.preload,
  }
  const best: Tab = {
    hash: 'best-laps',
    label: text('laps.title'),
    count: bests,
    content: () => (
      <div className={css.parts}>
        <DriverLaps laps={laps} hiddenLaps={hiddenLaps} />
      </div>
    ),
    preload: DriverLaps.preload,
  }
  const seasons: Tab = {
    hash: 'seasons',
    label: text('seasons.title'),
    count: driven.length,
    content: () => (
      <div className={css.parts}>
        <DriverSeasons seasons={driven} />
      </div>
    ),
    preload: DriverSeasons.preload,
  }
  const verdicts: Tab = {
    hash: 'verdicts',
    label: text('tabs.verdicts'),
    count: career.verdicts,
    content: () => (
      <div className={css.parts}>
        <DriverVerdicts id={profile.id} />
      </div>
    ),
    preload: DriverVerdicts.preload,
  }
  return [
    { hash: 'overview', label: text('tabs.overview'), content: () => <Overview profile={profile} career={career} isMine={isMine} /> },
    results,
    ...(bests > 0 ? [best] : []),
    ...(driven.length > 0 ? [seasons] : []),
    ...(career.verdicts > 0 ? [verdicts] : []),
  ]
}
