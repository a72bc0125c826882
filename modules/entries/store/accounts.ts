import type { EntryId, SessionId, UserId } from '#core/ids.ts'
import type { GameId } from '#games/game.ts'
import type { Reader } from '#server/db/connect.ts'
import { canStillStart } from './coming.ts'

/** Entries that are in or wait with a driver who has no account at the platform; `name` is null of who erased theirs here. */
export async function withoutAccount(
  db: Reader,
  sessionId: SessionId,
  provider: string,
): Promise<readonly { readonly id: EntryId; readonly name: string | null }[]> {
  return await db
    .selectFrom('entries')
    .innerJoin('entry_drivers', 'entry_drivers.entry_id', 'entries.id')
    .innerJoin('users', 'users.id', 'entry_drivers.user_id')
    .select(['entries.id', (is) => is.case().when('users.removed_at', 'is', null).then(is.ref('users.name')).end().as('name')])
    .where('entries.session_id', '=', sessionId)
    .where('entries.status', 'in', ['ACTIVE', 'WAITING_LIST'])
    .where('entry_drivers.active', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('linked_accounts').select('subject').whereRef('linked_accounts.user_id', '=', 'users.id').where('provider', '=', provider)),
      ),
    )
    .orderBy('entries.registered_at')
    .orderBy('entries.id')
    .execute()
}

/** Events in which somebody drives or waits and that are still to be driven: one that has failed as long as it can be started again. */
export const comingEvents = (db: Reader, userId: UserId, now: Date) =>
  db
    .selectFrom('entry_drivers')
    .innerJoin('entries', 'entries.id', 'entry_drivers.entry_id')
    .innerJoin('sessions', 'sessions.id', 'entries.session_id')
    .select(['sessions.id', 'sessions.name', 'sessions.game', 'sessions.closed_entry'])
    .$narrowType<{ game: GameId }>()
    .where('entry_drivers.user_id', '=', userId)
    .where('entry_drivers.active', '=', true)
    .where('entries.status', 'in', ['ACTIVE', 'WAITING_LIST'])
    .where('sessions.deleted_at', 'is', null)
    .where('sessions.status', 'in', ['WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'FAILED'])
    .where(canStillStart(now))
    .orderBy('sessions.starts_at')
    .execute()
