import type { LeagueId, ResultFileId, ResultId, SessionId, UserId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import type { SegmentResults } from '#games/game.ts'
import type { SessionFacts } from '#modules/sessions/door.ts'
import type { Viewer } from '#modules/visibility/rules.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { ChangeContext } from '#server/room.ts'
import { resultsWork } from './contract/jobs.ts'
import { rankEvent } from './jobs/ranks.ts'
import { forgotten, renamed } from './decide/renamed.ts'
import { publish, type Desk } from './decide/rows.ts'
import { changedFacts, changedRows, settled } from './decide/settled.ts'
import { mayManageFiles, maySee } from './policy.ts'
import { rowsOf } from './queries/compare.ts'
import { eventInSight as askerIn } from './queries/event-in-sight.ts'
import { pointsRulesOf } from '#modules/points/rules.ts'
import { carNameIn } from './rules/car-name.ts'
import { sourceOf, type Match, type NamedDrivers } from './rules/participant.ts'
import type { PlacedCorrection, StandingSegment } from './rules/standing.ts'
import type { ComparedRow, Version } from './rules/version.ts'
import { fieldEntries } from './queries/field.ts'
import { findVersions, writeSegment, type Over } from './store.ts'
import { findIdentities, saveIdentities } from './store/identities.ts'
import { findStanding, saveFacts, saveStanding } from './store/standing.ts'

export { KEYS as keysOfRow, rowsOf } from './queries/compare.ts'
export { drivenBy, gainedIn, wasRaced, type DrivenRow } from './queries/drivers.ts'
export { erasedRows, type ErasedRow } from './queries/erased.ts'
export { fieldEntries } from './queries/field.ts'
export { findIdentities as identitiesOf, findNamedIn as eventsNamed, findNamedOf as eventsNaming } from './store/identities.ts'
export type { IdentifiedRow, IdentifiedSegment } from './decide/renamed.ts'
export { confirmationOf, lockConfirmation, markChanged, saveConfirmation } from './store/confirmation.ts'
export { findStanding as standingSegments } from './store/standing.ts'
export {
  dropByHand,
  dropOthers as dropSegments,
  fillGrid,
  findDrivers as driversInResults,
  findVersions as versionsOf,
  setState as setVersionState,
  standInstead,
  type Over,
} from './store.ts'

export type SeenEvent = { readonly leagueId: LeagueId; readonly game: string; readonly mayManage: boolean }

/** The event, when the asker may see its results; refuses NOT_FOUND, and a visitor LOGIN_REQUIRED where they are for the signed-in. */
export async function seenEvent(db: Reader, id: SessionId, asker: Viewer): Promise<Result<SeenEvent>> {
  const event = await askerIn(db, id, asker)
  const may = event ? maySee(event) : refuse('NOT_FOUND')
  return may === true ? ok({ leagueId: event!.leagueId, game: event!.game, mayManage: mayManageFiles(event!) === true }) : may
}

/** As `seenEvent`, for its admins; refuses ADMIN_REQUIRED as well. */
export async function managedEvent(db: Reader, id: SessionId, userId: UserId): Promise<Result<SeenEvent>> {
  const seen = await seenEvent(db, id, userId)
  return !seen.ok || seen.value.mayManage ? seen : refuse('ADMIN_REQUIRED')
}

export type Shown = {
  readonly splitNo: number
  readonly segmentIndex: number
  /** Counts the segments of this type from 1. */
  readonly no: number
  /** `null`: kept by hand. */
  readonly fileId: ResultFileId | null
  readonly session: Pick<SegmentResults, 'type' | 'results'>
  /** Who each row is. */
  readonly matches: readonly Match[]
  readonly desk: Desk
  /** What is told of the segment beside its rows. */
  readonly facts: object
  readonly warnings: readonly string[]
  /** What the file says of it, as a hash; `null`: kept by hand. */
  readonly digest: string | null
}

/** The results of an event that everybody sees, where there are any. */
export const shownVersions = async (db: Reader, sessionId: SessionId): Promise<readonly Version[]> =>
  (await findVersions(db, sessionId)).filter(({ state }) => state === 'STANDS')

/** Shows a segment of an event, or writes it over another result of it; says whose results it holds. */
export async function showSegment(
  { tx, newId, now }: Pick<ChangeContext, 'tx' | 'newId' | 'now'>,
  event: SessionFacts,
  { session, matches, desk, ...segment }: Shown,
  over: Over | null,
): Promise<readonly UserId[]> {
  const facts = {
    classes: event.classes,
    points: pointsRulesOf(event.points),
    carName: (id: string) => carNameIn(event.game, id),
    byHand: segment.fileId === null,
  }
  const published = publish(session, matches, facts, desk)
  await writeSegment(tx, { ...segment, sessionId: event.id, type: session.type }, over, published, newId, now)
  return published.rows.flatMap((row) => row.userIds)
}

/**
 * Names these strangers in the results of an event, and nobody else any more, with all that follows; says whose results are otherwise. The
 * event is locked already.
 */
export async function nameInResults(tx: Tx, event: SessionFacts, named: NamedDrivers): Promise<readonly UserId[]> {
  const people = new Set<UserId>()
  for (const segment of await findIdentities(tx, event.id)) {
    const entries = await fieldEntries(tx, event.id, segment.splitNo, 'none')
    const changed = renamed(segment, { source: segment.source ?? sourceOf(event.game), named, entries }, pointsRulesOf(event.points))
    await saveIdentities(tx, changed)
    const before = segment.rows.filter(({ id }) => changed.some((row) => row.id === id))
    for (const { userIds } of [...before, ...changed]) for (const id of userIds) people.add(id)
  }
  return [...people]
}

/**
 * Makes the results of an event count as they are with these corrections: order, gaps, places, points, facts, ratings. The one place where that follows, after
 * whatever changed them; all events of the change are locked already. Says whose results are otherwise than before.
 */
export async function settleResults(
  context: Pick<ChangeContext, 'tx' | 'tell'>,
  event: Pick<SessionFacts, 'id' | 'points'>,
  corrections: Promise<readonly PlacedCorrection[]>,
): Promise<readonly UserId[]> {
  const [standing, before] = await Promise.all([corrections, findStanding(context.tx, event.id)])
  const after = countedWith(before, event, standing)
  const changed = changedRows(before, after)
  // one behind the other on the one connection: ratings are of what was saved
  await Promise.all([saveStanding(context.tx, changed), saveFacts(context.tx, changedFacts(after)), rankEvent(context, { sessionId: event.id })])
  return [...new Set(changed.flatMap(({ userIds }) => userIds))]
}

/** The segments of an event as they count with these corrections: what `settleResults` makes so. */
export const countedWith = (
  segments: readonly StandingSegment[],
  { points }: Pick<SessionFacts, 'points'>,
  corrections: readonly PlacedCorrection[],
): readonly StandingSegment[] => settled(segments, corrections, pointsRulesOf(points))

/** The rows of a result of an event as they would count if it stood and nothing were corrected: what two results of one place are compared by. */
export async function rowsAlone(db: Reader, event: Pick<SessionFacts, 'id' | 'points'>, id: ResultId): Promise<readonly ComparedRow[]> {
  const segments = countedWith(await findStanding(db, event.id, id), event, [])
  const counts = new Map(segments.flatMap(({ rows }) => rows.map((row) => [row.id, row.counts] as const)))
  const rows = await rowsOf(db, [id])
  const alone = rows.map((row) => {
    const { position, status, finalTimeMs, points } = counts.get(row.id)!
    return { ...row, position, status, totalTimeMs: finalTimeMs, points }
  })
  return alone.toSorted((a, b) => a.position - b.position)
}

/** Leaves nothing in the results of an event of what a file called somebody who was named there and has erased the account. */
export async function forgetNamed(tx: Tx, sessionId: SessionId, userId: UserId): Promise<void> {
  for (const { rows } of await findIdentities(tx, sessionId)) await saveIdentities(tx, forgotten(rows, userId))
}

export type ResultsChange = {
  /** Names the change: whoever was told before is told of each once. */
  readonly id: string
  readonly reason?: string
  /** Not at once: what changes again until then is told with it. */
  readonly at?: Date
}

/** Tells everybody who entered or drove that the results are in, each once; with a `change` those who were told before hear of that. */
export const tellResults = ({ later }: Pick<ChangeContext, 'later'>, sessionId: SessionId, { at, ...change }: Partial<ResultsChange> = {}): void =>
  later(
    resultsWork.tell,
    { sessionId, ...(change.id === undefined ? {} : { change: { ...change, id: change.id } }) },
    { key: at ? `${sessionId} soon` : `${sessionId} ${change.id ?? ''}`, ...(at ? { at } : {}) },
  )
