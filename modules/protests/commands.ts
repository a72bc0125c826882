import type { CorrectionId, LeagueId, PenaltyId, ProtestId, SessionId } from '#core/ids.ts'
import { all, ok, refuse, type Result, type Verdict } from '#core/result.ts'
import { addCorrection, revokeCorrection } from '#modules/corrections/door.ts'
import { lockLeague, registerConfig, roleIn, type LockedLeague } from '#modules/leagues/door.ts'
import { sessionFacts } from '#modules/sessions/door.ts'
import { sightOf } from '#modules/visibility/door.ts'
import type { CommandContext, CommandsOf } from '#server/room.ts'
import type { protestsContract, ReportView } from './contract.ts'
import { catalogue, configOf, protestConfigTyped } from './contract/config.ts'
import {
  AppealDecided,
  PenaltyCarriedOver,
  PenaltyForgiven,
  PenaltyServed,
  ReportAnswered,
  ReportAppealed,
  ReportDecided,
  ReportReviewed,
  ReportSubmitted,
  ReportWithdrawn,
  type AtReport,
} from './contract/facts.ts'
import { answer, appeal, correctionOf, serve, vote, withdraw } from './decide.ts'
import { mayAnswer, mayName, mayReview, maySettle, maySubmit, mayWithdraw } from './policy.ts'
import { catalogueIn, driversOf, isTeam, ownsTournament, rejectionsOf, rulesIn, tournamentOf } from './queries/event.ts'
import { reportRow, type ReportRow } from './queries/rows.ts'
import { factsOf, othersAmong, relationOf, reportView } from './queries/view.ts'
import { DEFAULT_CATALOGUE, PENALTY_CATALOGUE, type Penalty } from './rules/penalty.ts'
import { DEFAULT_RULES, PROTEST_RULES, reportableSegments, roundOf } from './rules.ts'
import {
  carryOver,
  findPenalty,
  findReport,
  insertPenalties,
  insertReport,
  insertReview,
  lockPenalty,
  lockReport,
  revokePenalties,
  saveAnswer,
  saveAppeal,
  saveDecision,
  savePenalty,
  saveStatus,
  votesOf,
  type LockedReport,
} from './store.ts'

registerConfig(PROTEST_RULES, {
  schema: protestConfigTyped(DEFAULT_RULES),
  defaults: configOf(DEFAULT_RULES),
  owns: ownsTournament,
  refuses: (config) =>
    (config as { reviewer_count: number }).reviewer_count % 2 === 1 || refuse('REVIEWER_COUNT_ODD', { field: 'config.reviewer_count' }),
})
registerConfig(PENALTY_CATALOGUE, { schema: catalogue, defaults: DEFAULT_CATALOGUE })

/** All under the community's lock: its numbers, who is a steward, and how many reports of somebody were rejected stay what they are. */
export const protestsCommands: CommandsOf<typeof protestsContract> = {
  SubmitReport: async (context, { body }) => {
    const { tx, now, newId, record, actor } = context
    const { sessionId, splitNo, reporteeId } = body
    const found = await sessionFacts(tx, sessionId)
    const league = found && (await lockLeague(tx, found.leagueId, now))
    // what was read before the lock could be older than it
    const event = league && (await sessionFacts(tx, sessionId))
    if (!event) return refuse('NOT_FOUND')
    const tournament = await tournamentOf(tx, sessionId)
    const { rules } = await rulesIn(tx, league.id, tournament?.id ?? null)
    const drivers = await driversOf(tx, sessionId)
    const may = maySubmit(
      {
        ...league,
        role: await roleIn(tx, league.id, actor.userId),
        status: event.status,
        endedAt: event.status === 'ENDED' ? (event.endedAt ?? event.statusAt) : null,
        rules,
        tournamentFinished: tournament?.isFinished ?? false,
        splits: drivers.filter(({ id }) => id === actor.userId).map((one) => one.splitNo),
        rejectedAt: await rejectionsOf(tx, league.id, actor.userId, rules, now),
      },
      now,
      splitNo,
    )
    if (may !== true) return may
    const segment = reportableSegments(event.segments).find(({ segmentIndex }) => segmentIndex === body.segmentIndex)
    const reportee = drivers.find((one) => one.id === reporteeId && one.splitNo === splitNo)
    const named = mayName({
      isSelf: reporteeId === actor.userId,
      isTeamMate: await isTeam(tx, sessionId, actor.userId, reporteeId),
      drovesThere: reportee !== undefined,
      isReportable: segment !== undefined,
    })
    if (named !== true) return named
    const id = newId<'protest'>()
    const at = { leagueId: league.id, sessionId, reporterId: actor.userId, reporteeId }
    const reportNo = await insertReport(
      tx,
      {
        ...at,
        id,
        splitNo,
        segment: segment!,
        teamName: reportee!.teamName,
        category: body.category,
        lapNumber: body.lapNumber ?? null,
        incidentTimeMs: body.incidentTimeMs ?? null,
        description: body.description,
        videoURL: body.videoURL,
        requiredReviews: rules.reviewerCount,
      },
      now,
    )
    record(ReportSubmitted, { ...at, reportId: id, reportNo })
    return viewOf(context, id)
  },

  ReviewReport: (context, { id, body }) =>
    onReport(context, id, async ({ row, report }) => {
      const { tx, actor, now, record } = context
      const may = mayReview(factsOf(row, actor.userId), relationOf(row, actor.userId), othersAmong(row.stewards ?? []), row.requiredReviews)
      if (may !== true) return may
      const round = roundOf(report.status)
      const votes = await votesOf(tx, report.id, round)
      const { rules } = await rulesIn(tx, report.leagueId, (await tournamentOf(tx, report.sessionId))?.id ?? null)
      const voted = vote(report, votes, body, { rules, catalogue: await catalogueIn(tx, report.leagueId), now })
      if (!voted.ok) return voted
      await insertReview(tx, report.id, { ...body, round, no: votes.length + 1, reviewerId: actor.userId }, now)
      const { status, decided } = voted.value
      if (!decided) {
        await saveStatus(tx, report.id, status)
        record(ReportReviewed, { ...at(report), round })
        return true
      }
      await saveDecision(tx, report.id, { round, status, ...decided }, now)
      await insertPenalties(tx, report, await corrected(context, report, decided.penalties, body.note), now)
      const gone = decided.revokes ? await undone(context, report, body.note) : []
      const told = round === 1 ? decided.penalties : gone
      record(round === 1 ? ReportDecided : AppealDecided, {
        ...at(report),
        decision: decided.decision,
        penalties: told.map(({ kind, amount }) => ({ kind, amount })),
      })
      return true
    }),

  AppealReport: (context, { id, body }) =>
    onReport(context, id, async ({ row, report }) => {
      const { tx, actor, now, record } = context
      const may = all(mayAnswer(factsOf(row, actor.userId)), appeal(report, now))
      if (may !== true) return may
      await saveAppeal(tx, report.id, body, now)
      record(ReportAppealed, at(report))
      return true
    }),

  AnswerReport: (context, { id, body }) =>
    onReport(context, id, async ({ row, report }) => {
      const { tx, actor, now, record } = context
      const may = all(mayAnswer(factsOf(row, actor.userId)), answer(report))
      if (may !== true) return may
      await saveAnswer(tx, report.id, body.text, now)
      record(ReportAnswered, at(report))
      return true
    }),

  WithdrawReport: async (context, { id }) => {
    const done = await onReport(context, id, async ({ row, report }) => {
      const { tx, actor, record } = context
      const may = all(mayWithdraw(factsOf(row, actor.userId)), withdraw(report))
      if (may !== true) return may
      await saveStatus(tx, report.id, 'WITHDRAWN')
      record(ReportWithdrawn, at(report))
      return true
    })
    return done.ok ? ok({ id: done.value.id }) : done
  },

  ServePenalty: (context, { id }) =>
    onPenalty(context, id, async (penalty) => {
      const { tx, actor, now, record } = context
      const served = serve(penalty)
      if (!served.ok) return served
      await savePenalty(tx, penalty.penaltyId, served.value, actor.userId, now)
      record(PenaltyServed, { ...told(penalty), racesLeft: served.value.racesLeft })
      return true
    }),

  ForgivePenalty: (context, { id, body }) =>
    onPenalty(context, id, async (penalty) => {
      const { tx, actor, now, record } = context
      if (penalty.state !== 'DUE') return refuse('WRONG_STATE', { status: penalty.state })
      await savePenalty(tx, penalty.penaltyId, { state: 'FORGIVEN', racesLeft: 0, note: body.reason }, actor.userId, now)
      record(PenaltyForgiven, { ...told(penalty), reason: body.reason })
      return true
    }),

  CarryPenaltyOver: (context, { id }) =>
    onPenalty(context, id, async (penalty) => {
      const { tx, record } = context
      if (penalty.state !== 'DUE') return refuse('WRONG_STATE', { status: penalty.state })
      record(PenaltyCarriedOver, { ...told(penalty), times: await carryOver(tx, penalty.penaltyId) })
      return true
    }),
}

const at = ({ id, leagueId, sessionId, reportNo, reporterId, reporteeId }: LockedReport): AtReport => ({
  reportId: id,
  leagueId,
  sessionId,
  reportNo,
  reporterId,
  reporteeId,
})

/** What a verdict gives, with the corrections that make results count with it in this very change; whom the results do not know they leave as they are. */
async function corrected(context: CommandContext, report: LockedReport, penalties: readonly Penalty[], reason: string) {
  const given: (Penalty & { readonly id: PenaltyId; readonly correctionId: CorrectionId | null })[] = []
  for (const penalty of penalties) {
    const correction = correctionOf(penalty)
    const { raceNo, reporteeId: driverId, sessionId } = report
    const added = correction && (await addCorrection(context, sessionId, { ...correction, driverId, raceNo, reason }, null))
    given.push({ ...penalty, id: context.newId<'penalty'>(), correctionId: added?.ok ? added.value.id : null })
  }
  return given
}

/** An appeal undoes all of a verdict; a correction that an admin took back before is gone already. */
async function undone(context: CommandContext, report: LockedReport, reason: string): Promise<readonly Penalty[]> {
  const gone = await revokePenalties(context.tx, report.id, context.actor.userId, context.now)
  for (const { correction_id: id } of gone) if (id) await revokeCorrection(context, id, reason, null)
  return gone.map(({ kind, amount }) => ({ kind: kind as Penalty['kind'], amount }))
}

type Case = { readonly row: ReportRow; readonly report: LockedReport }

/** A report, its community locked before it, as it is then; answers with what the actor sees of it afterwards. */
async function onReport(context: CommandContext, asked: string, act: (one: Case) => Promise<Verdict>): Promise<Result<ReportView>> {
  const { tx, now, actor } = context
  const id = asked as ProtestId
  const found = await findReport(tx, id)
  if (!found || !(await lockLeague(tx, found.league_id, now))) return refuse('NOT_FOUND')
  const report = await lockReport(tx, id)
  const row = await reportRow(tx, actor.userId, id)
  if (!report || !row) return refuse('NOT_FOUND')
  const done = await act({ row, report })
  return done === true ? viewOf(context, id) : done
}

async function viewOf({ tx, actor, now }: CommandContext, id: ProtestId): Promise<Result<ReportView>> {
  const row = await reportRow(tx, actor.userId, id)
  return ok(reportView(row!, actor.userId, now))
}

type LockedPenalty = {
  readonly penaltyId: PenaltyId
  readonly leagueId: LeagueId
  readonly sessionId: SessionId
  readonly userId: AtReport['reporteeId']
  readonly kind: string
  readonly state: string
  readonly racesLeft: number
}
const told = ({ penaltyId, leagueId, sessionId, userId, kind }: LockedPenalty) => ({ penaltyId, leagueId, sessionId, userId, kind })

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
    leagueId: row.league_id,
    sessionId: row.session_id,
    userId: row.user_id,
    kind: row.kind,
    state: row.state,
    racesLeft: row.races_left,
  })
  return done === true ? ok({ id }) : done
}
