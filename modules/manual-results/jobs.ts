import { UserRemoved } from '#modules/accounts/contract/facts.ts'
import { on, type Listener } from '#server/room.ts'
import { forgetTold } from './store.ts'

export const manualResultsListeners: readonly Listener[] = [
  on(UserRemoved, 'manual-results.forget', async ({ tx }, { userId }) => {
    await forgetTold(tx, userId)
  }),
]
