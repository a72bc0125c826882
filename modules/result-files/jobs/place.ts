import type { EntryId, ResultFileId, SessionId } from '#core/ids.ts'
import type { SessionResults } from '#games/game.ts'
import { resultsStand } from '#modules/hosting/door.ts'
import { dropSegments, fillGrid, segmentsOf, showSegment, tellResults } from '#modules/results/door.ts'
import { plain } from '#modules/results/rules/plain.ts'
import { endSession, splitsOf, type SessionFacts } from '#modules/sessions/door.ts'
import type { Tx } from '#server/db/connect.ts'
import type { ChangeContext } from '#server/room.ts'
import { fieldOf } from '../queries/field.ts'
import { fileHabit, gridSource, plannedSegments, reversedPlaces } from '../rules.ts'
import { withoutErased } from '../rules/erased.ts'
import { matchRows, type Field } from '../rules/match.ts'
import { isComplete, placesOf, type Place } from '../rules/place.ts'
import { findArrival, findArrived, findHandedIn, findOptions, markFile } from '../store.ts'
import { factsOf } from './facts.ts'

export type FileAt = {
  readonly id: ResultFileId
  readonly sessionId: SessionId
  readonly splitNo: number
  readonly serverId: string | null
  readonly receivedAt: Date
  /** The same file as it was before it grew. */
  readonly olderIds: readonly ResultFileId[]
  readonly given: Field['given']
}

/** Publishes the sessions of a file as their segments, ends the event with the last one, and says whose results they hold. */
export async function placeAll(
  context: ChangeContext,
  event: SessionFacts,
  file: FileAt,
  sessions: readonly SessionResults[],
): Promise<readonly string[]> {
  const { tx } = context
  const { id, sessionId, splitNo, serverId } = file
  const reversed = reversedPlaces(event.game, await findOptions(tx, sessionId))
  const planned = plannedSegments(event.segments, reversed)
  const habit = fileHabit(event.game)
  const places = placesOf({ id, serverId, habit, sessions }, await findArrived(tx, sessionId, splitNo), planned)
  const field = await fieldOf(tx, event, splitNo, sessions, file.given)
  const kept: number[] = []
  const people: string[] = []
  const displaced = new Set<ResultFileId>()
  for (const [i, session] of sessions.entries()) {
    const place = places[i]
    if (!place) continue
    const shown = (await segmentsOf(tx, sessionId)).find((one) => one.splitNo === splitNo && one.segmentIndex === place.index)
    const holder = shown?.fileId && shown.fileId !== id && !file.olderIds.includes(shown.fileId) ? await findArrival(tx, shown.fileId) : null
    const isLate = holder !== null && holder.receivedAt > file.receivedAt
    // a server of ours before a restart: what the later one wrote counts
    if (isLate && holder.serverId !== serverId) continue
    people.push(...(await show(context, event, { ...file, ...place }, session, field)))
    kept.push(place.index)
    // it came before the one that holds its place: that one is the next of its type
    if (isLate) displaced.add(holder.id)
  }
  // a file that lost what it had, a server's begun anew, takes nothing away
  if (kept.length > 0) await dropSegments(tx, file, [id, ...file.olderIds], kept)
  for (const index of kept)
    for (const race of [index, index + 1]) {
      const source = gridSource(planned, race, reversed)
      if (source && (race === index || source.index === index))
        await fillGrid(tx, { sessionId, splitNo, race, source: source.index, reversed: source.reversed })
    }
  for (const other of displaced) await readAgain(context, other)
  if (kept.length === 0) return people
  await resultsStand(context, sessionId, splitNo)
  if (isComplete(await splitsOf(tx, sessionId), await segmentsOf(tx, sessionId), await findHandedIn(tx, sessionId), planned.length - 1)) {
    // one that is over already stays as it is
    await endSession(context, sessionId, null)
    tellResults(context, sessionId)
  }
  return people
}

/** One session as a segment; says whose results it holds. */
const show = (
  context: ChangeContext,
  event: SessionFacts,
  { splitNo, index, no, id }: FileAt & Place,
  session: SessionResults,
  field: Field & { readonly erased: ReadonlySet<string> },
): Promise<readonly string[]> =>
  showSegment(context, event, {
    splitNo,
    segmentIndex: index,
    no,
    fileId: id,
    session: withoutErased(session, field.erased),
    matches: matchRows(session.results, field),
    facts: factsOf(session, event.game),
    warnings: session.warnings.map(plain),
  })

/** What a person said of a file, as it is stored beside it. */
export const givenOf = (matches: unknown): ReadonlyMap<string, EntryId | null> =>
  new Map((matches as readonly { readonly key: string; readonly entryId: EntryId | null }[]).map(({ key, entryId }) => [key, entryId]))

/** Orders a file to be read anew. */
export async function readAgain(context: { readonly tx: Tx; readonly later: ChangeContext['later'] }, fileId: ResultFileId): Promise<void> {
  await markFile(context.tx, fileId, { status: 'PENDING' })
  context.later({ job: 'result-files.read', data: { fileId }, key: fileId })
}
