import { UserRemoved } from '#modules/accounts/contract/facts.ts'
import { eventsNaming, forgetNamed } from '#modules/results/door.ts'
import { lockSession } from '#modules/sessions/door.ts'
import { on, type Listener } from '#server/room.ts'

export const matchingListeners: readonly Listener[] = [
  /** Somebody has erased the account: their results stay, and what files called them goes. */
  on(UserRemoved, 'matching.forget', async ({ tx }, { userId }) => {
    for (const id of await eventsNaming(tx, userId)) {
      await lockSession(tx, id)
      await forgetNamed(tx, id, userId)
    }
  }),
]
