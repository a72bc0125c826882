import type { UserId } from '#core/ids.ts'
import { lockLeague, removeMember } from '#modules/leagues/door.ts'
import type { Jobs } from '#server/room.ts'
import { leaveEvents, recordMember } from './commands/on-league.ts'
import { endApplication, leaguesOf, pendingOf } from './store.ts'

export const membersJobs: Jobs = {
  /** Whoever erased their account is no member any more and applies nowhere; bans stay, they name nobody. */
  'members.forget': async (context, { userId }: { readonly userId: UserId }) => {
    const { tx, now } = context
    // in one order, so that two of these never wait for each other
    for (const leagueId of await leaguesOf(tx, userId)) {
      await lockLeague(tx, leagueId, now)
      const waiting = await pendingOf(tx, leagueId, userId)
      if (waiting) await endApplication(tx, waiting, { status: 'WITHDRAWN', reason: '', by: null, at: now })
      if (!(await removeMember(tx, leagueId, userId))) continue
      recordMember(context, 'MemberErased', leagueId, userId)
      leaveEvents(context, leagueId, userId, 'LEFT')
    }
  },
}
