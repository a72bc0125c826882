/**
 * manual-results: what people hand in. Results of manual sessions: drafts by race, kept by hand or filled from a file, published once.
 * product.md §3 "Manual result", §4 "Manual session", §5 "Manual results"; calls-and-constants.md §3, §7.
 */
import { z } from 'zod'
import { rating } from '#modules/ranking/contract.ts'
import { command, query } from '#core/contract.ts'
import { longText } from '#core/text.ts'
import { resultFileId, sessionId, userId } from '#core/ids.ts'
import { folderContract } from './contract/folder.ts'
import { importContract } from './contract/import.ts'
import { MOST_RACES, MOST_ROWS, LONGEST_RACE_MS } from './rules.ts'

const int = z.number().int()

const manualRow = z.object({
  /** Names the row when it is saved: the entry's id, or a guest's own. */
  entryId: z.string(),
  /** Somebody of an imported file who matches no entry: kept by name, may be left out when the race is saved. */
  isGuest: z.boolean(),
  driverId: userId.nullable(),
  /** `name` is null when the person erased the account. */
  participant: z.object({ type: z.enum(['DRIVER', 'TEAM']), name: z.string().nullable() }),
  drivers: z.array(z.object({ userId: userId.nullable(), name: z.string().nullable(), country: z.string().nullable() })),
  country: z.string().nullable(),
  /** Of a driver alone, in the event's game. */
  rating: rating.nullable(),
  raceNumber: int.nullable(),
  car: z.object({ model: z.string(), name: z.string(), skin: z.string().nullable(), carClassId: z.string().nullable() }).nullable(),
  position: int,
  isDNF: z.boolean(),
  isSkip: z.boolean(),
  timeMs: int.nullable(),
  /** From an imported file; null for what was typed. */
  startPosition: int.nullable(),
  lapCount: int.nullable(),
  bestLapTime: int.nullable(),
})
export type ManualRowView = z.infer<typeof manualRow>

const raceResult = z.object({
  raceNo: int,
  /** False: nobody has saved this race yet; the rows are the entries as they registered. */
  saved: z.boolean(),
  /** Counts the savings; 0 before the first. */
  v: int,
  savedAt: z.string().nullable(),
  /** Name of the file it was filled from. */
  importedFrom: z.string().nullable(),
  /** That file, to take it back. */
  importedFileId: resultFileId.nullable(),
  entryResults: z.array(manualRow),
})
export type ManualRaceView = z.infer<typeof raceResult>

const reopened = z.object({ time: z.string(), reason: z.string() })

/** FILE, DRAFT: before it was published. REOPENED: what was published is put right. */
const withdrawal = z.object({
  kind: z.enum(['FILE', 'DRAFT', 'REOPENED']),
  fileName: z.string().nullable(),
  raceNo: int.nullable(),
  reason: z.string(),
  /** null: they erased the account. */
  by: z.string().nullable(),
  time: z.string(),
})
export type WithdrawalView = z.infer<typeof withdrawal>

const manualResult = z.object({
  isPublished: z.boolean(),
  /** Counts all savings and takings back together: what `PublishResults` and `ImportResultFile` may be held to. */
  v: int,
  /** It was published, and is opened again to be put right. */
  reopened: reopened.nullable(),
  /** What was taken back, newest first; for admins alone. */
  withdrawals: z.array(withdrawal),
  /** Drafts are for admins alone: empty for everybody else until they are published, and for events that are not manual. */
  raceResults: z.array(raceResult),
  /** What a file held beside the races (qualifying, practice); published with them. For admins alone. */
  otherSegments: z.array(z.object({ type: z.enum(['PRACTICE', 'QUALIFY', 'WARMUP']), no: int, rows: int })),
  may: z.object({
    /** Save and import into the drafts: admins, from the start until the results are published. */
    edit: z.boolean(),
    /** `edit`, and every race is saved; of an event whose results come from files: they were opened again. */
    publish: z.boolean(),
    /** Open what is published again, with a reason: admins, where people entered it or handed any of it in. */
    reopen: z.boolean(),
    /** A result file may be handed in: into the drafts of a manual session, as the segments of any other. */
    importFile: z.boolean(),
  }),
})
export type ManualResultView = z.infer<typeof manualResult>

/** As it is saved. A DNF or skipped row loses its time whatever is sent. */
const entryResult = z.strictObject({
  entryId: z.uuid().transform((id) => id.toLowerCase()),
  position: int.min(1).max(MOST_ROWS),
  isDNF: z.boolean().default(false),
  isSkip: z.boolean().default(false),
  timeMs: int.min(1).max(LONGEST_RACE_MS).nullable().default(null),
})
export type EntryResult = z.infer<typeof entryResult>

/** 1–500 characters (REASON_LENGTH). */
const why = { reason: longText(0, 1000).default('') }

const SAVE_REFUSALS = ['NOT_FOUND', 'ADMIN_REQUIRED', 'WRONG_STATE', 'MANUAL_RESULT_PUBLISHED', 'MANUAL_RESULT_INCOMPLETE'] as const

export const manualResultsContract = {
  ...importContract,
  ...folderContract,
  manualResult: query('/query/manual-result/{eventId}', {
    summary: 'Results of a manual session race by race: drafts for its admins, for others once they are published',
    params: z.object({ eventId: sessionId }),
    reply: manualResult,
    refusals: ['NOT_FOUND'],
  }),
  /**
   * MANUAL_RESULT_INCOMPLETE: `field` is `raceNo` (no such race) or `entryResults` (an entry is missing or stands there twice; `entryId` names it).
   * MANUAL_RESULT_ORDER: `field` is `entryResults.<index>.position` (not 1…n, or a finisher behind a DNF, a DNF behind a skipped one) or
   * `entryResults.<index>.timeMs` (less than the one before on the same lap).
   */
  SaveRaceResult: command('manual-result', 'SaveRaceResult', {
    summary: 'Saves the draft of one race of a manual session',
    target: 'id',
    body: z.strictObject({
      raceNo: int.min(1).max(MOST_RACES),
      /** The `v` of the draft that was on screen; left out, the save counts whatever was saved meanwhile. */
      v: int.min(0).optional(),
      entryResults: z.array(entryResult).max(MOST_ROWS),
    }),
    reply: z.object({ raceNo: int, v: int }),
    refusals: [...SAVE_REFUSALS, 'MANUAL_RESULT_ORDER', 'VERSION_CONFLICT'],
  }),
  /** MANUAL_RESULT_INCOMPLETE: `raceNo` names the race that is not saved, or lacks somebody. */
  PublishResults: command('manual-result', 'PublishResults', {
    summary: 'Publishes the results of a manual session and ends it, or results that were opened again',
    target: 'id',
    /** `v` of the results that were on screen; left out, whatever was saved meanwhile is published. */
    body: z.strictObject({ v: int.min(0).optional() }),
    reply: z.object({ status: z.literal('ENDED') }),
    refusals: [...SAVE_REFUSALS, 'VERSION_CONFLICT'],
  }),
  /** MANUAL_RESULT_INCOMPLETE: there is no such race, or nobody has saved it. */
  DiscardDraft: command('manual-result', 'DiscardDraft', {
    summary: 'Takes the draft of one race of a manual session back',
    target: 'id',
    body: z.strictObject({ raceNo: int.min(1).max(MOST_RACES), v: int.min(0).optional(), ...why }),
    reply: z.object({ raceNo: int, v: int }),
    refusals: [...SAVE_REFUSALS, 'VERSION_CONFLICT', 'REASON_LENGTH'],
  }),
  /** As long as nothing of it is published: after that the results are opened again, or a later file is taken. */
  DiscardResultFile: command('result-file', 'DiscardResultFile', {
    summary: 'Takes a file that was handed in back, with the drafts or the segments that came from it',
    target: 'id',
    body: z.strictObject(why),
    reply: z.object({ id: resultFileId }),
    refusals: ['NOT_FOUND', 'ADMIN_REQUIRED', 'WRONG_STATE', 'MANUAL_RESULT_PUBLISHED', 'REASON_LENGTH'],
  }),
  ReopenResults: command('manual-result', 'ReopenResults', {
    summary: 'Opens published results that people entered or handed in again; whoever was told is told again when they are published',
    target: 'id',
    body: z.strictObject(why),
    reply: z.object({ reopened }),
    refusals: ['NOT_FOUND', 'ADMIN_REQUIRED', 'WRONG_STATE', 'REASON_LENGTH'],
  }),
}
