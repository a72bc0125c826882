import { createHash } from 'node:crypto'
import type { SessionId } from '#core/ids.ts'
import { ok, refuse } from '#core/result.ts'
import { sameFile } from '#modules/result-files/door.ts'
import type { CommandsOf } from '#server/room.ts'
import type { folderContract } from '../contract/folder.ts'
import { unseen } from '../decide/folder.ts'
import { importable, importPreview } from '../queries/import.ts'
import { importCommands } from './import.ts'

/** A folder has the files of one server. */
const FOLDER_SPLIT = 1
const PLACE = { split: FOLDER_SPLIT, track: 'EVENT' } as const

export const folderCommands: CommandsOf<typeof folderContract> = {
  HandInFromFolder: {
    ahead: async (context, { id, body }) => {
      const { db, actor, now, left } = context
      const event = await importable(db, id as SessionId, actor.userId, now)
      if (!event.ok) return event
      const { status, manual, hosting } = event.value
      if (manual || hosting !== 'ELSEWHERE') return refuse('WRONG_STATE', { status })
      const sha256 = createHash('sha256').update(Buffer.from(body.contentBase64, 'base64')).digest('hex')
      const known = await sameFile(db, event.value.id, FOLDER_SPLIT, { name: body.name, sha256 }, 'EVER')
      // what a person has said of it meanwhile counts, also that it is none
      if (known) return ok(async () => ok({ fileId: known, isNew: false }))
      const seen = await importPreview(db, { eventId: event.value.id, ...body, ...PLACE }, actor.userId, now, left)
      if (!seen.ok) return seen
      const matches = unseen(seen.value)
      if (!matches.ok) return matches
      const take = await importCommands.ImportResultFile.ahead(context, {
        id,
        v: 0,
        path: {},
        body: { ...body, ...PLACE, matches: [...matches.value] },
      })
      if (!take.ok) return take
      return ok(async (change) => {
        const taken = await take.value(change)
        if (!taken.ok) return taken
        return taken.value.fileId ? ok({ fileId: taken.value.fileId, isNew: true }) : refuse('WRONG_STATE', { status })
      })
    },
  },
}
