import type { UserId } from '#core/ids.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { ProfileCommunities, ProfileHead } from '#modules/accounts/screens/profile-head.tsx'
import { ownNumber } from '#modules/entries/rules/numbers.ts'
import { CompareButtons } from '#modules/profile/screens/compare-button.tsx'
import css from '#modules/profile/screens/profile.module.css'
import { Totals } from '#modules/profile/screens/totals.tsx'
import { useLoaded } from '../kit/ask.ts'
import { lazyPart } from '../kit/lazy.tsx'
import { useLive } from '../kit/live.ts'
import { useMe } from '../kit/me.ts'
import type { PageProps } from '../kit/navigation.ts'
import { ShareButton } from '../ui/action/share-button.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { LicenceBadge } from '../ui/mark/licence-badge.tsx'
import { careerCall } from './profile/needs.ts'

const Compared = lazyPart(() => import('./profile/compare.tsx'), 'Compared')
const DriverRanks = lazyPart(() => import('#modules/ranking/screens/driver-ranks.tsx'), 'DriverRanks')
const LastRaces = lazyPart(() => import('#modules/profile/screens/last-races.tsx'), 'LastRaces')
const Favourites = lazyPart(() => import('#modules/profile/screens/favourites.tsx'), 'Favourites')
const Badges = lazyPart(() => import('#modules/profile/screens/badges.tsx'), 'Badges')
const ResultsPart = lazyPart(() => import('./profile/results-part.tsx'), 'ResultsPart', <Skeleton rows={6} height={62} />)
const DriverLaps = lazyPart(() => import('#modules/profile/screens/driver-laps.tsx'), 'DriverLaps')

/** A driver, alone or beside another. */
export const ProfilePage = (props: PageProps) => (props.params['other'] === undefined ? <Profile {...props} /> : <Compared {...props} />)

/** As the reader may see them: the numbers first, then what they are made of. */
function Profile({ params }: PageProps) {
  const id = (params['id'] ?? '') as UserId
  const profile = useLoaded(accountsContract.profile, { id })
  const me = useMe()
  const career = useLoaded(careerCall(me !== null), { id })
  const isMine = me?.id === profile.id
  useLive([`user:${profile.id}`])
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
      <Page>
        <DriverRanks userId={profile.id} ranks={career.ranks} />
        <LastRaces races={career.lastRaces} />
        <div className={css.columns}>
          <div>
            <ResultsPart id={profile.id} filters={career.filters} />
            <DriverLaps laps={career.laps} hiddenLaps={career.hiddenLaps} />
          </div>
          <div>
            <Favourites favourites={career.favourites} />
            <ProfileCommunities profile={profile} isMine={isMine} />
            <Badges badges={career.badges} />
          </div>
        </div>
      </Page>
    </>
  )
}
