import { entriesContract } from '#modules/entries/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { foundContract } from '#modules/tournaments/contract/found.ts'
import { need, type Need } from '#web/kit/ask.ts'

/** What home shows of its reader in the first paint: the next race, where they are in, what waits, their seasons. */
export const homeNeeds: readonly Need[] = [
  need(entriesContract.myNext, {}),
  need(entriesContract.myEntries, {}),
  need(notificationsContract.unread, { part: 'waiting' }),
  need(foundContract.myTournaments, {}),
]
