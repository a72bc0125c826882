import type { QueriesOf, UserActor } from '#server/room.ts'
import type { manualResultsContract } from './contract.ts'
import { manualResult } from './queries/drafts.ts'
import { folderKey } from './queries/folder.ts'
import { importPreview } from './queries/import.ts'

export const manualResultsQueries: QueriesOf<typeof manualResultsContract> = {
  manualResult: ({ db, now, actor }, { eventId }) => manualResult(db, eventId, (actor as UserActor).userId, now),
  folderKey: (context, { id }) => folderKey(context, id),
  importPreview: ({ db, now, actor, left }, asked) => importPreview(db, asked, (actor as UserActor).userId, now, left?.()),
}
