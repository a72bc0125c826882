import type { LeagueId } from '#core/ids.ts'
import { keeping, ok, refuse, type Result, type Verdict } from '#core/result.ts'
import { platformIds } from '#modules/accounts/door.ts'
import { acceptTerms, addMember, lockLeague, memberOf, type LockedLeague } from '#modules/leagues/door.ts'
import { hasAccepted, type Role } from '#modules/leagues/rules.ts'
import { spend } from '#server/db/budget.ts'
import type { CommandContext } from '#server/room.ts'
import { MemberJoined, TermsOfServiceAccepted } from './contract/facts.ts'
import { agree, type Ticked } from './decide.ts'
import { mayEnter, type Way } from './policy.ts'
import { PASSWORD_TRIES } from './rules.ts'
import { banOf, endApplication, pendingOf } from './store.ts'

/** What somebody types to come in. */
export type JoinAnswers = Ticked & { readonly password?: string | undefined }

/**
 * What a community asks of whoever comes in, whichever way: what mayEnter looks at, then the password, then the terms. Gives the version of
 * the terms agreed to, `null` where there are none. The community is locked.
 */
export async function askedOf(
  context: CommandContext,
  league: LockedLeague,
  role: Role | null,
  way: Way,
  answers: JoinAnswers,
  v: number | null = null,
): Promise<Result<number | null>> {
  const { tx, now } = context
  const { userId } = context.actor
  const ban = await banOf(tx, league.id, userId, now)
  const pending = (await pendingOf(tx, league.id, userId)) !== undefined
  const discordLinked = !league.discordRequired || (await platformIds(tx, [userId], 'discord')).has(userId)
  const may = mayEnter(way, { ...league, role, ban, pending, discordLinked })
  if (may !== true) return may
  if (v !== null && v !== league.v) return refuse('VERSION_CONFLICT')
  const right = await checkPassword(context, league, way === 'register' ? 'membershipPassword' : 'password', answers.password)
  return right === true ? agree(termsOf(league), answers) : right
}

/** Makes the caller a member of the locked community: an application that waited is answered by that. */
export async function join(context: CommandContext, league: LockedLeague, tosVersion: number | null): Promise<Verdict> {
  const { tx, actor, now } = context
  const waiting = await pendingOf(tx, league.id, actor.userId)
  if (waiting) await endApplication(tx, waiting, { status: 'WITHDRAWN', reason: '', by: actor.userId, at: now })
  const added = await addMember(tx, league.id, actor.userId, tosVersion, now)
  if (added === true) context.record(MemberJoined, { leagueId: league.id, userId: actor.userId, tosVersion })
  return added
}

/** As what somebody drives an event of the community. */
export type Entrant = { readonly isMember: boolean; readonly tosVersion: number | null }

/**
 * Whoever registers for an event meets what its community asks (decisions.md §3 "Open-events communities"): a stranger what joining asks, who is
 * a member from then on unless an admin has to approve that, a member the terms where they are new. Locks the community: before the event.
 */
export async function enterByRegistering(context: CommandContext, leagueId: LeagueId, answers: JoinAnswers): Promise<Result<Entrant>> {
  const { tx, actor, now } = context
  const league = await lockLeague(tx, leagueId, now)
  if (!league) return refuse('NOT_FOUND')
  const member = await memberOf(tx, leagueId, actor.userId)
  if (member) {
    const agreed = hasAccepted(termsOf(league), member.tosVersion) ? ok(null) : agree(termsOf(league), answers)
    if (!agreed.ok) return agreed
    if (agreed.value !== null) {
      await acceptTerms(tx, leagueId, actor.userId, agreed.value, now)
      context.record(TermsOfServiceAccepted, { leagueId, userId: actor.userId, tosVersion: agreed.value })
    }
    return ok({ isMember: true, tosVersion: agreed.value })
  }
  const agreed = await askedOf(context, league, null, 'register', answers)
  if (!agreed.ok) return agreed
  const joined = league.directJoin ? await join(context, league, agreed.value) : true
  return joined === true ? ok({ isMember: league.directJoin, tosVersion: agreed.value }) : joined
}

const termsOf = ({ tos, tosVersion }: LockedLeague) => ({ exist: tos !== null, version: tosVersion })

/** A wrong password stays counted though nothing else of the try does; none given is no try. */
async function checkPassword({ tx, actor, now, sealer }: CommandContext, league: LockedLeague, field: string, answers = ''): Promise<Verdict> {
  if (league.passwordSealed === null) return true
  const wrong = refuse('WRONG_PASSWORD', { field })
  if (answers === '') return wrong
  const budget = await spend(tx, now, `league-password:${league.id}:${actor.userId}`, PASSWORD_TRIES.most, PASSWORD_TRIES.windowMs)
  if (budget !== true) return budget
  return sealer.holds(league.passwordSealed, answers) || keeping(wrong)
}
