import type { ApplicationId } from '#core/ids.ts'
import { checkReason } from '#core/reason.ts'
import { ok, refuse, type Result, type Verdict } from '#core/result.ts'
import { addMember, roleIn } from '#modules/leagues/door.ts'
import type { CommandContext, CommandsOf } from '#server/room.ts'
import { membersNotices } from '../contract/notices.ts'
import { ApplicationAccepted, ApplicationDeclined, ApplicationWithdrawn } from '../contract/facts.ts'
import type { membersContract } from '../contract.ts'
import { onPending } from '../decide.ts'
import { mayAdminister } from '../policy.ts'
import { REMOVAL_REASON } from '../rules.ts'
import { leagueOfApplication, banOf, endApplication, findApplication, type ApplicationRow, type Outcome } from '../store.ts'
import { onLeague, tell, tellOutsider, type InLock } from './on-league.ts'

type Names = 'AcceptApplication' | 'DeclineApplication' | 'WithdrawApplication'
type Input = { readonly id: string; readonly v: number; readonly body: { readonly reason: string } }

export const applicationCommands: Pick<CommandsOf<typeof membersContract>, Names> = {
  AcceptApplication: (context, input) =>
    decideOn(context, input, async (row, { league }) => {
      const { tx, now } = context
      if (await banOf(tx, league.id, row.user_id, now)) return refuse('MEMBER_BANNED')
      if ((await roleIn(tx, league.id, row.user_id)) !== null) return refuse('ALREADY_MEMBER')
      const v = await end(context, row, 'ACCEPTED', input.body.reason)
      const added = await addMember(tx, league.id, row.user_id, row.tos_version, now)
      if (added !== true) return added
      context.record(ApplicationAccepted, { leagueId: league.id, userId: row.user_id, applicationId: row.id })
      tell(context, league, row.user_id, membersNotices.accepted, {})
      return ok({ v })
    }),

  DeclineApplication: (context, input) =>
    decideOn(context, input, async (row, { league }) => {
      const { reason } = input.body
      const v = await end(context, row, 'DECLINED', reason)
      context.record(ApplicationDeclined, { leagueId: league.id, userId: row.user_id, applicationId: row.id, reason })
      tellOutsider(context, league, row.user_id, membersNotices.declined, { reason })
      return ok({ v })
    }),

  WithdrawApplication: async (context, { id, v, body }) => {
    const { tx, actor } = context
    const application = await leagueOfApplication(tx, id as ApplicationId)
    // somebody else's is missing
    if (!application || application.user_id !== actor.userId) return refuse('NOT_FOUND')
    const everywhere = (): Verdict => true
    return onLeague(context, application.league_id, null, everywhere, async ({ league }) => {
      const row = await findApplication(tx, id as ApplicationId)
      const stopped = check(row, v, body.reason)
      if (stopped !== true) return stopped
      const next = await end(context, row, 'WITHDRAWN', body.reason)
      context.record(ApplicationWithdrawn, { leagueId: league.id, userId: actor.userId, applicationId: row.id })
      return ok({ v: next })
    })
  },
}

/** For admins of the application's community; to everybody outside it the application is missing, to its applicant it is not theirs to decide. */
async function decideOn<T>(
  context: CommandContext,
  { id, v, body }: Input,
  act: (row: ApplicationRow, held: InLock) => Promise<Result<T>>,
): Promise<Result<T>> {
  const { tx, actor } = context
  const application = await leagueOfApplication(tx, id as ApplicationId)
  if (!application) return refuse('NOT_FOUND')
  const known = (role: unknown): Verdict => role !== null || application.user_id === actor.userId || refuse('NOT_FOUND')
  return onLeague(
    context,
    application.league_id,
    null,
    (facts) => {
      const seen = known(facts.role)
      return seen === true ? mayAdminister(facts) : seen
    },
    async (held) => {
      const row = await findApplication(tx, id as ApplicationId)
      const stopped = check(row, v, body.reason)
      return stopped === true ? act(row, held) : stopped
    },
  )
}

function check(row: ApplicationRow, v: number, reason: string): Verdict {
  const pending = onPending(row.status)
  if (pending !== true) return pending
  return row.v === v ? checkReason(reason, REMOVAL_REASON) : refuse('VERSION_CONFLICT')
}

const end = ({ tx, actor, now }: CommandContext, row: ApplicationRow, status: Outcome['status'], reason: string): Promise<number> =>
  endApplication(tx, row, { status, reason, by: actor.userId, at: now })
