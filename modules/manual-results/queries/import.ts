import type { SessionId, UserId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { findTrack } from '#games/catalogue.ts'
import { gameOf } from '#games/index.ts'
import { comparable } from '#games/text.ts'
import { activeEntries } from '#modules/entries/door.ts'
import { planOf, readHandedIn, trackOf } from '#modules/result-files/door.ts'
import { withoutErased } from '#modules/result-files/rules/erased.ts'
import { participantKey } from '#modules/result-files/rules/match.ts'
import { managedEvent, standingOf } from '#modules/results/door.ts'
import { segmentKey } from '#modules/results/rules.ts'
import { carNameOf } from '#modules/results/rules/car-name.ts'
import { plain } from '#modules/results/rules/plain.ts'
import { isOver } from '#modules/sessions/rules.ts'
import { sessionFacts, type SessionFacts } from '#modules/sessions/door.ts'
import type { Reader } from '#server/db/connect.ts'
import type { ParamsOf } from '#core/contract.ts'
import type { ImportPreview, importContract } from '../contract/import.ts'
import type { Participant } from '../decide/import.ts'
import { mayImportNow } from '../policy.ts'
import { racesOf } from '../rules.ts'
import { findDrafts } from '../store.ts'
import { planImport, type Plan } from './plan.ts'

/** Sessions of a file a person is shown: of a server's life the last ones, and whatever is taken. */
const MOST_SHOWN = 60
/** Longer ago, or later, than a night and its zones. */
const ANOTHER_DAY_MS = 36 * 3_600_000

type Asked = ParamsOf<typeof importContract.importPreview>

/** What would become of a file, without keeping anything of it. */
export async function importPreview(db: Reader, asked: Asked, userId: UserId, now: Date, left?: AbortSignal): Promise<Result<ImportPreview>> {
  const event = await importable(db, asked.eventId, userId, now)
  if (!event.ok) return event
  const handedIn = { name: asked.name, bytes: Buffer.from(asked.contentBase64, 'base64') }
  const file = await readHandedIn(event.value, handedIn, asked.game, { whom: userId, signal: left })
  if (!file.ok) return file
  const plan = await planImport(db, event.value, file.value, asked)
  if (!plan.ok) return plan
  const { manual, id, game, segments } = event.value
  const { splitNo } = plan.value
  const filled = new Set((manual ? await findDrafts(db, id) : await shownIn(db, id, splitNo)).map(({ segmentIndex }) => segmentIndex))
  const entries = (await activeEntries(db, id)).filter((entry) => manual || (entry.splitNo ?? 1) === splitNo)
  return ok({
    game: file.value.game,
    target: manual ? 'DRAFTS' : 'SEGMENTS',
    races: manual ? racesOf(segments).length : racesOf((await planOf(db, event.value)).planned).length,
    splits: event.value.splitCount,
    trackName: trackOf(event.value).trackName,
    sessions: sessionsOf(plan.value, filled, !manual && isOver(event.value.status)),
    participants: plan.value.there.map((one) => participantOf(one, plan.value)),
    entries: entries.map((entry) => ({
      entryId: entry.id,
      name: entry.teamName ?? entry.drivers[0]?.name ?? null,
      drivers: entry.drivers.map(({ name }) => name),
      raceNumber: entry.raceNumber,
      carName: carNameOf(game, entry.carId, null),
    })),
    notes: notesOn(event.value, plan.value),
  })
}

/** The event, when somebody may hand a file in for it now. */
export async function importable(db: Reader, id: SessionId, userId: UserId, now: Date): Promise<Result<SessionFacts>> {
  const managed = await managedEvent(db, id, userId)
  if (!managed.ok) return managed
  const event = await sessionFacts(db, id)
  if (!event) return refuse('NOT_FOUND')
  const open = mayImportNow(event, now)
  return open === true ? ok(event) : open
}

const shownIn = async (db: Reader, id: SessionId, split: number) =>
  (await standingOf(db, id)).filter(({ splitNo, hasRows }) => splitNo === split && hasRows)

function sessionsOf(
  { file, taken, places, participants, field }: Plan,
  filled: ReadonlySet<number>,
  isPublished: boolean,
): ImportPreview['sessions'] {
  const from = Math.max(0, file.sessions.length - MOST_SHOWN)
  return taken.flatMap(({ no, take, why }) => {
    if (!take && no < from) return []
    const session = file.sessions[no]!
    const place = places.get(no)
    return {
      no,
      type: session.type,
      name: plain(typeof session.facts['name'] === 'string' ? session.facts['name'] : session.nativeType),
      startedAt: session.startedAt,
      trackName: trackNameOf(session.trackId, session.facts['trackName'], file.game),
      take,
      why,
      key: place ? segmentKey(session.type, place.no) : null,
      replaces: place !== undefined && filled.has(place.index) && !isPublished,
      waits: place !== undefined && filled.has(place.index) && isPublished,
      warnings: session.warnings.map(plain),
      rows: take
        ? withoutErased(session, field.erased).results.map((row, i) => ({
            position: row.position,
            participant: participants.get(participantKey(session.results[i]!))!.no,
            status: row.status,
            lapCount: row.lapCount,
            timeMs: row.totalTime,
            bestLapTime: row.bestLapTime,
          }))
        : [],
    }
  })
}

function participantOf({ no, key, row }: Participant, { file, proposals, field }: Plan): ImportPreview['participants'][number] {
  const isErased = (platformId: string | null): boolean => platformId !== null && field.erased.has(platformId)
  const isGone = row.participant.type === 'DRIVER' && row.drivers.some(({ platformId }) => isErased(platformId))
  const told = row.facts['carName']
  return {
    no,
    type: row.participant.type,
    name: isGone ? '' : plain(row.participant.name),
    drivers: row.drivers.map(({ name, platformId }) => (isErased(platformId) ? '' : plain(name))),
    raceNumber: row.raceNumber,
    carName: carNameOf(file.game, row.carModelId, typeof told === 'string' ? plain(told) : null),
    match: proposals.get(key) ?? null,
  }
}

function trackNameOf(trackId: string, told: unknown, game: SessionFacts['game']): string | null {
  const catalogue = gameOf(game)?.catalogue
  const name = (catalogue && findTrack(catalogue, trackId)?.name) ?? (typeof told === 'string' ? told : trackId)
  return plain(name) || null
}

/** Compared where both are of the same game: a manual session's track may be anything somebody typed. */
function notesOn(event: SessionFacts, { file, places }: Plan): ImportPreview['notes'] {
  const sessions = [...places.keys()].flatMap((no) => file.sessions[no] ?? [])
  const catalogue = gameOf(event.game)?.catalogue
  const own = catalogue && findTrack(catalogue, event.trackId)
  const isElsewhere = (trackId: string): boolean => {
    const track = catalogue && findTrack(catalogue, trackId)
    return track ? track.id !== own?.id : comparable(trackId) !== comparable(own?.name ?? '')
  }
  const isAnotherDay = (at: string | null): boolean => at !== null && Math.abs(Date.parse(at) - event.startsAt.getTime()) > ANOTHER_DAY_MS
  return [
    ...(own && file.game === event.game && sessions.some(({ trackId }) => isElsewhere(trackId)) ? (['TRACK_DIFFERS'] as const) : []),
    ...(sessions.some(({ startedAt }) => isAnotherDay(startedAt)) ? (['DATE_DIFFERS'] as const) : []),
  ]
}
