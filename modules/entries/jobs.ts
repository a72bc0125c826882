import type { SessionId } from '#core/ids.ts'
import type { JobContext } from '#server/room.ts'
import { promoteWaiting } from './door.ts'

/** Work of this room for later. */
export const entriesJobs = {
  /** Ordered by whoever makes room without freeing a seat here: an admin who raises a limit. */
  'promote-waiting': (context: JobContext, { sessionId }: { readonly sessionId: SessionId }): Promise<void> => promoteWaiting(context, sessionId),
}
