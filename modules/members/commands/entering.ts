import { ok, refuse, type Result, type Verdict } from '#core/result.ts'
import { holdPerson, nameOf } from '#modules/accounts/door.ts'
import { acceptTerms, adminsOf, removeMember, type LockedLeague } from '#modules/leagues/door.ts'
import type { CommandContext, CommandsOf } from '#server/room.ts'
import { membersNotices } from '../contract/notices.ts'
import { ApplicationAdded, MemberLeft, TermsOfServiceAccepted } from '../contract/facts.ts'
import type { membersContract } from '../contract.ts'
import { askedOf, join, type JoinAnswers } from '../door.ts'
import { mayAsMember } from '../policy.ts'
import { insertApplication } from '../store.ts'
import { onLeague, tell } from './on-league.ts'

type Names = 'JoinLeague' | 'LeaveLeague' | 'SubmitConsent' | 'AddApplication'

export const enteringCommands: Pick<CommandsOf<typeof membersContract>, Names> = {
  JoinLeague: (context, { id, v, body }) =>
    enter(context, 'join', id, v, body, async (league, tosVersion) => {
      const joined = await join(context, league, tosVersion)
      return joined === true ? ok({ v: league.v }) : joined
    }),

  AddApplication: (context, { body }) => {
    if (body.refId !== body.leagueId) return Promise.resolve(refuse('NOT_FOUND'))
    return enter(context, 'apply', body.leagueId, null, body, async (league, tosVersion) => {
      const { tx, actor, now, newId } = context
      if (!(await holdPerson(tx, actor.userId))) return refuse('ACCOUNT_NOT_FOUND')
      const id = newId<'application'>()
      await insertApplication(tx, id, league.id, actor.userId, tosVersion, now)
      context.record(ApplicationAdded, { leagueId: league.id, userId: actor.userId, applicationId: id, tosVersion })
      const name = (await nameOf(tx, actor.userId)) ?? ''
      for (const admin of await adminsOf(tx, league.id))
        tell(context, league, admin, membersNotices.applied, { name }, `/communities/${league.id}#manage-applications`)
      return ok({ aggregateId: id, v: 1 })
    })
  },

  LeaveLeague: (context, { id, v }) =>
    onLeague(context, id, v, mayAsMember, async ({ league, role }) => {
      const { tx, actor } = context
      if (role === 'owner') return refuse('OWNER_CANNOT_LEAVE')
      await removeMember(tx, league.id, actor.userId)
      context.record(MemberLeft, { leagueId: league.id, userId: actor.userId })
      return ok({ v: league.v })
    }),

  SubmitConsent: (context, { id, v, body }) =>
    onLeague(context, id, v, mayAsMember, async ({ league }) => {
      const { tx, actor, now } = context
      // nobody agrees for somebody else
      if (body.userId !== actor.userId) return refuse('FORBIDDEN')
      await acceptTerms(tx, league.id, actor.userId, league.tosVersion, now)
      context.record(TermsOfServiceAccepted, { leagueId: league.id, userId: actor.userId, tosVersion: league.tosVersion })
      return ok({ v: league.v })
    }),
}

/** The way in for both: what is asked of everybody, of the community as the caller has seen it. */
function enter<T>(
  context: CommandContext,
  way: 'join' | 'apply',
  id: string,
  v: number | null,
  answers: JoinAnswers,
  act: (league: LockedLeague, tosVersion: number | null) => Promise<Result<T>>,
): Promise<Result<T>> {
  const everybody = (): Verdict => true
  return onLeague(context, id, null, everybody, async ({ league, role }) => {
    const agreed = await askedOf(context, league, role, way, answers, v)
    return agreed.ok ? act(league, agreed.value) : agreed
  })
}
