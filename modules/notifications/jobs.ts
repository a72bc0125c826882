import { oldRows } from '#server/db/prune.ts'
import type { UserId } from '#core/ids.ts'
import { GAME_ACCOUNTS } from '#modules/accounts/rules.ts'
import type { Keep, Within } from '#server/room.ts'
import { notify } from './door.ts'

export const notificationsWithin: Within = {
  /** Accounts come before whoever tells people things. */
  AccountLost: async (context, { aggregateId, data }) => {
    const { provider } = data as { readonly provider: keyof typeof GAME_ACCOUNTS }
    await notify(context, {
      userId: aggregateId as UserId,
      kind: 'account-lost',
      params: { platform: GAME_ACCOUNTS[provider] },
      link: '/settings#social-settings',
      effectKey: `account-lost:${context.newId()}`,
    })
  },
}

export const notificationsKeeps: readonly Keep[] = [
  {
    what: 'notifications',
    days: 365,
    why: 'nobody scrolls further back; until then their cause is not told twice',
    prune: oldRows('notifications', 'at'),
  },
]
