import { sql } from 'kysely'
import type { TournamentId, UserId } from '#core/ids.ts'
import type { Reader, Tx } from '#server/db/connect.ts'

/** Names that differ in capitals or blanks alone are one. */
const plain = (name: unknown) => sql`lower(regexp_replace(trim(${name}), '\\s+', ' ', 'g'))`

/** A team as those who drive for it write it, whatever letters are capitals and wherever blanks stand; as it is typed where nobody does. */
export async function teamAsKnown(db: Reader, id: TournamentId, typed: string | null, userId: UserId): Promise<string | null> {
  if (typed === null) return null
  const { rows } = await sql<{ name: string }>`select team_name as name from tournament_entries
    where tournament_id = ${id} and user_id <> ${userId} and ${plain(sql.ref('team_name'))} = ${plain(sql`${typed}::text`)}
    order by team_name <> ${typed}, registered_at, user_id limit 1`.execute(db)
  return rows[0]?.name ?? typed
}

export async function setTeam(tx: Tx, id: TournamentId, userId: UserId, teamName: string | null): Promise<void> {
  await tx.updateTable('tournament_entries').set({ team_name: teamName }).where('tournament_id', '=', id).where('user_id', '=', userId).execute()
}

type Renaming = { readonly from: string; readonly to: string }

/** Whether another team of the season is called so, or was: points by hand are still its own. */
export async function isTeamTaken(db: Reader, id: TournamentId, { from, to }: Renaming): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select exists (
    select from (
      select team_name from tournament_entries where tournament_id = ${id}
      union all select team_name from tournament_adjustments where tournament_id = ${id}
    ) known where team_name <> ${from} and ${plain(sql.ref('team_name'))} = ${plain(sql`${to}::text`)}) as is`.execute(db)
  return rows[0]!.is
}

/** For all who drive for it, and whatever was given or taken by hand. */
export async function renameTeam(tx: Tx, id: TournamentId, { from, to }: Renaming): Promise<void> {
  for (const table of ['tournament_entries', 'tournament_adjustments'] as const)
    await tx.updateTable(table).set({ team_name: to }).where('tournament_id', '=', id).where('team_name', '=', from).execute()
}
