import type { CorrectionId, SessionId, UserId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { notify } from '#modules/notifications/door.ts'
import { countedWith, settleResults, standingSegments } from '#modules/results/door.ts'
import { rowsAbout, type StandingSegment } from '#modules/results/rules/standing.ts'
import { lockSession, type SessionFacts } from '#modules/sessions/door.ts'
import type { Reader } from '#server/db/connect.ts'
import type { ChangeContext } from '#server/room.ts'
import { CorrectionRevoked, ResultCorrected } from './contract/facts.ts'
import { correctionsNotices } from './contract/notices.ts'
import { findRow, mayGive, type Whom } from './decide.ts'
import type { CorrectionKind } from './rules.ts'
import { findCorrection, findInForce, insertCorrection, markRevoked } from './store.ts'

export { findCorrection as correctionOf } from './store.ts'

export type NewCorrection = Whom & {
  readonly kind: CorrectionKind
  /** Points, milliseconds, places; `null` of a disqualification, and of one that is taken back. */
  readonly value: number | null
  /** Counts from 1; `null`: the event as a whole. */
  readonly raceNo: number | null
  readonly reason: string
}

/**
 * Corrects the results of an event in this change: order, gaps, points and whatever hangs on them follow at its end. Refuses NOT_FOUND where whom it
 * means drove no such race, WRONG_STATE where a disqualification is taken back that no file told, TIME_GIVEN_TOO_LONG. Locks the event.
 */
export async function addCorrection(
  context: ChangeContext,
  sessionId: SessionId,
  { kind, value, raceNo, reason, ...whom }: NewCorrection,
  by: UserId | null,
): Promise<Result<{ readonly id: CorrectionId }>> {
  const { tx, now, newId, record } = context
  const event = await lockSession(tx, sessionId)
  if (!event) return refuse('NOT_FOUND')
  const found = findRow(await standingSegments(tx, sessionId), raceNo, whom)
  if (!found.ok) return found
  const { splitNo, keys, people, status, timeMs } = found.value
  if (kind === 'REINSTATEMENT' && status !== 'DSQ') return refuse('WRONG_STATE')
  const may = mayGive(kind, value, timeMs)
  if (may !== true) return may
  const id = newId<'correction'>()
  await insertCorrection(tx, { id, sessionId, splitNo, raceNo, keys, kind, value, reason }, by, now)
  record(ResultCorrected, { sessionId, leagueId: event.leagueId, correctionId: id, kind, raceNo, value, reason, people })
  await tell(context, event, { notice: correctionsNotices.given, cause: id, people, reason })
  return ok({ id })
}

/** Takes a correction back; refuses WRONG_STATE where somebody was quicker. Locks the event. */
export async function revokeCorrection(
  context: ChangeContext,
  id: CorrectionId,
  reason: string,
  by: UserId | null,
): Promise<Result<{ readonly id: CorrectionId }>> {
  const { tx, now, record } = context
  const kept = await findCorrection(tx, id)
  const event = kept && (await lockSession(tx, kept.sessionId))
  if (!event) return refuse('NOT_FOUND')
  if (!(await markRevoked(tx, id, by, reason, now))) return refuse('WRONG_STATE')
  const { sessionId, kind, raceNo, splitNo, value, keys } = kept
  const races = (await standingSegments(tx, sessionId)).filter(
    (one) => one.type === 'RACE' && one.splitNo === splitNo && one.no === (raceNo ?? one.no),
  )
  const rows = races.flatMap((segment) => segment.rows)
  const people = [...new Set(rowsAbout(keys, rows).flatMap(({ userIds }) => userIds))]
  record(CorrectionRevoked, { sessionId, leagueId: event.leagueId, correctionId: id, kind, raceNo, value, reason, people })
  await tell(context, event, { notice: correctionsNotices.revoked, cause: `${id} revoked`, people, reason })
  return ok({ id })
}

/** What would come of it: corrections that are added, and those of these ids taken back. */
export type Supposed = { readonly added: readonly Omit<NewCorrection, 'reason'>[]; readonly revoked: readonly string[] }

/**
 * The segments of an event as they count now, and as they would. What `addCorrection` refuses, whom the results do not know, changes nothing of
 * them. Nothing is written.
 */
export async function supposed(
  db: Reader,
  event: Pick<SessionFacts, 'id' | 'points'>,
  { added, revoked }: Supposed,
): Promise<{ readonly before: readonly StandingSegment[]; readonly after: readonly StandingSegment[] }> {
  const before = await standingSegments(db, event.id)
  const placed = added.flatMap(({ kind, value, raceNo, ...whom }) => {
    const found = findRow(before, raceNo, whom)
    return found.ok ? [{ kind, value, raceNo, splitNo: found.value.splitNo, keys: found.value.keys }] : []
  })
  const standing = (await findInForce(db, event.id)).filter(({ id }) => !revoked.includes(id))
  return { before, after: countedWith(before, event, [...standing, ...placed]) }
}

type Telling = {
  readonly notice: (typeof correctionsNotices)['given'] | (typeof correctionsNotices)['revoked']
  readonly cause: string
  readonly people: readonly UserId[]
  readonly reason: string
}

async function tell(context: ChangeContext, event: SessionFacts, { notice, cause, people, reason }: Telling): Promise<void> {
  for (const userId of people.toSorted())
    notify(context, notice, {
      userId,
      params: { event: event.name, reason },
      link: `/events/${event.id}`,
      effectKey: `correction:${cause}:${userId}`,
    })
}

/** Makes the results of an event count with what stands against them. The event is locked already. */
export async function settleEvent(context: Pick<ChangeContext, 'tx' | 'tell'>, event: SessionFacts): Promise<void> {
  const people = await settleResults(context, event, findInForce(context.tx, event.id))
  context.tell(...people.map((id) => `user:${id}`))
}
