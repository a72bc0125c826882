import type { EntryId, ResultFileId, SessionId } from '#core/ids.ts'
import { findCar, findTrack } from '#games/catalogue.ts'
import type { GameId, SessionResults } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { activeEntries } from '#modules/entries/door.ts'
import { resultsStand } from '#modules/hosting/door.ts'
import { endSession, type SessionFacts } from '#modules/sessions/door.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { ChangeContext } from '#server/room.ts'
import { matchRows, type Field } from '../decide/match.ts'
import { placesOf, type Place } from '../decide/place.ts'
import { plain } from '../decide/plain.ts'
import { publish } from '../decide/rows.ts'
import { fileHabit, gridSource, plannedSegments, pointsRulesOf, reversedPlaces } from '../rules.ts'
import { dropOthers, fillGrid, findErased, findHolder, findOptions, findOwners, isComplete, replaceSegment } from '../store.ts'
import { findArrived, markFile } from '../store/files.ts'
import { fingerprintOf } from './fingerprint.ts'

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
    const holder = await findHolder(tx, sessionId, splitNo, place.index)
    const isOther = holder?.file_id && holder.file_id !== id && !file.olderIds.includes(holder.file_id as ResultFileId)
    const isLate = isOther && (holder.received_at ?? file.receivedAt) > file.receivedAt
    // a server of ours before a restart: what the later one wrote counts
    if (isLate && holder.server_id !== serverId) continue
    people.push(...(await showSegment(context, event, { ...file, ...place }, session, field)))
    kept.push(place.index)
    // it came before the one that holds its place: that one is the next of its type
    if (isLate) displaced.add(holder.file_id as ResultFileId)
  }
  // a file that lost what it had, a server's begun anew, takes nothing away
  if (kept.length > 0) await dropOthers(tx, file, [id, ...file.olderIds], kept)
  for (const index of kept)
    for (const race of [index, index + 1]) {
      const source = gridSource(planned, race, reversed)
      if (source && (race === index || source.index === index))
        await fillGrid(tx, { sessionId, splitNo, race, source: source.index, reversed: source.reversed })
    }
  for (const other of displaced) await readAgain(context, other)
  if (kept.length === 0) return people
  await resultsStand(context, sessionId, splitNo)
  if (await isComplete(tx, sessionId, planned.length - 1)) {
    // one that is over already stays as it is
    await endSession(context, sessionId, null)
    context.later({ job: 'results.tell', data: { sessionId }, key: sessionId })
  }
  return people
}

/** One session as a segment; says whose results it holds. */
async function showSegment(
  { tx, newId, now }: ChangeContext,
  event: SessionFacts,
  at: FileAt & Place,
  session: SessionResults,
  field: Field & { readonly erased: ReadonlySet<string> },
): Promise<readonly string[]> {
  const matches = matchRows(session.results, field)
  const published = publish(withoutErased(session, field.erased), matches, eventFacts(event))
  const { sessionId, splitNo, index, no, id } = at
  const segment = { sessionId, splitNo, segmentIndex: index, type: session.type, no, fileId: id }
  await replaceSegment(tx, { ...segment, facts: factsOf(session, event.game), warnings: session.warnings.map(plain) }, published, newId, now)
  return published.rows.flatMap((row) => row.userIds)
}

export const eventFacts = (event: SessionFacts) => ({
  classes: event.classes,
  points: pointsRulesOf(event.points),
  carName: (id: string) => carNameIn(event.game, id),
})

export function carNameIn(game: GameId, carId: string): string | undefined {
  const catalogue = gameOf(game)?.catalogue
  return catalogue && findCar(catalogue, carId)?.name
}

/** What is told of a session beside its rows. */
export const factsOf = (session: SessionResults, game: GameId): object => {
  const catalogue = gameOf(game)?.catalogue
  const own = session.facts['trackName']
  const trackName = (catalogue && findTrack(catalogue, session.trackId)?.name) ?? (typeof own === 'string' ? own : session.trackId)
  const told = { nativeType: session.nativeType, trackId: session.trackId, isWet: session.isWet, startedAt: session.startedAt, ...session.facts }
  return safe({ ...told, trackName, ...(session.facts['historyIndex'] == null ? {} : { fingerprint: fingerprintOf(session) }) })
}

/** Whom the rows of a file can be: entries of the split, owners of its accounts, those who erased theirs. */
export async function fieldOf(
  tx: Reader,
  event: Pick<SessionFacts, 'id' | 'game'>,
  splitNo: number,
  sessions: readonly SessionResults[],
  given: Field['given'],
  game: GameId = event.game,
): Promise<Field & { readonly erased: ReadonlySet<string> }> {
  const provider = gameOf(game)?.platform ?? 'none'
  const rows = sessions.flatMap(({ results }) => results)
  // what no database can hold is nobody's account
  const accounts = [...new Set(rows.flatMap((row) => row.drivers.flatMap(({ platformId }) => platformId || [])))].filter((id) => plain(id) === id)
  const entries = await activeEntries(tx, event.id)
  return {
    users: await findOwners(tx, provider, accounts),
    erased: await findErased(tx, provider, accounts),
    byName: provider === 'none',
    given,
    entries: entries
      .filter((entry) => (entry.splitNo ?? 1) === splitNo)
      .map((entry) => ({
        ...entry,
        drivers: entry.drivers.map(({ userId, name, platformIds }) => ({ userId, name, platformId: platformIds[provider] ?? null })),
      })),
  }
}

/** What a person said of a file, as it is stored beside it. */
export const givenOf = (matches: unknown): ReadonlyMap<string, EntryId | null> =>
  new Map((matches as readonly { readonly key: string; readonly entryId: EntryId | null }[]).map(({ key, entryId }) => [key, entryId]))

/** Orders a file to be read anew. */
export async function readAgain(context: { readonly tx: Tx; readonly later: ChangeContext['later'] }, fileId: ResultFileId): Promise<void> {
  await markFile(context.tx, fileId, { status: 'PENDING' })
  context.later({ job: 'results.read', data: { fileId }, key: fileId })
}

/** Somebody who erased their account is not named again by an old file. */
export const withoutErased = (session: SessionResults, erased: ReadonlySet<string>): SessionResults =>
  erased.size === 0
    ? session
    : {
        ...session,
        results: session.results.map((row) => {
          if (!row.drivers.some(({ platformId }) => platformId && erased.has(platformId))) return row
          const drivers = row.drivers.map((driver) =>
            driver.platformId && erased.has(driver.platformId) ? { ...driver, name: '', platformId: null } : driver,
          )
          return row.participant.type === 'TEAM' ? { ...row, drivers } : { ...row, drivers, name: '', participant: { ...row.participant, name: '' } }
        }),
      }

/** Facts of a foreign file without what jsonb refuses, names of people left out. */
const safe = (facts: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(
    Object.entries(facts)
      .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
      .map(([key, value]) => [key, typeof value === 'string' ? plain(value) : value]),
  )
