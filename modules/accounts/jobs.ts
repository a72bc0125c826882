import type { UserId } from '#core/ids.ts'
import type { ChangeContext, JobContext } from '#server/room.ts'
import { UserRemoved } from './contract/facts.ts'
import { eraseUser } from './store.ts'

export const accountsJobs = {
  /** Once the erasing is committed it is noted outside the database, where a restore of an older backup finds it. */
  'accounts.note-erased': async ({ files, now }: JobContext, { userId }: { readonly userId: UserId }): Promise<void> => files.noteErased(userId, now),
}

/** Everything an erased account leaves behind: what is personal goes now; memberships, and with them seats in coming events, are other rooms' to give up. */
export async function erase(context: ChangeContext, userId: UserId): Promise<void> {
  await eraseUser(context.tx, userId, context.now)
  context.later({ job: 'members.forget', data: { userId }, key: userId })
  context.later({ job: 'entries.forget', data: { userId }, key: userId })
  context.later({ job: 'accounts.note-erased', data: { userId }, key: userId })
  context.record(UserRemoved, { userId })
}
