import type { SessionId } from '#core/ids.ts'
import { handedInOf, reopenedOf } from '#modules/result-files/door.ts'
import { shownVersions } from '#modules/results/door.ts'
import type { SessionFacts } from '#modules/sessions/door.ts'
import type { Reader } from '#server/db/connect.ts'

export type ReopenableEvent = SessionFacts & { readonly isReopened: boolean }

/** The event, and whether what was published of it is opened again. */
export const withReopened = async (db: Reader, event: SessionFacts): Promise<ReopenableEvent> => ({
  ...event,
  isReopened: (await reopenedOf(db, event.id)) !== null,
})

/** Whether people entered what an event shows, or handed any of it in. */
export async function isByPeople(db: Reader, { id, manual }: { readonly id: SessionId; readonly manual: boolean }): Promise<boolean> {
  if (manual) return true
  const handedIn = await handedInOf(db, id)
  return (await shownVersions(db, id)).some(({ fileId }) => fileId !== null && handedIn.has(fileId))
}
