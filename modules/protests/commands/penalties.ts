import type { LeagueId, PenaltyId, ProtestId, SessionId } from '#core/ids.ts'
import type { Notice } from '#core/joint.ts'
import { ok, refuse, type Result, type Verdict } from '#core/result.ts'
import { lockLeague, type LockedLeague } from '#modules/leagues/door.ts'
import { notify } from '#modules/notifications/door.ts'
import { sightOf } from '#modules/visibility/door.ts'
import type { CommandContext, CommandsOf } from '#server/room.ts'
import type { protestsContract } from '../contract.ts'
import { PenaltyCarriedOver, PenaltyForgiven, PenaltyReopened, PenaltyServed, type AtReport } from '../contract/facts.ts'
import { protestsNotices } from '../contract/notices.ts'
import { carryOver, forgive, reopen, serve, type PenaltyState } from '../decide.ts'
import { maySettle } from '../policy.ts'
import { caseToTell } from '../queries/rows.ts'
import { raceMeant } from '../queries/serving.ts'
import { countedAfter } from '../rules/serving.ts'
import { findPenalty, lastServed, lockPenalty, noteRace, saveCarriedOver, saveCounted, savePenalty, saveRace } from '../store.ts'

export const penaltyCommands: Pick<CommandsOf<typeof protestsContract>, 'ServePenalty' | 'ForgivePenalty' | 'ReopenPenalty' | 'CarryPenaltyOver'> = {
  ServePenalty: (context, { id, body }) =>
    onPenalty(context, id, async (penalty) => {
      const { tx, actor, now, record } = context
      const served = serve(penalty, body)
      if (!served.ok) return served
      await savePenalty(tx, penalty.penaltyId, served.value, actor.userId, now)
      const race = await raceMeant(tx, penalty, now)
      if (race?.hasBegun) await noteRace(tx, penalty.penaltyId, { sessionId: race.sessionId, outcome: 'SERVED', isByHand: true }, now)
      record(PenaltyServed, { ...told(penalty), racesLeft: served.value.racesLeft })
      return true
    }),

  ForgivePenalty: (context, { id, body }) =>
    onPenalty(context, id, async (penalty) => {
      const { tx, actor, now, record } = context
      const may = forgive(penalty)
      if (may !== true) return may
      await savePenalty(tx, penalty.penaltyId, { state: 'FORGIVEN', racesLeft: 0, note: body.reason }, actor.userId, now)
      record(PenaltyForgiven, { ...told(penalty), reason: body.reason })
      await tell(context, penalty, protestsNotices.forgiven, body.reason)
      return true
    }),

  ReopenPenalty: (context, { id, body }) =>
    onPenalty(context, id, async (penalty) => {
      const { tx, now, record } = context
      const may = reopen(penalty)
      if (may !== true) return may
      const served = await lastServed(tx, penalty.penaltyId)
      const counted = countedAfter(penalty, 'SERVED', 'MISSED')
      if (served) await saveRace(tx, penalty.penaltyId, { sessionId: served.session_id, outcome: 'MISSED', isByHand: true, ...counted }, now)
      else await saveCounted(tx, penalty.penaltyId, counted, now)
      record(PenaltyReopened, { ...told(penalty), reason: body.reason })
      await tell(context, penalty, protestsNotices.reopened, body.reason)
      return true
    }),

  CarryPenaltyOver: (context, { id, body }) =>
    onPenalty(context, id, async (penalty) => {
      const { tx, now, record } = context
      const may = carryOver(penalty, body)
      if (may !== true) return may
      const race = await raceMeant(tx, penalty, now)
      if (race) await noteRace(tx, penalty.penaltyId, { sessionId: race.sessionId, outcome: 'MISSED', isByHand: race.hasBegun }, now)
      record(PenaltyCarriedOver, { ...told(penalty), times: await saveCarriedOver(tx, penalty.penaltyId) })
      return true
    }),
}

type LockedPenalty = PenaltyState & {
  readonly penaltyId: PenaltyId
  readonly reportId: ProtestId
  readonly leagueId: LeagueId
  readonly sessionId: SessionId
  readonly userId: AtReport['reporteeId']
  readonly kind: string
}
const told = ({ penaltyId, leagueId, sessionId, userId, kind }: LockedPenalty) => ({ penaltyId, leagueId, sessionId, userId, kind })

/** Tells the driver what an admin has made of their penalty. */
async function tell(
  context: CommandContext,
  { penaltyId, reportId, userId }: LockedPenalty,
  notice: Notice<'event' | 'no' | 'reason'>,
  reason: string,
): Promise<void> {
  const found = await caseToTell(context.tx, reportId)
  if (!found) return
  const { event, no } = found
  const effectKey = `${notice.kind}:${penaltyId}:${context.newId()}`
  notify(context, notice, { userId, params: { event, no, reason }, link: `/protests/${reportId}`, effectKey })
}

/** A penalty for a next race, for the community's admins, under its lock. */
async function onPenalty(
  { tx, now, actor }: CommandContext,
  asked: string,
  act: (penalty: LockedPenalty) => Promise<Verdict>,
): Promise<Result<{ id: PenaltyId }>> {
  const id = asked as PenaltyId
  const found = await findPenalty(tx, id)
  const league: LockedLeague | null = found ? await lockLeague(tx, found.league_id, now) : null
  const sight = league && (await sightOf(tx, league.id, actor.userId))
  if (!sight) return refuse('NOT_FOUND')
  const may = maySettle(sight)
  if (may !== true) return may
  const row = (await lockPenalty(tx, id))!
  const done = await act({
    penaltyId: id,
    reportId: row.report_id,
    leagueId: row.league_id,
    sessionId: row.session_id,
    userId: row.user_id,
    kind: row.kind,
    state: row.state as PenaltyState['state'],
    isTurned: row.report_status === 'APPEAL_ACCEPTED',
    racesLeft: row.races_left,
    carriedOver: row.carried_over,
  })
  return done === true ? ok({ id }) : done
}
