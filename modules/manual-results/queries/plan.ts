import type { EntryId, UserId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import type { GameId, ResultRow, SegmentResults } from '#games/game.ts'
import { namedAmong } from '#modules/matching/door.ts'
import { fieldOf, segmentsInSplit, planOf, sessionsOfEvent, type ReadFile } from '#modules/result-files/door.ts'
import { resultFileLayout, type TrackFrom } from '#modules/result-files/rules.ts'
import type { Field } from '#modules/result-files/rules/match.ts'
import type { SegmentNo } from '#modules/result-files/rules/segments.ts'
import { identityOf, namedKey, sourceOf, storedDriver } from '#modules/results/rules/participant.ts'
import { splitsOf, type SessionFacts } from '#modules/sessions/door.ts'
import type { Reader } from '#server/db/connect.ts'
import {
  checkChosen,
  counted,
  inPlan,
  participantsOf,
  proposalsFor,
  takenOf,
  type Participant,
  type Proposal,
  type ChosenMatches,
  type Taken,
} from '../decide/import.ts'
import { draftSegments } from '../decide/segments.ts'
import { MOST_ROWS, racesOf } from '../rules.ts'
import { findDrafts } from '../store.ts'

/** Entries of an event, all of which may be missing in the file. */
const MOST_SEATS = 100

/** Everything that follows from a file that was handed in, before anything is kept. */
export type Plan = {
  readonly file: ReadFile
  readonly splitNo: number
  readonly trackFrom: TrackFrom
  readonly firstRace: number | null
  readonly taken: readonly Taken[]
  /** By number of the session; `null` where it is not taken, or the event has no place for it. */
  readonly segmentsByNo: ReadonlyMap<number, SegmentNo>
  /** Where they would stand, also those that are not taken. */
  readonly found: ReadonlyMap<number, SegmentNo>
  readonly participants: ReadonlyMap<string, Participant>
  /** Those in the sessions that are taken, or might be. */
  readonly there: readonly Participant[]
  readonly proposals: ReadonlyMap<string, Proposal>
  readonly field: Field & { readonly erased: ReadonlySet<string> }
}

export type Asked = {
  readonly sessions?: readonly number[]
  readonly matches?: ChosenMatches
  readonly raceNo?: number
  readonly split?: number
  readonly track?: TrackFrom
}

/** Refuses SPLIT_UNKNOWN, IMPORT_MATCH_INVALID, and IMPORT_NO_DATA for a file of which nothing could be taken whatever is chosen. */
export async function planImport(db: Reader, event: SessionFacts, file: ReadFile, asked: Asked): Promise<Result<Plan>> {
  const { sessions, game } = file
  const { split: splitNo = 1, track: trackFrom = 'EVENT' } = asked
  if (!(await splitsOf(db, event.id)).some((one) => one.splitNo === splitNo)) return refuse('SPLIT_UNKNOWN', { field: 'split' })
  const wanted = takenOf(sessions, await sessionsOfEvent(db, event, sessions), asked.sessions ?? null)
  const wantedNos = wanted.filter(({ take }) => take).map(({ no }) => no)
  const ofEvent = wantedNos.flatMap((no) => sessions[no] ?? [])
  const { placed, segments } = await segmentsIn(db, event, file, ofEvent, splitNo, asked.raceNo)
  const found = new Map(wantedNos.flatMap((no, i) => (placed[i] ? [[no, placed[i]] as const] : [])))
  if (found.size === 0) return refuse('IMPORT_NO_DATA', { field: 'contentBase64' })
  const filled = new Set(event.manual ? (await findDrafts(db, event.id)).map(({ segmentIndex }) => segmentIndex) : [])
  const inEvent = { segmentOf: (no: number) => found.get(no) ?? null, segments, isFilled: (index: number) => filled.has(index) }
  const taken = inPlan(wanted, inEvent, asked.sessions !== undefined)
  const segmentsByNo = new Map([...found].filter(([no]) => taken[no]?.take))
  if (event.manual && ofEvent.some(({ results }) => results.length > MOST_ROWS - MOST_SEATS))
    return refuse('FILE_TOO_LARGE', { most: MOST_ROWS - MOST_SEATS })
  const participants = participantsOf(sessions)
  const isLookedAt = (no: number): boolean => segmentsByNo.has(no) || taken[no]?.why === 'FILLED'
  const there = [...participants.values()].filter((one) => [...one.sessions].some(isLookedAt))
  const field = await fieldOf(db, event, splitNo, ofEvent, undefined, game)
  const chosen = asked.matches ?? []
  const fits = checkChosen([...participants.values()], field.entries, chosen)
  if (!fits.ok) return fits
  const named = await namedAmong(db, event.leagueId, ofEvent)
  const before = (row: ResultRow): readonly UserId[] =>
    row.drivers.flatMap((driver) => {
      const identity = identityOf(storedDriver(driver, null))
      return (identity === null ? undefined : named.get(namedKey(sourceOf(game), identity)))?.userId ?? []
    })
  const proposals = proposalsFor(there, field.entries, chosen, before)
  return ok({ file, splitNo, trackFrom, firstRace: asked.raceNo ?? null, taken, segmentsByNo, found, participants, there, proposals, field })
}

/** Where the sessions would stand, and how many segments the event plans. */
async function segmentsIn(
  db: Reader,
  event: SessionFacts,
  file: ReadFile,
  sessions: readonly SegmentResults[],
  splitNo: number,
  raceNo: number | undefined,
): Promise<{ readonly placed: readonly (SegmentNo | null)[]; readonly segments: number }> {
  if (event.manual)
    return { placed: draftSegments(sessions, event.segments, raceNo ?? (await firstRace(db, event, file.game))), segments: event.segments.length }
  const { planned } = planOf(event)
  return { placed: await segmentsInSplit(db, event, splitNo, file, sessions, raceNo ?? null), segments: planned.length }
}

async function firstRace(db: Reader, event: SessionFacts, game: GameId): Promise<number> {
  if (resultFileLayout(game) === 'WHOLE') return 1
  const drafts = await findDrafts(db, event.id)
  const open = racesOf(event.segments).findIndex((index) => !drafts.some(({ segmentIndex }) => segmentIndex === index))
  return open + 1 || 1
}

/** What counts of a plan, for everybody who is in it: an entry, or null for a guest. */
export function matchesIn({ there, proposals }: Plan): ReadonlyMap<string, EntryId | null> {
  const sure = counted(proposals)
  return new Map(there.map(({ key }) => [key, sure.get(key) ?? null]))
}
