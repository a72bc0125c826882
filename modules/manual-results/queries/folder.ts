import { HOUR_MS } from '#core/duration.ts'
import type { SessionId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import type { ReplyOf } from '#core/contract.ts'
import { managedEvent } from '#modules/results/door.ts'
import { sessionFacts } from '#modules/sessions/door.ts'
import { keyFor } from '#server/outside/one-call.ts'
import type { QueryContext, UserActor } from '#server/room.ts'
import { folderContract } from '../contract/folder.ts'
import { FOLDER_KEY_HOURS } from '../rules.ts'

/** A key of this admin's for the files of one event; it counts as long as they are one. */
export async function folderKey({ db, actor, sealer }: QueryContext, id: SessionId): Promise<Result<ReplyOf<typeof folderContract.folderKey>>> {
  const { userId } = actor as UserActor
  const managed = await managedEvent(db, id, userId)
  if (!managed.ok) return managed
  const event = await sessionFacts(db, id)
  if (event?.leagueClosed) return refuse('COMMUNITY_CLOSED')
  if (!event || event.manual || event.hosting !== 'ELSEWHERE') return refuse('NOT_FOUND')
  const until = new Date(event.startsAt.getTime() + FOLDER_KEY_HOURS * HOUR_MS)
  const key = keyFor(sealer, { call: folderContract.HandInFromFolder.path, id, userId, until })
  return ok({ key, since: event.startsAt.toISOString(), until: until.toISOString() })
}
