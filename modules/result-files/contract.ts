/**
 * result-files: files as the game servers wrote them, read and placed as segments of their event; what comes for a segment that is published
 * already waits for an admin. Specification: game-formats.md §9; product.md §2 "Tournament session results".
 */
import { z } from 'zod'
import { command, query } from '#core/contract.ts'
import { resultFileId, sessionId } from '#core/ids.ts'
import { base64, text, wordLike } from '#core/text.ts'
import { READ_FAILURES } from '#games/game.ts'
import { SEGMENT_ORDER } from '#modules/results/rules.ts'
import { laterContract } from './contract/later.ts'

const int = z.number().int()

const file = z.object({
  id: resultFileId,
  name: z.string(),
  splitNo: int,
  /** Of its sessions the one that matters most; null before it is read, and where it has none of the event. */
  type: z.enum(SEGMENT_ORDER).nullable(),
  /** Of all its sessions of the event, in order. */
  types: z.array(z.string()),
  /** By an admin, not by a server. */
  isHandedIn: z.boolean(),
  /** It was handed in and can be taken back: nothing of it is published. */
  mayDiscard: z.boolean(),
  /**
   * SUPERSEDED: of a server that an admin's restart replaced, or a torso of a file that came whole later. DISCARDED: whoever handed it in took it
   * back. Both show nothing.
   */
  status: z.enum(['PENDING', 'READ', 'UNREADABLE', 'SUPERSEDED', 'DISCARDED']),
  code: z.enum(READ_FAILURES).nullable(),
  reason: z.string().nullable(),
  warnings: z.array(z.string()),
  time: z.string(),
})
export type ResultFileView = z.infer<typeof file>

/** An upload of 8 MB in base64, and the words around it. */
const UPLOAD_LIMIT = 12_000_000

export const resultFilesContract = {
  ...laterContract,
  resultFiles: query('/query/race/{id}/result-files', {
    summary: 'The result files of an event, for its admins',
    params: z.object({ id: sessionId }),
    reply: z.object({ files: z.array(file) }),
    refusals: ['NOT_FOUND', 'ADMIN_REQUIRED'],
  }),
  UploadResult: command('server', 'UploadResult', {
    summary: 'A result file as the game server wrote it',
    path: '/host/servers/{id}/results',
    actor: 'host',
    bodyLimit: UPLOAD_LIMIT,
    body: z.strictObject({
      fence: int.min(0),
      name: text(1, 200),
      sha256: wordLike(/^[0-9a-f]{64}$/),
      contentBase64: base64(UPLOAD_LIMIT - 2000),
    }),
    reply: z.object({ fileId: resultFileId, isNew: z.boolean() }),
    refusals: ['LEASE_LOST', 'RATE_LIMIT_EXCEEDED', 'FILE_MISSING', 'FILE_TOO_LARGE', 'FILE_COUNT_MAX', 'UPLOAD_FAILED'],
  }),
  RetryReading: command('result-file', 'RetryReading', {
    summary: 'Reads a result file again',
    target: 'id',
    reply: z.object({ id: resultFileId }),
    refusals: ['NOT_FOUND', 'ADMIN_REQUIRED', 'WRONG_STATE'],
  }),
}
