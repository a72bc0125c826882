import type { UserId } from '#core/ids.ts'
import type { Reader } from '#server/db/connect.ts'
import type { Personal } from '#server/room.ts'
import { UserRemoved } from '../contract/facts.ts'
import { accountsWork } from '../contract/jobs.ts'
import { eraseUser } from '../store.ts'

export const accountsPersonal: Personal = {
  refers: {
    'linked_accounts.user_id': { as: 'linkedAccounts', stays: null },
    'login_sessions.user_id': { as: 'loginSessions', stays: null },
    // tokens of other platforms, kept sealed by the login for itself
    'login_accounts.user_id': { as: null, stays: null },
  },
  export: everythingOf,
  /** Comes last of all rooms: until then they find who it was. */
  erase: async (context, userId) => {
    await eraseUser(context.tx, userId, context.now)
    context.later(accountsWork.noteErased, { userId }, { key: userId })
    context.record(UserRemoved, { userId })
  },
}

async function everythingOf(db: Reader, id: UserId): Promise<Readonly<Record<string, unknown>>> {
  const [user, login, linkedAccounts, loginSessions] = await Promise.all([
    db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),
    db.selectFrom('logins').select(['email', 'created_at']).where('id', '=', id).executeTakeFirst(),
    db.selectFrom('linked_accounts').select(['provider', 'subject', 'linked_at', 'proven']).where('user_id', '=', id).execute(),
    db.selectFrom('login_sessions').select(['created_at', 'expires_at', 'ip_address', 'user_agent']).where('user_id', '=', id).execute(),
  ])
  return { user, login, linkedAccounts, loginSessions }
}
