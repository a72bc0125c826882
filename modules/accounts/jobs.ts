import type { UserId } from '#core/ids.ts'
import { does, type ChangeContext } from '#server/room.ts'
import { UserRemoved } from './contract/facts.ts'
import { accountsWork } from './contract/jobs.ts'
import { eraseUser } from './store.ts'

export const accountsJobs = does(accountsWork, {
  /** Once the erasing is committed it is noted outside the database, where a restore of an older backup finds it. */
  noteErased: ({ files, now }, { userId }) => files.noteErased(userId, now),
})

/** Everything an erased account leaves behind: what is personal goes now; memberships, and with them seats in coming events, are other rooms' to give up. */
export async function erase(context: ChangeContext, userId: UserId): Promise<void> {
  await eraseUser(context.tx, userId, context.now)
  context.later(accountsWork.noteErased, { userId }, { key: userId })
  context.record(UserRemoved, { userId })
}
