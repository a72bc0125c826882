import { sql } from 'kysely'
import type { LeagueId, UserId } from '#core/ids.ts'
import { refuse, type Result, ok } from '#core/result.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { LeagueFields } from './contract.ts'

/** The row, locked until the change commits; `null` when there is none. */
export const lockLeague = (tx: Tx, id: LeagueId) => tx.selectFrom('leagues').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function isShortNameTaken(db: Reader, shortName: string, except: LeagueId | null): Promise<boolean> {
  const found = await db
    .selectFrom('leagues')
    .select('id')
    .where(sql`lower(short_name)`, '=', shortName.toLowerCase())
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined && found.id !== except
}

type Sealed = { readonly passwordSealed: string | null | undefined }

const columns = (fields: LeagueFields, { passwordSealed }: Sealed) => ({
  name: fields.name,
  short_name: fields.shortName,
  description: fields.description,
  games: fields.games,
  languages: fields.languages,
  direct_join: fields.directJoin,
  discord_required: fields.discordRequired,
  open_events: fields.openEvents,
  invite_link: fields.inviteLink,
  ...(passwordSealed === undefined ? {} : { password_sealed: passwordSealed }),
})

export async function insertLeague(tx: Tx, id: LeagueId, owner: UserId, fields: LeagueFields, sealed: Sealed, now: Date): Promise<void> {
  await tx
    .insertInto('leagues')
    .values({ id, ...columns(fields, sealed), members_count: 1, created_at: now })
    .execute()
  await tx.insertInto('memberships').values({ league_id: id, user_id: owner, role: 'owner', joined_at: now }).execute()
}

/** Saves over the version the caller has seen; refuses VERSION_CONFLICT when somebody was faster. */
export async function updateLeague(tx: Tx, id: LeagueId, v: number, fields: LeagueFields, sealed: Sealed): Promise<Result<{ v: number }>> {
  const row = await tx
    .updateTable('leagues')
    .set({ ...columns(fields, sealed), v: v + 1 })
    .where('id', '=', id)
    .where('v', '=', v)
    .returning('v')
    .executeTakeFirst()
  return row ? ok(row) : refuse('VERSION_CONFLICT')
}
