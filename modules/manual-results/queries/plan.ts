import type { EntryId, UserId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import type { GameId, ResultRow, SessionResults } from '#games/game.ts'
import { namedAmong } from '#modules/matching/door.ts'
import { fieldOf, placesInSplit, sessionsOfEvent, type ReadFile } from '#modules/result-files/door.ts'
import { fileHabit } from '#modules/result-files/rules.ts'
import type { Field } from '#modules/result-files/rules/match.ts'
import type { Place } from '#modules/result-files/rules/place.ts'
import { identityOf, namedKey, sourceOf, storedDriver } from '#modules/results/rules/participant.ts'
import type { SessionFacts } from '#modules/sessions/door.ts'
import type { Reader } from '#server/db/connect.ts'
import {
  checkSaid,
  counted,
  participantsOf,
  proposalsFor,
  takenOf,
  type Participant,
  type Proposal,
  type Said,
  type Taken,
} from '../decide/import.ts'
import { draftPlaces } from '../decide/place.ts'
import { MOST_ROWS, racesOf } from '../rules.ts'
import { findDrafts } from '../store.ts'

/** What a person hands in goes to the first split. */
export const IMPORT_SPLIT = 1

/** Entries of an event, all of which may be missing in the file. */
const MOST_SEATS = 100

/** Everything that follows from a file that was handed in, before anything is kept. */
export type Plan = {
  readonly file: ReadFile
  readonly taken: readonly Taken[]
  /** By number of the session; `null` where it is not taken, or the event has no place for it. */
  readonly places: ReadonlyMap<number, Place>
  readonly participants: ReadonlyMap<string, Participant>
  /** Those in the sessions that are taken. */
  readonly there: readonly Participant[]
  readonly proposals: ReadonlyMap<string, Proposal>
  readonly field: Field & { readonly erased: ReadonlySet<string> }
}

type Asked = { readonly sessions?: readonly number[]; readonly matches?: Said; readonly raceNo?: number }

/** Refuses IMPORT_MATCH_INVALID, and IMPORT_NO_DATA for a file of which nothing can be taken. */
export async function planImport(db: Reader, event: SessionFacts, file: ReadFile, asked: Asked): Promise<Result<Plan>> {
  const { sessions, game } = file
  const taken = takenOf(sessions, await sessionsOfEvent(db, event, sessions), asked.sessions ?? null)
  const kept = taken.filter(({ take }) => take).map(({ no }) => no)
  const ofEvent = kept.flatMap((no) => sessions[no] ?? [])
  const placed = await placesIn(db, event, file, ofEvent, asked.raceNo)
  const places = new Map(kept.flatMap((no, i) => (placed[i] ? [[no, placed[i]] as const] : [])))
  if (places.size === 0) return refuse('IMPORT_NO_DATA', { field: 'contentBase64' })
  if (event.manual && ofEvent.some(({ results }) => results.length > MOST_ROWS - MOST_SEATS))
    return refuse('FILE_TOO_LARGE', { most: MOST_ROWS - MOST_SEATS })
  const participants = participantsOf(sessions)
  const there = [...participants.values()].filter((one) => [...one.sessions].some((no) => places.has(no)))
  const field = await fieldOf(db, event, IMPORT_SPLIT, ofEvent, undefined, game)
  const said = asked.matches ?? []
  const fits = checkSaid([...participants.values()], field.entries, said)
  if (!fits.ok) return fits
  const noted = taken.map((one) => (one.take && !places.has(one.no) ? { ...one, take: false, why: 'NO_RACE' as const } : one))
  const named = await namedAmong(db, event.leagueId, ofEvent)
  const before = (row: ResultRow): readonly UserId[] =>
    row.drivers.flatMap((driver) => {
      const identity = identityOf(storedDriver(driver, null))
      return (identity === null ? undefined : named.get(namedKey(sourceOf(game), identity)))?.userId ?? []
    })
  return ok({ file, taken: noted, places, participants, there, proposals: proposalsFor(there, field.entries, said, before), field })
}

const placesIn = async (db: Reader, event: SessionFacts, file: ReadFile, sessions: readonly SessionResults[], raceNo: number | undefined) =>
  event.manual
    ? draftPlaces(sessions, event.segments, raceNo ?? (await firstRace(db, event, file.game)))
    : placesInSplit(db, event, IMPORT_SPLIT, file, sessions)

async function firstRace(db: Reader, event: SessionFacts, game: GameId): Promise<number> {
  if (fileHabit(game) === 'WHOLE') return 1
  const drafts = await findDrafts(db, event.id)
  const open = racesOf(event.segments).findIndex((index) => !drafts.some(({ segmentIndex }) => segmentIndex === index))
  return open + 1 || 1
}

/** What counts of a plan, for everybody who is in it: an entry, or null for a guest. */
export function givenIn({ there, proposals }: Plan): ReadonlyMap<string, EntryId | null> {
  const sure = counted(proposals)
  return new Map(there.map(({ key }) => [key, sure.get(key) ?? null]))
}
