import { sql } from 'kysely'
import type { EntryId, LeagueId, SessionId, UserId } from '#core/ids.ts'
import { RESTART_WINDOW_MS } from '#modules/sessions/rules.ts'
import type { Tx } from '#server/db/connect.ts'

export type ComingEntry = {
  readonly id: EntryId
  readonly sessionId: SessionId
  readonly leagueId: LeagueId
  readonly userId: UserId
  readonly event: string
}

/** Of `sessions`: whether it can still be driven. One that has failed can as long as an admin may start it again. */
export const canStillStart = (now: Date) =>
  sql<boolean>`(sessions.status <> 'FAILED' or sessions.status_at > ${new Date(now.getTime() - RESTART_WINDOW_MS)}::timestamptz)`

/** In events of these states whoever leaves the community gives up their seat. */
export const LEFT_WITH_COMMUNITY = ['WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'FAILED'] as const

/** Who is in or waits in events that are still to come, in the order in which those are locked. */
const coming = (tx: Tx) =>
  tx
    .selectFrom('entry_drivers')
    .innerJoin('entries', 'entries.id', 'entry_drivers.entry_id')
    .innerJoin('sessions', 'sessions.id', 'entry_drivers.session_id')
    .select(['entry_drivers.session_id as sessionId', 'entries.id', 'sessions.league_id as leagueId', 'entry_drivers.user_id as userId'])
    .select('sessions.name as event')
    .where('entry_drivers.active', '=', true)
    .where('entries.status', 'in', ['ACTIVE', 'WAITING_LIST'])
    .where('sessions.deleted_at', 'is', null)
    .where('sessions.status', 'in', LEFT_WITH_COMMUNITY)
    .orderBy('entry_drivers.session_id')

/** Where somebody drives, or waits to, next: anywhere, or among the events of one community. */
export async function comingEntries(tx: Tx, who: { readonly userId: UserId; readonly leagueId?: LeagueId }): Promise<readonly ComingEntry[]> {
  const rows = coming(tx).where('entry_drivers.user_id', '=', who.userId)
  return await (who.leagueId ? rows.where('sessions.league_id', '=', who.leagueId) : rows).execute()
}

/** Who of some drives an event that is still to come, or waits to. */
export const comingEntriesOf = async (tx: Tx, sessionId: SessionId, userIds: readonly UserId[]): Promise<readonly ComingEntry[]> =>
  userIds.length === 0
    ? []
    : await coming(tx).where('entry_drivers.session_id', '=', sessionId).where('entry_drivers.user_id', 'in', userIds).orderBy('userId').execute()

/** Where people drive or wait who are not in the community. */
export const comingGuests = (tx: Tx, leagueId: LeagueId): Promise<readonly ComingEntry[]> =>
  coming(tx)
    .where('sessions.league_id', '=', leagueId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('memberships')
            .select('memberships.user_id')
            .whereRef('memberships.user_id', '=', 'entry_drivers.user_id')
            .where('memberships.league_id', '=', leagueId),
        ),
      ),
    )
    .execute()
