import { oldRows } from '#server/db/prune.ts'
import { PLATFORMS } from '#games/facts/platform.ts'
import { AccountLost } from '#server/outside/proof/facts.ts'
import { within, type Keep, type Within } from '#server/room.ts'
import { notificationsNotices } from './contract/notices.ts'
import { notify } from './door.ts'

export const notificationsWithin: readonly Within[] = [
  /** Accounts come before whoever tells people things. */
  within(AccountLost, async (context, { userId, provider }) => {
    notify(context, notificationsNotices.accountLost, {
      userId,
      params: { platform: PLATFORMS[provider] },
      link: '/settings#social-settings',
      effectKey: `account-lost:${context.newId()}`,
    })
  }),
]

export const notificationsKeeps: readonly Keep[] = [
  {
    what: 'notifications',
    days: 365,
    why: 'nobody scrolls further back; until then their cause is not told twice',
    prune: oldRows('notifications', 'at'),
  },
]
