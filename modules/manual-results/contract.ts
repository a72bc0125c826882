/**
 * manual-results: what people hand in. Results of manual sessions: drafts by race, kept by hand or filled from a file, published once.
 * product.md §3 "Manual result", §4 "Manual session", §5 "Manual results"; calls-and-constants.md §3, §7.
 */
import { z } from 'zod'
import { command } from '#core/contract.ts'
import { longText } from '#core/text.ts'
import { resultFileId } from '#core/ids.ts'
import { folderContract } from './contract/folder.ts'
import { importContract } from './contract/import.ts'
import { keptResult, reopened } from './contract/kept.ts'
import { MOST_RACES, MOST_ROWS, LONGEST_RACE_MS } from './rules.ts'

export type { ManualRaceView, ManualResultView, ManualRowView, WithdrawalView } from './contract/kept.ts'

const int = z.number().int()

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
  manualResult: keptResult,
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
