import { sql, type Updateable } from 'kysely'
import type { LeagueId, UserId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { isClosed, isHidden } from '#modules/visibility/door.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { Tables } from '#server/db/tables.ts'
import type { ImageEntity, ImageType, LeagueFields, TermsOfService } from './contract.ts'
import type { ImagePlan, Terms } from './decide.ts'
import type { Role } from './rules.ts'

/** The row, locked until the change commits; nothing when there is none. Rows that only refer to it are written beside that: nobody's key changes. */
export const lockLeague = (tx: Tx, id: LeagueId) =>
  tx
    .selectFrom('leagues')
    .selectAll()
    .select([isHidden().as('hidden'), isClosed().as('closed')])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
export type LeagueRow = NonNullable<Awaited<ReturnType<typeof lockLeague>>>

export const termsOf = (row: Pick<LeagueRow, 'tos' | 'tos_version'>): Terms => ({ tos: row.tos as TermsOfService | null, version: row.tos_version })

/** Whether an open community has this short name; who asks for the same name at the same time waits until this change has ended. */
export async function isShortNameTaken(tx: Tx, shortName: string, except: LeagueId | null): Promise<boolean> {
  const name = shortName.toLowerCase()
  await sql`select pg_advisory_xact_lock(hashtextextended(${`short-name:${name}`}, 0))`.execute(tx)
  const found = await tx
    .selectFrom('leagues')
    .select('id')
    .where(sql`lower(short_name)`, '=', name)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined && found.id !== except
}

type Extra = { readonly passwordSealed: string | null | undefined; readonly terms: Terms }

const columns = (fields: LeagueFields, { passwordSealed, terms }: Extra) => ({
  name: fields.name,
  short_name: fields.shortName,
  description: fields.description,
  games: fields.games,
  languages: fields.languages,
  direct_join: fields.directJoin,
  discord_required: fields.discordRequired,
  open_events: fields.type === 'OPEN_EVENTS_COMMUNITY',
  invite_link: fields.inviteLink,
  open_results: fields.openResults,
  ...termsColumns(terms),
  ...(passwordSealed === undefined ? {} : { password_sealed: passwordSealed }),
})

export const termsColumns = ({ tos, version }: Terms) => ({ tos: tos === null ? null : JSON.stringify(tos), tos_version: version })

/** A new community with its owner. */
export async function insertLeague(tx: Tx, id: LeagueId, owner: UserId, fields: LeagueFields, extra: Extra, now: Date): Promise<void> {
  await tx
    .insertInto('leagues')
    .values({ id, ...columns(fields, extra), members_count: 1, created_at: now })
    .execute()
  const terms = extra.terms.tos === null ? {} : { tos_version: extra.terms.version, tos_accepted_at: now }
  await tx
    .insertInto('memberships')
    .values({ league_id: id, user_id: owner, role: 'owner', joined_at: now, ...terms })
    .execute()
}

export const updateLeague = (tx: Tx, id: LeagueId, v: number, fields: LeagueFields, extra: Extra): Promise<Result<{ v: number }>> =>
  saveLeague(tx, id, v, columns(fields, extra))

/** Saves over the version the caller has seen; refuses VERSION_CONFLICT when somebody was faster. */
export async function saveLeague(tx: Tx, id: LeagueId, v: number, values: Updateable<Tables['leagues']>): Promise<Result<{ v: number }>> {
  const row = await tx
    .updateTable('leagues')
    .set({ ...values, v: v + 1 })
    .where('id', '=', id)
    .where('v', '=', v)
    .returning('v')
    .executeTakeFirst()
  return row ? ok(row) : refuse('VERSION_CONFLICT')
}

/** A new member; the caller holds the league's lock and knows that they are none yet. */
export async function insertMember(tx: Tx, leagueId: LeagueId, userId: UserId, tosVersion: number | null, now: Date): Promise<void> {
  await tx
    .insertInto('memberships')
    .values({
      league_id: leagueId,
      user_id: userId,
      role: 'member',
      joined_at: now,
      tos_version: tosVersion,
      tos_accepted_at: tosVersion === null ? null : now,
    })
    .execute()
  await countMembers(tx, leagueId, 1)
}

/** Whether there was a member to take out; the caller holds the league's lock. */
export async function deleteMember(tx: Tx, leagueId: LeagueId, userId: UserId): Promise<boolean> {
  const gone = await tx.deleteFrom('memberships').where('league_id', '=', leagueId).where('user_id', '=', userId).executeTakeFirst()
  if (gone.numDeletedRows === 0n) return false
  await countMembers(tx, leagueId, -1)
  return true
}

export async function updateMember(tx: Tx, leagueId: LeagueId, userId: UserId, values: Updateable<Tables['memberships']>): Promise<void> {
  await tx.updateTable('memberships').set(values).where('league_id', '=', leagueId).where('user_id', '=', userId).execute()
}

export async function countRole(db: Reader, leagueId: LeagueId, role: Role): Promise<number> {
  const row = await db
    .selectFrom('memberships')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('league_id', '=', leagueId)
    .where('role', '=', role)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Admins of a community, longest in it first. */
export async function longestAdmins(db: Reader, leagueId: LeagueId): Promise<readonly UserId[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('league_id', '=', leagueId)
    .where('role', '=', 'admin')
    .orderBy('joined_at')
    .orderBy('user_id')
    .execute()
  return rows.map((row) => row.user_id)
}

/** The end of a community that nobody can end any more. */
export async function endLeague(tx: Tx, id: LeagueId, now: Date): Promise<void> {
  await tx
    .updateTable('leagues')
    .set({ closed_at: now, v: sql`v + 1` })
    .where('id', '=', id)
    .execute()
}

const countMembers = (tx: Tx, leagueId: LeagueId, by: number) =>
  tx
    .updateTable('leagues')
    .set(({ eb }) => ({ members_count: eb('members_count', '+', by) }))
    .where('id', '=', leagueId)
    .execute()

export async function saveConfig(tx: Tx, leagueId: LeagueId, configType: string, scope: string, entityId: string, config: unknown): Promise<number> {
  const row = await tx
    .insertInto('league_configs')
    .values({ league_id: leagueId, config_type: configType, scope, scope_entity_id: entityId, config: JSON.stringify(config) })
    .onConflict((conflict) =>
      conflict.columns(['config_type', 'scope', 'scope_entity_id']).doUpdateSet(({ eb, ref }) => ({
        config: ref('excluded.config'),
        v: eb('league_configs.v', '+', 1),
      })),
    )
    .returning('v')
    .executeTakeFirstOrThrow()
  return row.v
}

/** Gives a tournament the configurations another of its community has, where it has none of its own yet. */
export async function copyConfigs(tx: Tx, from: string, to: string): Promise<void> {
  await sql`insert into league_configs (league_id, config_type, scope, scope_entity_id, config)
    select league_id, config_type, scope, ${to}::uuid, config from league_configs where scope = 'TOURNAMENT' and scope_entity_id = ${from}::uuid
    on conflict do nothing`.execute(tx)
}

export type UploadRow = {
  readonly id: string
  readonly leagueId: LeagueId
  readonly entityType: ImageEntity
  readonly entityId: string
  readonly userId: UserId
  readonly images: readonly ImagePlan[]
}

export async function insertUpload(tx: Tx, row: UploadRow, now: Date): Promise<void> {
  const { id, leagueId, entityType, entityId, userId, images } = row
  const values = {
    id,
    league_id: leagueId,
    entity_type: entityType,
    entity_id: entityId,
    user_id: userId,
    images: JSON.stringify(images),
    created_at: now,
  }
  await tx.insertInto('image_uploads').values(values).execute()
}

export const lockUpload = (tx: Tx, id: string) => tx.selectFrom('image_uploads').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
export type LockedUpload = NonNullable<Awaited<ReturnType<typeof lockUpload>>>

/** The uploads these pictures came with. */
export const lockUploadsOf = (tx: Tx, images: readonly string[]): Promise<readonly LockedUpload[]> =>
  tx
    .selectFrom('image_uploads')
    .selectAll()
    .where(sql<boolean>`jsonb_path_query_array(images, '$[*].image') ?| ${images}::text[]`)
    .orderBy('id')
    .forUpdate()
    .execute()

export async function endUpload(tx: Tx, id: string, status: 'UPLOADED' | 'FAILED'): Promise<void> {
  await tx.updateTable('image_uploads').set({ status }).where('id', '=', id).execute()
}

export const deleteUpload = (tx: Tx, id: string) => tx.deleteFrom('image_uploads').where('id', '=', id).execute()

/** Of an upload only these are left. */
export async function keepImages(tx: Tx, id: string, images: readonly ImagePlan[]): Promise<void> {
  await tx
    .updateTable('image_uploads')
    .set({ images: JSON.stringify(images) })
    .where('id', '=', id)
    .execute()
}

/** The pictures of the finished upload of this thing that `image` belongs to, marked as used; `null` when there is none. */
export async function useUpload(
  tx: Tx,
  entityType: ImageEntity,
  entityId: string,
  type: ImageType,
  image: string,
  now: Date,
): Promise<readonly ImagePlan[] | null> {
  const row = await tx
    .updateTable('image_uploads')
    .set({ used_at: now })
    .where('entity_type', '=', entityType)
    .where('entity_id', '=', entityId)
    .where('status', '=', 'UPLOADED')
    .where(sql<boolean>`images @> ${JSON.stringify([{ type, image }])}::jsonb`)
    .returning('images')
    .executeTakeFirst()
  return (row?.images as readonly ImagePlan[] | undefined) ?? null
}

/** Whether a community shows this picture. */
export async function isShownByLeague(tx: Tx, image: string): Promise<boolean> {
  const row = await tx
    .selectFrom('leagues')
    .select('id')
    .where(({ or, eb }) => or([eb('logo', '=', image), eb('background', '=', image), eb('background_small', '=', image)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
