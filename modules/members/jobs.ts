import type { UserId } from '#core/ids.ts'
import { UserRemoved } from '#modules/accounts/contract/facts.ts'
import { closeLeague, lockLeague, removeMember, roleIn, setRole, successors, type LockedLeague } from '#modules/leagues/door.ts'
import { notify } from '#modules/notifications/door.ts'
import { on, type JobContext, type Listener } from '#server/room.ts'
import { membersNotices } from './contract/notices.ts'
import { MemberErased, OwnerAppointed } from './contract/facts.ts'
import { endApplication, leaguesOf, pendingOf } from './store.ts'

export const membersListeners: readonly Listener[] = [
  /** Whoever erased their account is no member any more and applies nowhere; bans stay, they name nobody. */
  on(UserRemoved, 'members.forget', async (context, { userId }) => {
    const { tx, now } = context
    for (const leagueId of await leaguesOf(tx, userId)) {
      const league = await lockLeague(tx, leagueId, now)
      const waiting = await pendingOf(tx, leagueId, userId)
      if (waiting) await endApplication(tx, waiting, { status: 'WITHDRAWN', reason: '', by: null, at: now })
      const role = await roleIn(tx, leagueId, userId)
      if (!league || role === null) continue
      await removeMember(tx, leagueId, userId)
      if (role === 'owner' && !league.closed) await passOn(context, league, userId)
      context.record(MemberErased, { leagueId, userId })
    }
  }),
]

/** A community whose owner is gone, which removing an account refuses, goes to the admin who has been there longest; without one it closes. */
async function passOn(context: JobContext, league: LockedLeague, before: UserId): Promise<void> {
  for (const next of await successors(context.tx, league.id)) {
    if ((await setRole(context.tx, league.id, next, 'owner')) !== true) continue
    context.record(OwnerAppointed, { leagueId: league.id, userId: next, before })
    const effectKey = `role-changed:${league.id}:${before}:${next}`
    const params = { league: league.name, role: 'owner' }
    notify(context, membersNotices.roleChanged, { userId: next, params, link: `/communities/${league.id}`, effectKey })
    return
  }
  await closeLeague(context, league.id)
}
