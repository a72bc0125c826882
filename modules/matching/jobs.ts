import { PLATFORMS } from '#games/facts/platform.ts'
import { UserRemoved } from '#modules/accounts/contract/facts.ts'
import { entomb } from '#modules/accounts/door.ts'
import { eventsNaming, forgetNamed } from '#modules/results/door.ts'
import { lockSession } from '#modules/sessions/door.ts'
import { on, within, type Listener, type Within } from '#server/room.ts'
import { deleteMatchesOf } from './store.ts'

export const matchingListeners: readonly Listener[] = [
  /** Somebody has erased the account: their results stay, and what files called them goes. */
  on(UserRemoved, 'matching.forget', async ({ tx }, { userId }) => {
    for (const id of await eventsNaming(tx, userId)) {
      await lockSession(tx, id)
      await forgetNamed(tx, id, userId)
    }
  }),
]

export const matchingWithin: readonly Within[] = [
  /** Nobody finds them by it any more, and no file names them again; events come before persons, so their results are for later. */
  within(UserRemoved, async ({ tx, now }, { userId }) => {
    const named = await deleteMatchesOf(tx, userId)
    const accounts = named.flatMap(({ source, identity }) =>
      source in PLATFORMS && identity.startsWith('account:') ? [{ provider: source, subject: identity.slice('account:'.length) }] : [],
    )
    await entomb(tx, accounts, now)
  }),
]
