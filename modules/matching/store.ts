import { sql } from 'kysely'
import type { DriverMatchId, LeagueId, SessionId, UserId } from '#core/ids.ts'
import { namedKey, type Named, type NamedDrivers } from '#modules/results/rules/participant.ts'
import type { Reader, Tx } from '#server/db/connect.ts'

export type MatchRow = Named & {
  readonly leagueId: LeagueId
  readonly sessionId: SessionId
  readonly source: string
  readonly identity: string
  readonly v: number
}

const matches = (db: Reader) =>
  db
    .selectFrom('driver_matches')
    .select(['id as matchId', 'user_id as userId', 'league_id as leagueId', 'session_id as sessionId', 'source', 'identity', 'v'])

export const findMatch = (db: Reader, id: DriverMatchId): Promise<MatchRow | undefined> => matches(db).where('id', '=', id).executeTakeFirst()

export type Whom = { readonly leagueId: LeagueId; readonly source: string; readonly identity: string }

export const findMatchOf = (db: Reader, { leagueId, source, identity }: Whom): Promise<MatchRow | undefined> =>
  matches(db).where('league_id', '=', leagueId).where('source', '=', source).where('identity', '=', identity).executeTakeFirst()

type NewMatch = { readonly sessionId: SessionId; readonly userId: UserId; readonly by: UserId; readonly at: Date }

/** Saves over the version the caller has seen, 0 for none; `null`: somebody else was first. */
export async function saveMatch(tx: Tx, id: DriverMatchId, v: number, whom: Whom, { sessionId, userId, by, at }: NewMatch): Promise<MatchRow | null> {
  const columns = { session_id: sessionId, user_id: userId, matched_by: by, matched_at: at }
  const { leagueId, source, identity } = whom
  const row =
    v === 0
      ? await tx
          .insertInto('driver_matches')
          .values({ id, league_id: leagueId, source, identity, ...columns })
          .onConflict((conflict) => conflict.doNothing())
          .returning('v')
          .executeTakeFirst()
      : await tx
          .updateTable('driver_matches')
          .set({ ...columns, v: v + 1 })
          .where('id', '=', id)
          .where('v', '=', v)
          .returning('v')
          .executeTakeFirst()
  return row ? { matchId: id, userId, sessionId, ...whom, v: row.v } : null
}

export async function deleteMatch(tx: Tx, id: DriverMatchId, v: number): Promise<boolean> {
  const gone = await tx.deleteFrom('driver_matches').where('id', '=', id).where('v', '=', v).executeTakeFirst()
  return gone.numDeletedRows === 1n
}

/** What was said of somebody; the accounts by which they were named. */
export const deleteMatchesOf = (tx: Tx, userId: UserId) =>
  tx.deleteFrom('driver_matches').where('user_id', '=', userId).returning(['source', 'identity']).execute()

/**
 * Whom a community's admins have named, of these strangers or by these matches. HELD as they are until the change commits: who changes one waits
 * for whoever is writing results by it.
 */
export async function findNamed(
  tx: Reader,
  leagueId: LeagueId,
  of: { readonly identities?: readonly string[]; readonly ids?: readonly string[] },
  how: 'HELD' | 'LOOKED_AT',
): Promise<NamedDrivers> {
  const { rows } = await sql<Named & { source: string; identity: string }>`
    select id as "matchId", user_id as "userId", source, identity from driver_matches
    where league_id = ${leagueId} and (identity = any (${[...(of.identities ?? [])]}::text[]) or id = any (${[...(of.ids ?? [])]}::uuid[]))
    order by id ${how === 'HELD' ? sql`for share` : sql``}`.execute(tx)
  return new Map(rows.map(({ source, identity, ...named }) => [namedKey(source, identity), named]))
}
