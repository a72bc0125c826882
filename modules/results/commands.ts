import { createHash } from 'node:crypto'
import type { LeagueId, ResultFileId, ServerId } from '#core/ids.ts'
import { ok, refuse } from '#core/result.ts'
import { checkLease } from '#modules/hosting/door.ts'
import type { CommandsOf } from '#server/room.ts'
import { importCommands } from './commands/import.ts'
import { manualCommands } from './commands/manual.ts'
import type { resultsContract } from './contract.ts'
import { readAgain } from './jobs/place.ts'
import { mayManageFiles } from './policy.ts'
import { standingOf } from './queries/standing.ts'
import { FILE_LIMIT } from './rules.ts'
import { keepFile, lockFile } from './store/files.ts'

export const resultsCommands: CommandsOf<typeof resultsContract> = {
  ...manualCommands,
  ...importCommands,

  UploadResult: async ({ tx, actor, now, newId, record, later }, { id, body }) => {
    const lease = await checkLease(tx, id as ServerId, actor.hostId, body.fence, now)
    if (!lease.ok) return lease
    const bytes = Buffer.from(body.contentBase64, 'base64')
    if (bytes.length > FILE_LIMIT) return refuse('FILE_TOO_LARGE', { field: 'contentBase64', most: FILE_LIMIT })
    if (createHash('sha256').update(bytes).digest('hex') !== body.sha256) return refuse('UPLOAD_FAILED', { field: 'sha256' })
    const { sessionId, splitNo } = lease.value
    const kept = await keepFile(tx, { id: newId<'resultFile'>(), sessionId, splitNo, serverId: id, name: body.name, sha256: body.sha256, bytes }, now)
    if (kept.isNew) {
      const data = { fileId: kept.id, name: body.name, splitNo }
      record({ type: 'ResultFileReceived', aggregate: 'session', aggregateId: sessionId, data, topics: [`session:${sessionId}`] })
      later({ job: 'results.read', data: { fileId: kept.id }, key: kept.id })
    }
    return ok({ fileId: kept.id, isNew: kept.isNew })
  },

  RetryReading: async (context, { id }) => {
    const file = await lockFile(context.tx, id as ResultFileId)
    if (!file) return refuse('NOT_FOUND')
    const standing = await standingOf(context.tx, file.session_id, context.actor.userId)
    const may = standing ? mayManageFiles(standing) : refuse('NOT_FOUND')
    if (may !== true) return may
    await readAgain(context, file.id)
    context.record({
      type: 'ResultFileRetried',
      aggregate: 'session',
      aggregateId: file.session_id,
      leagueId: standing!.leagueId as LeagueId,
      data: { fileId: file.id },
      topics: [`session:${file.session_id}`],
    })
    return ok({ id: file.id })
  },
}
