import type { EntryId, ResultFileId, SessionId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import type { SegmentResults } from '#games/game.ts'
import type { SessionFacts } from '#modules/sessions/door.ts'
import type { Reader } from '#server/db/connect.ts'
import type { CommandContext } from '#server/room.ts'
import { resultFilesWork } from './contract/jobs.ts'
import { fingerprintOf } from './jobs/fingerprint.ts'
import type { HandedInFile, ReadFile } from './jobs/handed-in.ts'
import { planOf } from './jobs/grid.ts'
import { resultFileLayout, MOST_HANDED_IN, READER_VERSION, type TrackFrom } from './rules.ts'
import { hasHistory, ofThisEvent } from './rules/history.ts'
import { segmentsOfFile, type SegmentNo } from './rules/segments.ts'
import { findArrived, findHandedIn, findSame, findTaken, findToRead, keepFile, markFile, sayAgain } from './store.ts'

export { discardHandedIn } from './door/discard.ts'
export { factsOf, trackOf } from './jobs/facts.ts'
export { planOf } from './jobs/grid.ts'
export { readHandedIn, type HandedInFile, type ReadFile } from './jobs/handed-in.ts'
export type { Read } from './jobs/reading.ts'
export { readStored } from './jobs/stored.ts'
export { fileKeysOf } from './jobs/told.ts'
export { fieldOf } from './queries/field.ts'
export { findHandedIn as handedInOf, findSame as sameFile } from './store.ts'
export {
  closeReopened,
  findReopened as reopenedOf,
  findWithdrawals as withdrawalsOf,
  insertWithdrawal as noteWithdrawal,
  type Withdrawal,
} from './store/withdrawals.ts'

/** Which sessions of a file that is handed in belong to the event, by number. */
export async function sessionsOfEvent(db: Reader, event: SessionFacts, sessions: readonly SegmentResults[]): Promise<readonly number[]> {
  if (!hasHistory(sessions)) return sessions.map((_, no) => no)
  const taken = await findTaken(db, sessions.map(fingerprintOf), { sessionId: event.id, leagueId: event.leagueId, serverId: null })
  return ofThisEvent(sessions, { since: null, startsAt: event.startsAt, isTaken: (session) => taken.has(fingerprintOf(session)) })
}

/** Where these sessions of a file that is handed in would stand in a split. */
export async function segmentsInSplit(
  db: Reader,
  event: SessionFacts,
  splitNo: number,
  file: ReadFile,
  sessions: readonly SegmentResults[],
  firstRace: number | null,
): Promise<readonly (SegmentNo | null)[]> {
  const { planned } = planOf(event)
  const id = (await findSame(db, event.id, splitNo, file)) ?? ''
  return segmentsOfFile(
    { id, serverId: null, layout: resultFileLayout(file.game), firstRace, segments: sessions },
    await findArrived(db, event.id, splitNo),
    planned,
  )
}

export type HandIn = {
  readonly sessionId: SessionId
  readonly splitNo: number
  readonly matches: ReadonlyMap<string, EntryId | null>
  /** Numbers of the sessions to take. */
  readonly chosen: readonly number[]
  readonly trackFrom: TrackFrom
  readonly firstRace: number | null
  /** SHOW: it is read, and its sessions become segments. KEEP: the caller has taken from it what it wants. */
  readonly use: 'SHOW' | 'KEEP'
}

/** Keeps a file that somebody hands in, or what is said of one that was there; refuses FILE_COUNT_MAX. The event is locked already. */
export async function keepHandedIn(
  { tx, now, newId, actor, later }: CommandContext,
  { bytes }: HandedInFile,
  { name, sha256 }: ReadFile,
  { sessionId, splitNo, matches, use, ...choice }: HandIn,
): Promise<Result<ResultFileId>> {
  const handedIn = { by: actor.userId, matches: [...matches].map(([key, entryId]) => ({ key, entryId })), ...choice }
  const file = { id: newId<'resultFile'>(), sessionId, splitNo, serverId: null, name, sha256, bytes, handedIn }
  const { id: fileId, isNew } = await keepFile(tx, file, now)
  if (!isNew) await sayAgain(tx, fileId, handedIn)
  if ((await findHandedIn(tx, sessionId)).size > MOST_HANDED_IN) return refuse('FILE_COUNT_MAX', { max: MOST_HANDED_IN })
  if (use === 'SHOW') later(resultFilesWork.read, { fileId }, { key: fileId })
  else await markFile(tx, fileId, { status: 'READ', types: [], reader_version: READER_VERSION, read_at: now })
  return ok(fileId)
}

/** The event of a file; `null` where there is none of this id. */
export const eventOfFile = async (db: Reader, id: ResultFileId): Promise<SessionId | null> => (await findToRead(db, id, false))?.session_id ?? null
