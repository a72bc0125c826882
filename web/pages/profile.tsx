import { accountsContract } from '#modules/accounts/contract.ts'
import { ProfileCommunities, ProfileHead } from '#modules/accounts/screens/profile-head.tsx'
import { useLoaded } from '../kit/ask.ts'
import { lazyPart } from '../kit/lazy.tsx'
import { useMe } from '../kit/me.ts'
import type { PageProps } from '../kit/navigation.ts'
import { Page } from '../ui/layout/page.tsx'
import { Attendance } from './profile/attendance.tsx'
import css from './profile/profile.module.css'
import { RecentResults } from './profile/recent-results.tsx'

const DriverRanks = lazyPart(() => import('#modules/ranking/screens/driver-ranks.tsx'), 'DriverRanks')

/** A driver as anybody sees them. */
export function ProfilePage({ params: { id = '' } }: PageProps) {
  const profile = useLoaded(accountsContract.profile, { id })
  const isMine = useMe()?.id === profile.id
  return (
    <>
      <ProfileHead profile={profile} isMine={isMine} />
      <Page>
        <Attendance userId={profile.id} />
        <DriverRanks userId={profile.id} />
        <div className={css.columns}>
          <RecentResults userId={profile.id} />
          <ProfileCommunities profile={profile} isMine={isMine} />
        </div>
      </Page>
    </>
  )
}
