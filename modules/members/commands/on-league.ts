import type { LeagueId, UserId } from '#core/ids.ts'
import type { Notice, ParamsOf } from '#core/joint.ts'
import { refuse, type Result, type Verdict } from '#core/result.ts'
import { lockLeague, roleIn, type LockedLeague } from '#modules/leagues/door.ts'
import type { Role } from '#modules/leagues/rules.ts'
import { notify } from '#modules/notifications/door.ts'
import type { CommandContext } from '#server/room.ts'
import type { MembershipFacts } from '../policy.ts'

export type InLock = { readonly league: LockedLeague; readonly role: Role | null }
type LeagueAccess = Pick<MembershipFacts, 'closed' | 'hidden' | 'role'>

/**
 * Locks the community, asks the policy, then acts: how every command on members begins. Members come and go without moving the community's
 * version; `v` says that the caller has seen the conditions and terms that hold. `null`: the path carries the version of something else.
 */
export async function onLeague<T>(
  { tx, actor, now }: CommandContext,
  id: string,
  v: number | null,
  may: (access: LeagueAccess) => Verdict,
  act: (held: InLock) => Promise<Result<T>>,
): Promise<Result<T>> {
  const league = await lockLeague(tx, id as LeagueId, now)
  if (!league) return refuse('NOT_FOUND')
  const role = await roleIn(tx, league.id, actor.userId)
  const verdict = may({ closed: league.closed, hidden: league.hidden, role })
  if (verdict !== true) return verdict
  return v === null || v === league.v ? act({ league, role }) : refuse('VERSION_CONFLICT')
}

/** Tells somebody what was done with them; the request is the cause, so a repeated one tells nothing twice. */
export const tell = <Param extends string>(
  context: CommandContext,
  league: LockedLeague,
  userId: UserId,
  notice: Notice<Param | 'league'>,
  params: ParamsOf<NoInfer<Exclude<Param, 'league'>>>,
  link: string | null = `/communities/${league.id}`,
): void =>
  notify(context, notice as Notice<string>, {
    userId,
    params: { league: league.name, ...params },
    link,
    effectKey: `${notice.kind}:${context.requestId}:${userId}`,
  })

/** Tells somebody who is not in it: a hidden community is missing for them, and so is the way there. */
export const tellOutsider = <Param extends string>(
  context: CommandContext,
  league: LockedLeague,
  userId: UserId,
  notice: Notice<Param | 'league'>,
  params: ParamsOf<NoInfer<Exclude<Param, 'league'>>>,
): void => tell(context, league, userId, notice, params, league.hidden ? null : undefined)
