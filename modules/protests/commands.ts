import type { CorrectionId, PenaltyId, ProtestId } from '#core/ids.ts'
import { all, ok, refuse, type Result, type Verdict } from '#core/result.ts'
import { addCorrection, revokeCorrection } from '#modules/corrections/door.ts'
import { lockLeague, registerConfig } from '#modules/leagues/door.ts'
import { lockSession } from '#modules/sessions/door.ts'
import type { CommandContext, CommandsOf } from '#server/room.ts'
import { viewOf } from './commands/on-report.ts'
import { penaltyCommands } from './commands/penalties.ts'
import { submitCommands } from './commands/submit.ts'
import type { protestsContract, ReportView } from './contract.ts'
import { catalogue, protestConfigTyped, type ProtestConfig } from './contract/config.ts'
import { AppealDecided, ReportAnswered, ReportAppealed, ReportDecided, ReportReviewed, ReportWithdrawn, type AtReport } from './contract/facts.ts'
import { answer, appeal, correctionOf, vote, withdraw } from './decide.ts'
import { mayAnswer, mayReview, mayRuleBy, mayWithdraw } from './policy.ts'
import { catalogueIn, ownsTournament, rulesIn, tournamentOf } from './queries/event.ts'
import { reportRow, type ReportRow } from './queries/rows.ts'
import { factsOf, relationOf } from './queries/view.ts'
import { configOf } from './rules/config.ts'
import { othersAmong } from './rules/conflict.ts'
import { DEFAULT_CATALOGUE, PENALTY_CATALOGUE, type Penalty } from './rules/penalty.ts'
import { DEFAULT_RULES, PROTEST_RULES, stageOf } from './rules.ts'
import {
  findReport,
  insertPenalties,
  insertReview,
  lockReport,
  revokePenalties,
  saveAnswer,
  saveAppeal,
  saveDecision,
  saveStatus,
  votesOf,
  type LockedReport,
} from './store.ts'

registerConfig(PROTEST_RULES, {
  schema: protestConfigTyped(DEFAULT_RULES),
  defaults: configOf(DEFAULT_RULES),
  owns: ownsTournament,
  refuses: (config) => mayRuleBy(config as ProtestConfig),
})
registerConfig(PENALTY_CATALOGUE, { schema: catalogue, defaults: DEFAULT_CATALOGUE })

/** All under the community's lock: its numbers, who is a steward, and how many reports of somebody were rejected stay what they are. */
export const protestsCommands: CommandsOf<typeof protestsContract> = {
  ...submitCommands,
  ...penaltyCommands,

  ReviewReport: (context, { id, body }) =>
    onReport(context, id, async ({ row, report }) => {
      const { tx, actor, now, record } = context
      const may = mayReview(factsOf(row, actor.userId), relationOf(row, actor.userId), othersAmong(row.stewards ?? []), row.requiredReviews)
      if (may !== true) return may
      const stage = stageOf(report.status)
      const votes = await votesOf(tx, report.id, stage)
      const { rules } = await rulesIn(tx, report.leagueId, (await tournamentOf(tx, report.sessionId))?.id ?? null)
      const voted = vote(report, votes, body, { rules, catalogue: await catalogueIn(tx, report.leagueId), now })
      if (!voted.ok) return voted
      await insertReview(tx, report.id, { ...body, stage, no: votes.length + 1, reviewerId: actor.userId }, now)
      const { status, decided } = voted.value
      if (!decided) {
        await saveStatus(tx, report.id, status)
        record(ReportReviewed, { ...at(report), round: stage })
        return true
      }
      await saveDecision(tx, report.id, { stage, status, ...decided }, now)
      await insertPenalties(tx, report, await corrected(context, report, decided.penalties, body.note), now)
      const gone = decided.revokes ? await undone(context, report, body.note) : []
      const told = stage === 1 ? decided.penalties : gone
      record(stage === 1 ? ReportDecided : AppealDecided, {
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
}

const at = ({ id, leagueId, sessionId, reportNo, reporterId, reporteeId }: LockedReport): AtReport => ({
  reportId: id,
  leagueId,
  sessionId,
  reportNo,
  reporterId,
  reporteeId,
})

/** What a verdict gives, with the corrections that make results count with it in this very change; whom the results do not know yet gets them later (`jobs/correct.ts`). */
async function corrected(context: CommandContext, report: LockedReport, penalties: readonly Penalty[], reason: string) {
  const given: (Penalty & { readonly id: PenaltyId; readonly correctionId: CorrectionId | null })[] = []
  for (const penalty of penalties) {
    const correction = correctionOf(penalty)
    const { raceNo, splitNo, reporteeId: driverId, sessionId } = report
    const carKeys = report.carKeys ?? undefined
    const added = correction && (await addCorrection(context, sessionId, { ...correction, driverId, carKeys, splitNo, raceNo, reason }, null))
    given.push({ ...penalty, id: context.newId<'penalty'>(), correctionId: added?.ok ? added.value.id : null })
  }
  return given
}

/** An appeal undoes all of a verdict; a correction that an admin took back before is gone already. */
async function undone(context: CommandContext, report: LockedReport, reason: string): Promise<readonly Penalty[]> {
  // the event before its penalties, as who takes a correction back by hand
  await lockSession(context.tx, report.sessionId)
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
