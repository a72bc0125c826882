import { sql } from 'kysely'
import type { CorrectionId, LeagueId, PenaltyId, ProtestId, SessionId, UserId } from '#core/ids.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { ReportView } from './contract.ts'
import { racesOf, stateOf, type ReportState, type Vote } from './decide.ts'
import type { Penalty } from './rules/penalty.ts'
import type { Counted, Outcome } from './rules/serving.ts'
import type { Category, Decision, ProtestStatus, Stage } from './rules.ts'

export type NewReport = {
  readonly id: ProtestId
  readonly leagueId: LeagueId
  readonly sessionId: SessionId
  readonly splitNo: number
  readonly segment: { readonly segmentIndex: number; readonly type: string; readonly no: number }
  readonly reporterId: UserId
  readonly reporteeId: UserId
  readonly teamName: string | null
  readonly car: (NonNullable<ReportView['car']> & { readonly keys: readonly string[] }) | null
  readonly category: Category
  readonly lapNumber: number | null
  readonly incidentTimeMs: number | null
  readonly incident: ReportView['incident']
  readonly description: string
  readonly videoURL: string
  readonly requiredReviews: number
}

/** Files a report under the community's next number, which is given back with the change if that is (security.md I20). */
export async function insertReport(tx: Tx, report: NewReport, now: Date): Promise<number> {
  const { last_no: no } = await tx
    .insertInto('protest_numbers')
    .values({ league_id: report.leagueId, last_no: 1 })
    .onConflict((on) => on.column('league_id').doUpdateSet({ last_no: sql`protest_numbers.last_no + 1` }))
    .returning('last_no')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('protest_reports')
    .values({
      id: report.id,
      league_id: report.leagueId,
      report_no: no,
      session_id: report.sessionId,
      split_no: report.splitNo,
      segment_index: report.segment.segmentIndex,
      segment_type: report.segment.type,
      segment_no: report.segment.no,
      reporter_id: report.reporterId,
      reportee_id: report.reporteeId,
      team_name: report.teamName,
      reportee_keys: report.car && [...report.car.keys],
      reportee_car: report.car && JSON.stringify({ raceNumber: report.car.raceNumber, name: report.car.name }),
      category: report.category,
      lap_number: report.lapNumber,
      incident_ms: report.incidentTimeMs,
      incident: report.incident && JSON.stringify(report.incident),
      description: report.description,
      video_url: report.videoURL,
      required_reviews: report.requiredReviews,
      submitted_at: now,
    })
    .execute()
  return no
}

export type LockedReport = ReportState & {
  readonly id: ProtestId
  readonly leagueId: LeagueId
  readonly sessionId: SessionId
  readonly reportNo: number
  readonly reporterId: UserId
  readonly reporteeId: UserId
  /** Of the car it is about, where they drove several. */
  readonly carKeys: readonly string[] | null
  /** The race that its penalties correct: of an incident in qualifying the first. */
  readonly raceNo: number
  readonly splitNo: number
}

/** Where a report belongs; its community is locked before it. */
export const findReport = (db: Reader, id: ProtestId) =>
  db.selectFrom('protest_reports').select(['league_id', 'session_id']).where('id', '=', id).executeTakeFirst()

/** The report, locked until the change commits: votes, an appeal and a withdrawal go one after another (security.md I7, I8). */
export async function lockReport(tx: Tx, id: ProtestId): Promise<LockedReport | null> {
  const row = await tx.selectFrom('protest_reports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) return null
  return {
    id,
    leagueId: row.league_id,
    sessionId: row.session_id,
    reportNo: row.report_no,
    reporterId: row.reporter_id,
    reporteeId: row.reportee_id,
    carKeys: row.reportee_keys,
    status: row.status as ProtestStatus,
    requiredReviews: row.required_reviews,
    appealUntil: row.appeal_until,
    appealedAt: row.appealed_at,
    answeredAt: row.answered_at,
    verdict: row.verdict as Decision | null,
    raceNo: row.segment_type === 'RACE' ? row.segment_no : 1,
    splitNo: row.split_no,
  }
}

/** The votes of a stage in their order. */
export async function votesOf(tx: Tx, id: ProtestId, stage: Stage): Promise<readonly (Vote & { readonly reviewerId: UserId })[]> {
  const rows = await tx
    .selectFrom('protest_reviews')
    .select(['reviewer_id', 'decision', 'penalties'])
    .where('report_id', '=', id)
    .where('round', '=', stage)
    .orderBy('no')
    .execute()
  return rows.map((row) => ({
    reviewerId: row.reviewer_id,
    decision: row.decision as Decision,
    penalties: row.penalties as readonly Penalty[],
  }))
}

export async function insertReview(
  tx: Tx,
  id: ProtestId,
  review: Vote & { readonly stage: Stage; readonly no: number; readonly reviewerId: UserId; readonly note: string },
  now: Date,
): Promise<void> {
  const { stage, no, reviewerId, decision, note, penalties } = review
  await tx
    .insertInto('protest_reviews')
    .values({ report_id: id, round: stage, no, reviewer_id: reviewerId, decision, note, penalties: JSON.stringify(penalties), reviewed_at: now })
    .execute()
}

export const saveStatus = (tx: Tx, id: ProtestId, status: ProtestStatus) =>
  tx.updateTable('protest_reports').set({ status }).where('id', '=', id).execute()

/** What a stage came to. */
export async function saveDecision(
  tx: Tx,
  id: ProtestId,
  { stage, status, decision, appealUntil }: { stage: Stage; status: ProtestStatus; decision: Decision; appealUntil: Date | null },
  now: Date,
): Promise<void> {
  const first = { verdict: decision, decided_at: now, appeal_until: appealUntil }
  await tx
    .updateTable('protest_reports')
    .set({ status, ...(stage === 1 ? first : { appeal_decided_at: now }) })
    .where('id', '=', id)
    .execute()
}

export const saveAppeal = (tx: Tx, id: ProtestId, { note, videoURL }: { readonly note: string; readonly videoURL: string }, now: Date) =>
  tx
    .updateTable('protest_reports')
    .set({ status: 'APPEALED', appeal_note: note, appeal_video_url: videoURL, appealed_at: now })
    .where('id', '=', id)
    .execute()

export const saveAnswer = (tx: Tx, id: ProtestId, answer: string, now: Date) =>
  tx.updateTable('protest_reports').set({ answer, answered_at: now }).where('id', '=', id).execute()

export async function insertPenalties(
  tx: Tx,
  report: Pick<LockedReport, 'id' | 'leagueId' | 'sessionId' | 'reporteeId'>,
  penalties: readonly (Penalty & { readonly id: PenaltyId; readonly correctionId: CorrectionId | null })[],
  now: Date,
): Promise<void> {
  if (penalties.length === 0) return
  const at = { report_id: report.id, league_id: report.leagueId, session_id: report.sessionId, user_id: report.reporteeId, created_at: now }
  await tx
    .insertInto('protest_penalties')
    .values(
      penalties.map(({ id, correctionId, ...penalty }) => ({
        ...at,
        id,
        correction_id: correctionId,
        ...penalty,
        state: stateOf(penalty),
        races_left: racesOf(penalty),
      })),
    )
    .execute()
}

/** Its correction of the results was taken back: so is the penalty. */
export const revokeCorrected = (tx: Tx, correctionId: CorrectionId, now: Date) =>
  tx
    .updateTable('protest_penalties')
    .set({ state: 'REVOKED', settled_at: now })
    .where('correction_id', '=', correctionId)
    .where('state', '=', 'STANDS')
    .execute()

/** An appeal has turned the verdict: whatever of it is not over is undone, and what was served stays told as that. */
export const revokePenalties = (tx: Tx, id: ProtestId, by: UserId, now: Date) =>
  tx
    .updateTable('protest_penalties')
    .set({ state: 'REVOKED', races_left: 0, settled_at: now, settled_by: by })
    .where('report_id', '=', id)
    .where('state', 'in', ['STANDS', 'DUE'])
    .returning(['id', 'kind', 'amount', 'correction_id'])
    .execute()

export const findPenalty = (db: Reader, id: PenaltyId) => db.selectFrom('protest_penalties').selectAll().where('id', '=', id).executeTakeFirst()
/** Under its community's lock. */
export const lockPenalty = (tx: Tx, id: PenaltyId) =>
  tx
    .selectFrom('protest_penalties')
    .innerJoin('protest_reports', 'protest_reports.id', 'protest_penalties.report_id')
    .selectAll('protest_penalties')
    .select('protest_reports.status as report_status')
    .where('protest_penalties.id', '=', id)
    .forUpdate('protest_penalties')
    .executeTakeFirst()

export const savePenalty = (
  tx: Tx,
  id: PenaltyId,
  { state, racesLeft, note }: { readonly state: 'DUE' | 'SERVED' | 'FORGIVEN'; readonly racesLeft: number; readonly note?: string },
  by: UserId,
  now: Date,
) =>
  tx
    .updateTable('protest_penalties')
    .set({ state, races_left: racesLeft, ...(note === undefined ? {} : { note }), ...(state === 'DUE' ? {} : { settled_at: now, settled_by: by }) })
    .where('id', '=', id)
    .execute()

type Ran = { readonly sessionId: SessionId; readonly outcome: Outcome; readonly isByHand: boolean }
/** What a race came to for a penalty, and how the penalty stands after it. */
export async function saveRace(tx: Tx, id: PenaltyId, { sessionId, outcome, isByHand, ...counted }: Ran & Counted, now: Date): Promise<void> {
  await noteRace(tx, id, { sessionId, outcome, isByHand }, now)
  await saveCounted(tx, id, counted, now)
}

/** What a race came to, for a penalty that is counted already. */
export const noteRace = (tx: Tx, id: PenaltyId, { sessionId, outcome, isByHand }: Ran, now: Date) =>
  tx
    .insertInto('protest_penalty_races')
    .values({ penalty_id: id, session_id: sessionId, outcome, by_hand: isByHand, settled_at: now })
    .onConflict((there) => there.columns(['penalty_id', 'session_id']).doUpdateSet({ outcome, by_hand: isByHand, settled_at: now }))
    .execute()

/** How many races of it are left says whether it is due. */
export const saveCounted = (tx: Tx, id: PenaltyId, { racesLeft, carriedOver }: Counted, now: Date) =>
  tx
    .updateTable('protest_penalties')
    .set({ races_left: racesLeft, carried_over: carriedOver, settled_by: null })
    .set(racesLeft > 0 ? { state: 'DUE', settled_at: null } : { state: 'SERVED', settled_at: now })
    .where('id', '=', id)
    .execute()

/** Where a penalty was served last. */
export const lastServed = (tx: Tx, id: PenaltyId) =>
  tx
    .selectFrom('protest_penalty_races')
    .select('session_id')
    .where('penalty_id', '=', id)
    .where('outcome', '=', 'SERVED')
    .orderBy('settled_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** How often it has waited for its driver by now. */
export async function saveCarriedOver(tx: Tx, id: PenaltyId): Promise<number> {
  const { carried_over: times } = await tx
    .updateTable('protest_penalties')
    .set({ carried_over: sql`carried_over + 1` })
    .where('id', '=', id)
    .returning('carried_over')
    .executeTakeFirstOrThrow()
  return times
}

export const saveCorrection = (tx: Tx, id: PenaltyId, correctionId: CorrectionId) =>
  tx.updateTable('protest_penalties').set({ correction_id: correctionId }).where('id', '=', id).execute()

/** Leaves nothing of what somebody typed, who has erased the account. */
export async function forgetStatements(tx: Tx, userId: UserId): Promise<void> {
  await tx.updateTable('protest_reports').set({ description: '', video_url: '' }).where('reporter_id', '=', userId).execute()
  await tx
    .updateTable('protest_reports')
    .set({
      answer: sql`case when answer is not null then '' end`,
      appeal_note: sql`case when appeal_note is not null then '' end`,
      appeal_video_url: sql`case when appeal_video_url is not null then '' end`,
      // what files called them; the first is our own
      reportee_keys: sql`reportee_keys[1:1]`,
    })
    .where('reportee_id', '=', userId)
    .execute()
}
