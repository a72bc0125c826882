import type { ReplyOf } from '#core/contract.ts'
import type { accountsContract } from '#modules/accounts/contract.ts'
import { ProfileCommunities } from '#modules/accounts/screens/profile-communities.tsx'
import type { CareerView } from '#modules/profile/contract.ts'
import { Badges } from '#modules/profile/screens/badges.tsx'
import { BestLapsOf } from '#modules/profile/screens/driver-laps.tsx'
import { Favourites } from '#modules/profile/screens/favourites.tsx'
import { LastRaces } from '#modules/profile/screens/last-races.tsx'
import css from '#modules/profile/screens/profile.module.css'
import { YouAnd } from '#modules/profile/screens/you-and.tsx'
import { DriverRanks } from '#modules/ranking/screens/driver-ranks.tsx'
import { RecentResults } from './recent-results.tsx'

// a list so small comes with the part that is shown first
export { DriverSeasons } from '#modules/profile/screens/driver-seasons.tsx'

/** The numbers first, then what they are made of; the latest of each list, whose whole stands in a tab of its own. */
export function Overview(props: {
  readonly profile: ReplyOf<typeof accountsContract.profile>
  readonly career: CareerView
  readonly isMine: boolean
}) {
  const { profile, career } = props
  return (
    <div className={css.parts}>
      <DriverRanks userId={profile.id} ranks={career.ranks} />
      <div className={css.columns}>
        <div>
          <LastRaces races={career.lastRaces} />
          <RecentResults id={profile.id} />
          <BestLapsOf laps={career.laps} hiddenLaps={career.hiddenLaps} />
        </div>
        <div>
          {profile.name && <YouAnd id={profile.id} name={profile.name} />}
          <Favourites favourites={career.favourites} />
          <ProfileCommunities profile={profile} isMine={props.isMine} />
          <Badges badges={career.badges} />
        </div>
      </div>
    </div>
  )
}
