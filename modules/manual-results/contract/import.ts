/**
 * Result files that people hand in: read and matched for a look, then kept. For a manual session they fill the drafts of its races, for any
 * other they become its segments as a file of its server would. game-formats.md §7, §9; product.md §5 "Manual results"; security.md U9.
 */
import { z } from 'zod'
import { command, query } from '#core/contract.ts'
import { entryId, resultFileId, sessionId } from '#core/ids.ts'
import { base64, text } from '#core/text.ts'
import { FILE_LIMIT, READABLE_GAMES, TRACK_FROM } from '#modules/result-files/rules.ts'
import { SEGMENT_ORDER } from '#modules/results/rules.ts'
import { IRACING_LIMIT, MOST_PARTICIPANTS, MOST_RACES, MOST_SESSIONS } from '../rules.ts'

const int = z.number().int()
/** A file in base64, and the words around it. */
const BODY_LIMIT = Math.ceil(FILE_LIMIT / 3) * 4 + 100_000

/** Who somebody of the file is: an entry of the event, or null for nobody. */
const match = z.strictObject({ participant: int.min(0).max(MOST_PARTICIPANTS), entryId: entryId.nullable() })

const chosen = {
  /** `no` of the sessions to take; left out: those the preview says it takes. */
  sessions: z.array(int.min(0).max(MOST_SESSIONS)).max(MOST_SESSIONS).optional(),
  /**
   * What an admin has confirmed or corrected. A participant not named here is matched by its account alone: names are not unique and numbers
   * are typed, so what the preview finds by them (`by` KNOWN, NAME or NUMBER) is a proposal and counts only when it is sent back.
   */
  matches: z.array(match).max(MOST_PARTICIPANTS).optional(),
  /**
   * Which race of the event the file's first one is. Left out: the first, for a game that writes the whole event into one file; else the next: in
   * a manual session the first that nobody has saved, in any other the one behind those that came before.
   */
  raceNo: int.min(1).max(MOST_RACES).optional(),
}
/** Of a manual session: `v` of the preview; left out, the drafts may have been saved since. */
const held = { v: int.min(0).optional() }
const handedIn = {
  name: text(1, 200),
  contentBase64: base64(BODY_LIMIT - 100_000),
  /** Left out: the event's, for a manual session whichever the file is of. */
  game: z.enum(READABLE_GAMES).optional(),
  ...chosen,
  /** The server of the event that drove it; a manual session has one. */
  split: int.min(1).max(100).default(1),
  /** Whose track is told with the results. */
  track: z.enum(TRACK_FROM).default('EVENT'),
}

const previewRow = z.object({
  position: int,
  /** `no` of the participant. */
  participant: int,
  status: z.enum(['FINISHED', 'DNF', 'DSQ', 'DNS']),
  lapCount: int,
  timeMs: int.nullable(),
  bestLapTime: int.nullable(),
})

const savedRow = z.object({ position: int, name: z.string().nullable(), isDNF: z.boolean(), isSkip: z.boolean(), timeMs: int.nullable() })

const previewSession = z.object({
  no: int,
  type: z.enum(SEGMENT_ORDER),
  /** As the file calls it: HEAT 1, race1 … */
  name: z.string(),
  startedAt: z.string().nullable(),
  trackName: z.string().nullable(),
  /** Whether it will be kept. */
  take: z.boolean(),
  /**
   * Why not: nobody drove, it is of another event (a file that goes on over many), the event has no race for it, it plans no such segment or has
   * a draft of it (both are taken all the same when they are chosen), or it was not chosen.
   */
  why: z.enum(['EMPTY', 'OTHER_EVENT', 'NO_RACE', 'NOT_PLANNED', 'FILLED', 'NOT_CHOSEN']).nullable(),
  /** The tab it comes to (race-1 …). */
  key: z.string().nullable(),
  /** That tab has rows already, which it would replace: of a manual session `saved`, of any other what a server of ours wrote. */
  replaces: z.boolean(),
  /** What that tab shows is published, or somebody handed it in: it stays, and this waits beside it until an admin takes it. */
  waits: z.boolean(),
  /** The draft that is there, of a manual session. */
  saved: z.object({ fileName: z.string().nullable(), rows: z.array(savedRow) }).nullable(),
  warnings: z.array(z.string()),
  rows: z.array(previewRow),
})

const previewParticipant = z.object({
  no: int,
  type: z.enum(['DRIVER', 'TEAM']),
  name: z.string(),
  drivers: z.array(z.string()),
  raceNumber: int.nullable(),
  carName: z.string().nullable(),
  /** null: matches nobody and is kept as a guest. CHOSEN: as `matches` says, KNOWN: as an admin has said before. */
  match: z.object({ entryId, by: z.enum(['ACCOUNT', 'KNOWN', 'NAME', 'NUMBER', 'CHOSEN']) }).nullable(),
})

const preview = z.object({
  game: z.enum(READABLE_GAMES),
  /** DRAFTS: the races of a manual session, to be looked over and published. SEGMENTS: shown as results at once. */
  target: z.enum(['DRAFTS', 'SEGMENTS']),
  /** Of a manual session: counts the savings of its drafts. */
  v: int,
  /** How many races and servers the event has. */
  races: int,
  splits: int,
  /** The event's track, which is told unless `track` says FILE. */
  trackName: z.string(),
  sessions: z.array(previewSession),
  participants: z.array(previewParticipant),
  /** Whom a participant can be: those who drive in the event. */
  entries: z.array(
    z.object({ entryId, name: z.string().nullable(), drivers: z.array(z.string().nullable()), raceNumber: int, carName: z.string().nullable() }),
  ),
  /** What an admin should look at: the file is of another track or day than the event. */
  notes: z.array(z.enum(['TRACK_DIFFERS', 'DATE_DIFFERS'])),
})
export type ImportPreview = z.infer<typeof preview>

const imported = z.object({
  target: preview.shape.target,
  /** Manual sessions: the races that were filled. */
  raceNos: z.array(int),
  /** Otherwise the file, which is read at once; its results come with the topic `session:ID`. */
  fileId: resultFileId.nullable(),
  /** Participants who match no entry. */
  guests: int,
})

const REFUSALS = [
  'NOT_FOUND',
  'ADMIN_REQUIRED',
  'WRONG_STATE',
  'MANUAL_RESULT_PUBLISHED',
  'RATE_LIMIT_EXCEEDED',
  'FILE_MISSING',
  'FILE_TOO_LARGE',
  'FILE_UNRECOGNIZED',
  'IMPORT_UNREADABLE',
  'IMPORT_NO_DATA',
  'IMPORT_MATCH_INVALID',
  'SPLIT_UNKNOWN',
] as const

const TAKE_REFUSALS = ['error_parsing_results_json', 'FILE_COUNT_MAX', 'IMPORT_REPLACES', 'VERSION_CONFLICT'] as const

export const importContract = {
  /** A POST, for the file goes with it; it keeps nothing. May be asked again with `matches` and `sessions` to see what becomes of them. */
  importPreview: query('/query/result-import/{eventId}', {
    summary: 'Reads a result file and matches its rows to entries, without keeping anything',
    method: 'POST',
    params: z.object({ eventId: sessionId, ...handedIn }),
    reply: preview,
    refusals: [...REFUSALS, 'error_parsing_results_json'],
    bodyLimit: BODY_LIMIT,
  }),
  ImportResultFile: command('result-file', 'ImportResultFile', {
    summary: 'Takes a result file of any game that is read into an event',
    target: 'id',
    body: z.strictObject({ ...handedIn, ...held }),
    reply: imported,
    refusals: [...REFUSALS, ...TAKE_REFUSALS],
    bodyLimit: BODY_LIMIT,
  }),
  /** The specification's call: the file as parsed. `ImportResultFile` does the same with the file as it is, and larger ones. */
  ImportIRacingResult: command('manual-result', 'ImportIRacingResult', {
    summary: 'Fills the drafts of a manual session from an event result of iRacing',
    target: 'id',
    // somebody else's file: what else stands in it is not ours to refuse, and one without `data` is told so
    body: z.looseObject({ type: z.unknown().optional(), data: z.unknown().optional(), ...chosen, ...held }),
    reply: imported,
    refusals: [...REFUSALS, ...TAKE_REFUSALS],
    bodyLimit: IRACING_LIMIT,
  }),
}
