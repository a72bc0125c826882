import type { LeagueId } from '#core/ids.ts'
import { keeping, ok, refuse, type Result, type Verdict } from '#core/result.ts'
import { holdPerson, platformIds } from '#modules/accounts/door.ts'
import { acceptTerms, addMember, adminsOf, removeMember, type LockedLeague } from '#modules/leagues/door.ts'
import { spend } from '#server/db/budget.ts'
import type { CommandContext, CommandsOf } from '#server/room.ts'
import type { membersContract } from '../contract.ts'
import { agree } from '../decide.ts'
import { mayAsMember, mayEnter } from '../policy.ts'
import { PASSWORD_TRIES } from '../rules.ts'
import { banOf, endApplication, insertApplication, nameOf, pendingOf } from '../store.ts'
import { onLeague, recordMember, tell } from './on-league.ts'

type Names = 'JoinLeague' | 'LeaveLeague' | 'SubmitConsent' | 'AddApplication'

export const enteringCommands: Pick<CommandsOf<typeof membersContract>, Names> = {
  JoinLeague: (context, { id, v, body }) =>
    enter(context, 'join', id, v, body, async (league, tosVersion) => {
      const { tx, actor, now } = context
      const waiting = await pendingOf(tx, league.id, actor.userId)
      if (waiting) await endApplication(tx, waiting, { status: 'WITHDRAWN', reason: '', by: actor.userId, at: now })
      const added = await addMember(tx, league.id, actor.userId, tosVersion, now)
      if (added !== true) return added
      recordMember(context, 'MemberJoined', league.id, actor.userId, { tosVersion })
      return ok({ v: league.v })
    }),

  AddApplication: (context, { body }) => {
    if (body.refId !== body.leagueId) return Promise.resolve(refuse('NOT_FOUND'))
    return enter(context, 'apply', body.leagueId, null, body, async (league, tosVersion) => {
      const { tx, actor, now, newId } = context
      if (!(await holdPerson(tx, actor.userId))) return refuse('ACCOUNT_NOT_FOUND')
      const id = newId<'application'>()
      await insertApplication(tx, id, league.id, actor.userId, tosVersion, now)
      recordMember(context, 'ApplicationAdded', league.id, actor.userId, { applicationId: id, tosVersion })
      const name = (await nameOf(tx, actor.userId)) ?? ''
      for (const admin of await adminsOf(tx, league.id))
        await tell(context, league, admin, 'application-received', { name }, `/communities/${league.id}#members`)
      return ok({ aggregateId: id, v: 1 })
    })
  },

  LeaveLeague: (context, { id, v }) =>
    onLeague(context, id, v, mayAsMember, async ({ league, role }) => {
      const { tx, actor } = context
      if (role === 'owner') return refuse('OWNER_CANNOT_LEAVE')
      await removeMember(tx, league.id, actor.userId)
      recordMember(context, 'MemberLeft', league.id, actor.userId)
      return ok({ v: league.v })
    }),

  SubmitConsent: (context, { id, v, body }) =>
    onLeague(context, id, v, mayAsMember, async ({ league }) => {
      const { tx, actor, now } = context
      // nobody agrees for somebody else
      if (body.userId !== actor.userId) return refuse('FORBIDDEN')
      await acceptTerms(tx, league.id, actor.userId, league.tosVersion, now)
      recordMember(context, 'TermsOfServiceAccepted', league.id, actor.userId, { tosVersion: league.tosVersion })
      return ok({ v: league.v })
    }),
}

type Given = { readonly password?: string; readonly tos?: boolean }

/** The way in for both: what mayEnter looks at, then the password, then the terms. */
async function enter<T>(
  context: CommandContext,
  way: 'join' | 'apply',
  id: string,
  v: number | null,
  given: Given,
  act: (league: LockedLeague, tosVersion: number | null) => Promise<Result<T>>,
): Promise<Result<T>> {
  const { tx, actor, now } = context
  const { userId } = actor
  const everybody = (): Verdict => true
  return onLeague(context, id, null, everybody, async ({ league, role }) => {
    const leagueId = id as LeagueId
    const ban = await banOf(tx, leagueId, userId, now)
    const pending = (await pendingOf(tx, leagueId, userId)) !== undefined
    const discordLinked = !league.discordRequired || (await platformIds(tx, [userId], 'discord')).has(userId)
    const may = mayEnter(way, { ...league, role, ban, pending, discordLinked })
    if (may !== true) return may
    if (v !== null && v !== league.v) return refuse('VERSION_CONFLICT')
    const right = await checkPassword(context, league, given.password)
    if (right !== true) return right
    const agreed = agree({ exist: league.tos !== null, version: league.tosVersion }, given.tos)
    return agreed.ok ? act(league, agreed.value) : agreed
  })
}

/** A wrong password stays counted though nothing else of the try does; none given is no try. */
async function checkPassword({ tx, actor, now, sealer }: CommandContext, league: LockedLeague, given = ''): Promise<Verdict> {
  if (league.passwordSealed === null) return true
  const wrong = refuse('WRONG_PASSWORD', { field: 'password' })
  if (given === '') return wrong
  const budget = await spend(tx, now, `league-password:${league.id}:${actor.userId}`, PASSWORD_TRIES.most, PASSWORD_TRIES.windowMs)
  if (budget !== true) return budget
  return sealer.holds(league.passwordSealed, given) || keeping(wrong)
}
