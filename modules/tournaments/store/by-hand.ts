import { sql } from 'kysely'
import type { TournamentId, UserId } from '#core/ids.ts'
import type { Reader, Tx } from '#server/db/connect.ts'

/** Whose points by hand are: a driver's, or else a team's. */
export type Subject = { readonly userId: UserId | null; readonly teamName: string | null }

/** Whether they stand in a table of the season: they are registered, or they drove. */
export async function standsIn(db: Reader, id: TournamentId, { userId, teamName }: Subject): Promise<boolean> {
  const of = userId === null ? 'TEAMS' : 'DRIVERS'
  const { rows } = await sql<{ is: boolean }>`select exists (select from tournament_entries e where e.tournament_id = ${id}
      and e.status <> 'WAITING_LIST' and not e.had_waited and (e.user_id = ${userId}::uuid or e.team_name = ${teamName}))
    or exists (select from tournament_standings k, jsonb_array_elements(k.standings -> 'rows') r
      where k.tournament_id = ${id} and k.of = ${of} and k.class_id = '' and r ->> 'id' = ${userId ?? teamName}) as is`.execute(db)
  return rows[0]!.is
}

type Given = Subject & { readonly points: number; readonly reason: string }

export async function insertPoints(tx: Tx, id: string, tournamentId: TournamentId, given: Given, by: UserId, now: Date): Promise<void> {
  const { userId: user_id, teamName: team_name, points, reason } = given
  await tx
    .insertInto('tournament_adjustments')
    .values({ id, tournament_id: tournamentId, user_id, team_name, points, reason, given_by: by, given_at: now })
    .execute()
}

/** Takes those back that stand, and says whose they were; null: there are none, or they were taken back already. */
export async function revokePoints(
  tx: Tx,
  tournamentId: TournamentId,
  id: string,
  revoked: { readonly by: UserId; readonly reason: string; readonly at: Date },
): Promise<(Subject & { readonly points: number }) | null> {
  const row = await tx
    .updateTable('tournament_adjustments')
    .set({ revoked_by: revoked.by, revoked_at: revoked.at, revoked_reason: revoked.reason })
    .where('id', '=', id)
    .where('tournament_id', '=', tournamentId)
    .where('revoked_at', 'is', null)
    .returning(['user_id as userId', 'team_name as teamName', 'points'])
    .executeTakeFirst()
  return row ? { ...row, points: Number(row.points) } : null
}

/** Who drives for a team. */
export async function driversOfTeam(db: Reader, id: TournamentId, teamName: string): Promise<readonly UserId[]> {
  const rows = await db
    .selectFrom('tournament_entries')
    .select('user_id')
    .where('tournament_id', '=', id)
    .where('team_name', '=', teamName)
    .where('status', '<>', 'WAITING_LIST')
    .where('had_waited', '=', false)
    .orderBy('user_id')
    .execute()
  return rows.map((row) => row.user_id)
}
