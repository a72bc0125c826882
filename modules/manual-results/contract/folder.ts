/**
 * Result files of a folder somewhere, handed in by a program that an admin has given a key: for an event whose server is elsewhere and writes
 * its files on a driver's own machine (docs/race-hosts.md).
 */
import { z } from 'zod'
import { command, query } from '#core/contract.ts'
import { resultFileId, sessionId } from '#core/ids.ts'
import { importContract } from './import.ts'

const { body, refusals, bodyLimit } = importContract.ImportResultFile

export const folderContract = {
  folderKey: query('/query/race/{id}/folder-key', {
    summary: 'A key for a program that hands in the result files of a folder, for an event elsewhere; for admins',
    params: z.object({ id: sessionId }),
    reply: z.object({
      key: z.string(),
      /** Older files are none of the event. */
      since: z.string(),
      until: z.string(),
    }),
    refusals: ['NOT_FOUND', 'ADMIN_REQUIRED', 'COMMUNITY_CLOSED'],
  }),
  /** With the key of `folderKey` as bearer token, or by an admin. IMPORT_NO_DATA: `reason` says why nothing of the file is taken without a look. */
  HandInFromFolder: command('result-file', 'HandInFromFolder', {
    summary: 'Takes a result file that nobody has looked at into an event elsewhere, as its server would have brought it',
    target: 'id',
    body: body.pick({ name: true, contentBase64: true }),
    /** Not new: it was handed in before, and stays as it is. */
    reply: z.object({ fileId: resultFileId, isNew: z.boolean() }),
    refusals,
    bodyLimit,
  }),
}
