import { all, ok, refuse } from '#core/result.ts'
import { nameOf } from '#modules/accounts/door.ts'
import { removeMember, roleIn } from '#modules/leagues/door.ts'
import type { CommandsOf } from '#server/room.ts'
import { membersNotices } from '../contract/notices.ts'
import { MemberBanned, MemberRemoved, MemberUnbanned } from '../contract/facts.ts'
import type { membersContract } from '../contract.ts'
import { checkReason } from '#core/reason.ts'
import { mayAdminister, mayTakeOut } from '../policy.ts'
import { BAN_REASON, banEnd, REMOVAL_REASON } from '../rules.ts'
import { banOf, deleteBan, endApplication, pendingOf, saveBan } from '../store.ts'
import { onLeague, tellOutsider } from './on-league.ts'

type Names = 'RemoveMember' | 'BanMember' | 'UnbanMember'

export const keepingOutCommands: Pick<CommandsOf<typeof membersContract>, Names> = {
  RemoveMember: (context, { id, v, body }) =>
    onLeague(context, id, v, mayAdminister, async ({ league, role }) => {
      const { tx } = context
      const target = await roleIn(tx, league.id, body.userId)
      if (target === null) return refuse('NOT_A_MEMBER')
      const verdict = all(mayTakeOut(role, target), checkReason(body.reason, REMOVAL_REASON))
      if (verdict !== true) return verdict
      await removeMember(tx, league.id, body.userId)
      context.record(MemberRemoved, { leagueId: league.id, userId: body.userId, reason: body.reason })
      tellOutsider(context, league, body.userId, membersNotices.removed, { reason: body.reason })
      return ok({ v: league.v })
    }),

  /** A ban wins: membership and application end with it, under the same lock that every way in takes. */
  BanMember: (context, { id, v, body }) =>
    onLeague(context, id, v, mayAdminister, async ({ league, role }) => {
      const { tx, actor, now } = context
      if ((await nameOf(tx, body.userId)) === null) return refuse('ACCOUNT_NOT_FOUND')
      const verdict = all(mayTakeOut(role, await roleIn(tx, league.id, body.userId)), checkReason(body.reason, BAN_REASON))
      if (verdict !== true) return verdict
      const endsAt = banEnd(body.days, now)
      await saveBan(tx, league.id, body.userId, actor.userId, { reason: body.reason, bannedAt: now, endsAt })
      await removeMember(tx, league.id, body.userId)
      const waiting = await pendingOf(tx, league.id, body.userId)
      if (waiting) await endApplication(tx, waiting, { status: 'DECLINED', reason: '', by: actor.userId, at: now })
      context.record(MemberBanned, { leagueId: league.id, userId: body.userId, reason: body.reason, endsAt: endsAt?.toISOString() ?? null })
      tellOutsider(context, league, body.userId, membersNotices.banned, { reason: body.reason, endsAt: endsAt?.toISOString() ?? null })
      return ok({ v: league.v })
    }),

  UnbanMember: (context, { id, v, body }) =>
    onLeague(context, id, v, mayAdminister, async ({ league }) => {
      const { tx, now } = context
      if (!(await banOf(tx, league.id, body.userId, now))) return refuse('WRONG_STATE')
      const verdict = checkReason(body.reason, REMOVAL_REASON)
      if (verdict !== true) return verdict
      await deleteBan(tx, league.id, body.userId)
      context.record(MemberUnbanned, { leagueId: league.id, userId: body.userId, reason: body.reason })
      return ok({ v: league.v })
    }),
}
