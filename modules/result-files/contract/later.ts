/**
 * Results that came after their event had ended, or for a place where a file stands that somebody handed in: each waits beside the one that
 * stands until an admin takes it or leaves it. One rule
 * needs nobody: a server's file that goes on growing while its server runs replaces what it said of the same session, as long as nobody and no
 * lap is lost and nobody has chosen there.
 */
import { z } from 'zod'
import { command, query } from '#core/contract.ts'
import { resultFileId, resultId, sessionId } from '#core/ids.ts'
import { longText, wordLike } from '#core/text.ts'
import { SEGMENT_KEY, SEGMENT_ORDER } from '#modules/results/rules.ts'

const int = z.number().int()

const version = z.object({
  id: resultId,
  /** STANDS: what everybody sees. LEFT, REPLACED: an admin chose another one; it can still be taken. */
  state: z.enum(['STANDS', 'WAITING', 'LEFT', 'REPLACED']),
  fileId: resultFileId.nullable(),
  fileName: z.string().nullable(),
  /** By an admin, not by a server. */
  isHandedIn: z.boolean(),
  time: z.string(),
})
export type VersionView = z.infer<typeof version>

const choice = z.object({
  id: z.string(),
  action: z.enum(['TAKEN', 'LEFT']),
  resultId,
  reason: z.string(),
  /** null: they erased the account. */
  by: z.string().nullable(),
  time: z.string(),
  undone: z.object({ by: z.string().nullable(), time: z.string() }).nullable(),
  /** The last one of its segment that was not undone. */
  mayUndo: z.boolean(),
})
export type ChoiceView = z.infer<typeof choice>

const laterSegment = z.object({
  splitNo: int,
  /** The tab it stands in: race-1, qualify-1 … */
  segment: wordLike(SEGMENT_KEY),
  type: z.enum(SEGMENT_ORDER),
  no: int,
  /** Counts what was chosen and undone here. */
  v: int,
  versions: z.array(version),
  choices: z.array(choice),
})
export type LaterSegment = z.infer<typeof laterSegment>

const side = z
  .object({ position: int, status: z.enum(['FINISHED', 'DNF', 'DSQ', 'DNS']), lapCount: int, totalTimeMs: int.nullable(), points: z.number() })
  .nullable()
const compared = z.object({
  /** null: they erased the account. */
  name: z.string().nullable(),
  raceNumber: int.nullable(),
  /** As it stands; null for who is not in it. */
  before: side,
  /** In the other result; null for who is not in it. */
  after: side,
  /** Places and points won by taking it; null for who is not in both. */
  positionsGained: int.nullable(),
  pointsGained: z.number(),
})
export type ComparedView = z.infer<typeof compared>

const REFUSALS = ['NOT_FOUND', 'ADMIN_REQUIRED', 'WRONG_STATE', 'VERSION_CONFLICT', 'REASON_LENGTH'] as const
const why = z.strictObject({ reason: longText(0, 1000).default('') })

export const laterContract = {
  laterResults: query('/query/race/{id}/later-results', {
    summary: 'Segments of an event for which something came after it had ended, with what admins chose, for its admins',
    params: z.object({ id: sessionId }),
    reply: z.object({ segments: z.array(laterSegment) }),
    refusals: ['NOT_FOUND', 'ADMIN_REQUIRED'],
  }),
  comparedResults: query('/query/later-result/{id}', {
    summary: 'A result beside the one that stands: who gains, who loses',
    params: z.object({ id: resultId }),
    reply: z.object({ v: int, rows: z.array(compared) }),
    refusals: ['NOT_FOUND', 'ADMIN_REQUIRED'],
  }),
  /** `v` is the segment's, as `laterResults` and `comparedResults` give it. */
  TakeLaterResult: command('later-result', 'TakeLaterResult', {
    summary: 'Puts a result in the place of the one that was announced; everybody who was told is told again',
    body: why,
    refusals: [...REFUSALS],
  }),
  LeaveLaterResult: command('later-result', 'LeaveLaterResult', {
    summary: 'Leaves a result that waits: what was announced stays',
    body: why,
    refusals: [...REFUSALS],
  }),
  /** `id` is the choice's. */
  UndoResultChoice: command('result-choice', 'UndoResultChoice', {
    summary: 'Takes the last choice of a segment back; where the results change with it, everybody who was told is told again',
    body: why,
    refusals: [...REFUSALS],
  }),
}
