import { createHash } from 'node:crypto'
import type { ResultFileId, ServerId } from '#core/ids.ts'
import type { ReplyOf } from '#core/contract.ts'
import { keeping, ok, refuse, type Result } from '#core/result.ts'
import { checkLease } from '#modules/hosting/door.ts'
import { managedEvent } from '#modules/results/door.ts'
import { sessionFacts } from '#modules/sessions/door.ts'
import type { CommandContext, CommandsOf, HostActor } from '#server/room.ts'
import { resultFilesWork } from './contract/jobs.ts'
import { laterCommands } from './commands/later.ts'
import type { resultFilesContract } from './contract.ts'
import { ResultFileReceived, ResultFileRetried } from './contract/facts.ts'
import { readAgain } from './jobs/assign.ts'
import { readSoon } from './jobs/soon.ts'
import { FILE_LIMIT, MOST_OF_SERVER } from './rules.ts'
import { countOfServer, findSame, insertFile, lockFile } from './store.ts'

type Uploaded = ReplyOf<typeof resultFilesContract.UploadResult>

export const resultFilesCommands: CommandsOf<typeof resultFilesContract> = {
  ...laterCommands,

  UploadResult: {
    ahead: async (_, { id, body }) => {
      const { fence, name, sha256 } = body
      const bytes = Buffer.from(body.contentBase64, 'base64')
      if (bytes.length === 0) return refuse('FILE_MISSING', { field: 'contentBase64' })
      if (bytes.length > FILE_LIMIT) return refuse('FILE_TOO_LARGE', { field: 'contentBase64', most: FILE_LIMIT })
      if (createHash('sha256').update(bytes).digest('hex') !== sha256) return refuse('UPLOAD_FAILED', { field: 'sha256' })
      return ok((context) => keepUpload(context, id as ServerId, fence, { name, sha256, bytes }))
    },
  },

  RetryReading: async (context, { id }) => {
    const file = await lockFile(context.tx, id as ResultFileId)
    if (!file) return refuse('NOT_FOUND')
    const event = await managedEvent(context.tx, file.session_id, context.actor.userId)
    if (!event.ok) return event
    if (file.status === 'DISCARDED') return refuse('WRONG_STATE', { status: file.status })
    await readAgain(context, file.id)
    context.record(ResultFileRetried, { sessionId: file.session_id, leagueId: event.value.leagueId, fileId: file.id })
    return ok({ id: file.id })
  },
}

type Upload = { readonly name: string; readonly sha256: string; readonly bytes: Uint8Array }

/** Keeps a server's file to be read; one of a server that was replaced is kept as well, and its host told to stop. */
async function keepUpload(context: CommandContext<HostActor>, serverId: ServerId, fence: number, file: Upload): Promise<Result<Uploaded>> {
  const { tx, actor, now, newId, record, later } = context
  const lease = await checkLease(tx, serverId, actor.hostId, fence, now)
  if (!lease.ok) return lease
  const { sessionId, splitNo, isSuperseded } = lease.value
  const [known, sum, event] = await Promise.all([
    findSame(tx, sessionId, splitNo, file),
    countOfServer(tx, serverId),
    isSuperseded ? null : sessionFacts(tx, sessionId),
  ])
  if (known) return isSuperseded ? keeping(refuse('LEASE_LOST')) : ok({ fileId: known, isNew: false })
  if (sum.files >= MOST_OF_SERVER.files) return refuse('FILE_COUNT_MAX', { max: MOST_OF_SERVER.files })
  if (sum.bytes + file.bytes.length > MOST_OF_SERVER.bytes) return refuse('FILE_TOO_LARGE', { most: MOST_OF_SERVER.bytes })
  const id = newId<'resultFile'>()
  // it is read while it is written down
  if (event && !event.manual) readSoon(id, sessionId, { game: event.game, own: undefined, file })
  const status = isSuperseded ? 'SUPERSEDED' : 'PENDING'
  const { id: fileId, isNew } = await insertFile(tx, { ...file, id, sessionId, splitNo, serverId, status }, now)
  if (isSuperseded) return keeping(refuse('LEASE_LOST'))
  if (isNew) {
    record(ResultFileReceived, { sessionId, leagueId: null, fileId, name: file.name, splitNo })
    later(resultFilesWork.read, { fileId }, { key: fileId })
  }
  return ok({ fileId, isNew })
}
