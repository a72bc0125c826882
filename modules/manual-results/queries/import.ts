import type { ResultFileId, SessionId, UserId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { findTrack } from '#games/catalogue.ts'
import { gameOf } from '#games/index.ts'
import { comparable } from '#games/text.ts'
import { activeEntries } from '#modules/entries/door.ts'
import { handedInOf, planOf, readHandedIn, trackOf } from '#modules/result-files/door.ts'
import { isPublished } from '#modules/result-files/rules.ts'
import { withoutErased } from '#modules/result-files/rules/erased.ts'
import { participantKey } from '#modules/result-files/rules/match.ts'
import { managedEvent, shownVersions } from '#modules/results/door.ts'
import { segmentKey } from '#modules/results/rules.ts'
import { carNameOf } from '#modules/results/rules/car-name.ts'
import { plain } from '#modules/results/rules/plain.ts'
import { sessionFacts, type SessionFacts } from '#modules/sessions/door.ts'
import type { Reader } from '#server/db/connect.ts'
import type { ParamsOf } from '#core/contract.ts'
import type { ImportPreview, importContract } from '../contract/import.ts'
import type { Participant } from '../decide/import.ts'
import { mayImportNow } from '../policy.ts'
import { racesOf, versionOfAll } from '../rules.ts'
import { findDrafts, findDraftVersions } from '../store.ts'
import { draftViews } from './drafts.ts'
import { withReopened, type ReopenableEvent } from './reopened.ts'
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
  const there = manual ? await savedIn(db, event.value) : await shownIn(db, event.value, splitNo)
  const entries = (await activeEntries(db, id)).filter((entry) => manual || (entry.splitNo ?? 1) === splitNo)
  return ok({
    game: file.value.game,
    target: manual ? 'DRAFTS' : 'SEGMENTS',
    v: manual ? versionOfAll(await findDraftVersions(db, id)) : 0,
    races: manual ? racesOf(segments).length : racesOf(planOf(event.value).planned).length,
    splits: event.value.splitCount,
    trackName: trackOf(event.value).trackName,
    sessions: sessionsOf(plan.value, there),
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
export async function importable(db: Reader, id: SessionId, userId: UserId, now: Date): Promise<Result<ReopenableEvent>> {
  const managed = await managedEvent(db, id, userId)
  if (!managed.ok) return managed
  const facts = await sessionFacts(db, id)
  if (!facts) return refuse('NOT_FOUND')
  const event = await withReopened(db, facts)
  const open = mayImportNow(event, now)
  return open === true ? ok(event) : open
}

/** What is in a place already, by its index: what comes there too replaces it, or waits beside it. */
type There = ReadonlyMap<number, { readonly waits: boolean; readonly saved: ImportPreview['sessions'][number]['saved'] }>

/** The results of a split; what is published or was handed in is not replaced without a choice. */
async function shownIn(db: Reader, event: ReopenableEvent, split: number): Promise<There> {
  const handedIn = await handedInOf(db, event.id)
  const own = (await shownVersions(db, event.id)).filter(({ splitNo, hasRows }) => splitNo === split && hasRows)
  const isKept = (fileId: ResultFileId | null): boolean => isPublished(event) || (fileId !== null && handedIn.has(fileId))
  return new Map(own.map(({ segmentIndex, fileId }) => [segmentIndex, { waits: isKept(fileId), saved: null }]))
}

/** The drafts of a manual session, to stand beside what a file says. */
async function savedIn(db: Reader, event: ReopenableEvent): Promise<There> {
  const drafts = await findDrafts(db, event.id)
  const views = await draftViews(db, event, drafts)
  return new Map(
    drafts.map(({ segmentIndex, fileName }, i) => {
      const rows = views[i]!.entryResults.map(({ position, participant, isDNF, isSkip, timeMs }) => ({
        position,
        name: participant.name,
        isDNF,
        isSkip,
        timeMs,
      }))
      return [segmentIndex, { waits: false, saved: { fileName, rows } }]
    }),
  )
}

function sessionsOf({ file, taken, segmentsByNo, found, participants, field }: Plan, there: There): ImportPreview['sessions'] {
  const from = Math.max(0, file.sessions.length - MOST_SHOWN)
  return taken.flatMap(({ no, take, why }) => {
    if (!take && no < from) return []
    const session = file.sessions[no]!
    const segment = segmentsByNo.get(no) ?? (why === 'FILLED' ? found.get(no) : undefined)
    const before = segment && there.get(segment.index)
    return {
      no,
      type: session.type,
      name: plain(typeof session.facts['name'] === 'string' ? session.facts['name'] : session.nativeType),
      startedAt: session.startedAt,
      trackName: trackNameOf(session.trackId, session.facts['trackName'], file.game),
      take,
      why,
      key: segment ? segmentKey(session.type, segment.no) : null,
      replaces: before !== undefined && !before.waits,
      waits: before?.waits ?? false,
      saved: before?.saved ?? null,
      warnings: session.warnings.map(plain),
      rows:
        take || before?.saved
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
  const carName = row.facts['carName']
  return {
    no,
    type: row.participant.type,
    name: isGone ? '' : plain(row.participant.name),
    drivers: row.drivers.map(({ name, platformId }) => (isErased(platformId) ? '' : plain(name))),
    raceNumber: row.raceNumber,
    carName: carNameOf(file.game, row.carModelId, typeof carName === 'string' ? plain(carName) : null),
    match: proposals.get(key) ?? null,
  }
}

function trackNameOf(trackId: string, told: unknown, game: SessionFacts['game']): string | null {
  const catalogue = gameOf(game)?.catalogue
  const name = (catalogue && findTrack(catalogue, trackId)?.name) ?? (typeof told === 'string' ? told : trackId)
  return plain(name) || null
}

/** Compared where both are of the same game: a manual session's track may be anything somebody typed. */
function notesOn(event: SessionFacts, { file, segmentsByNo }: Plan): ImportPreview['notes'] {
  const sessions = [...segmentsByNo.keys()].flatMap((no) => file.sessions[no] ?? [])
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
