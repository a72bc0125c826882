/** What is kept by hand of a manual session, race by race. The page of an event asks it without knowing the other calls. */
import { z } from 'zod'
import { rating } from '#modules/ranking/contract.ts'
import { query } from '#core/contract.ts'
import { resultFileId, sessionId, userId } from '#core/ids.ts'

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

export const reopened = z.object({ time: z.string(), reason: z.string() })

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

export const keptResult = query('/query/manual-result/{eventId}', {
  summary: 'Results of a manual session race by race: drafts for its admins, for others once they are published',
  params: z.object({ eventId: sessionId }),
  reply: manualResult,
  refusals: ['NOT_FOUND'],
})
