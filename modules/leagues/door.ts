import type { z } from 'zod'
import type { LeagueId, UserId } from '#core/ids.ts'
import { allowed, refuse, type Verdict } from '#core/result.ts'
import { builtOnce } from '#server/db/built-once.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { ChangeContext, QueryContext, Standing } from '#server/room.ts'
import { holdPerson } from '#modules/accounts/door.ts'
import { planInForce, type Plan } from '#modules/billing/rules.ts'
import { isClosed, isHidden, roleOf } from '#modules/visibility/door.ts'
import { maySeeLeague, type Sight } from '#modules/visibility/rules.ts'
import { LeagueClosed } from './contract/facts.ts'
import type { ImageEntity, ImageType, LeagueView, TermsOfService } from './contract.ts'
import { leaguesWork } from './contract/jobs.ts'
import type { LeagueFacts } from './policy.ts'
import { atLeast, UNUSED_IMAGE_MS, type Role } from './rules.ts'
import {
  countRole,
  deleteMember,
  endLeague,
  insertMember,
  isShownByLeague,
  lockLeague as lockRow,
  longestAdmins,
  updateMember,
  useUpload,
} from './store.ts'

/** What other rooms look at before they change something in a community. */
export type LockedLeague = {
  readonly id: LeagueId
  readonly v: number
  readonly name: string
  readonly closed: boolean
  readonly hidden: boolean
  readonly directJoin: boolean
  readonly openEvents: boolean
  readonly discordRequired: boolean
  readonly passwordSealed: string | null
  readonly tos: TermsOfService | null
  readonly tosVersion: number
  readonly plan: Plan
}

/** The community, locked until the change commits: all that changes its members goes one after another. `null`: there is none. */
export async function lockLeague(tx: Tx, id: LeagueId, now: Date): Promise<LockedLeague | null> {
  const row = await lockRow(tx, id)
  if (!row) return null
  return {
    id,
    v: row.v,
    name: row.name,
    closed: row.closed,
    hidden: row.hidden,
    directJoin: row.direct_join,
    openEvents: row.open_events,
    discordRequired: row.discord_required,
    passwordSealed: row.password_sealed,
    tos: row.tos as TermsOfService | null,
    tosVersion: row.tos_version,
    plan: planInForce(row.plan, row.plan_ends_at, now),
  }
}

export type Member = { readonly role: Role; readonly tosVersion: number | null; readonly joinedAt: Date }

/** Somebody's membership; `null` for a stranger, a visitor, an applicant. */
export async function memberOf(db: Reader, leagueId: LeagueId, userId: UserId | null): Promise<Member | null> {
  if (!userId) return null
  const [row] = await memberRows(db, [leagueId, userId])
  return row ? { role: row.role as Role, tosVersion: row.tos_version, joinedAt: row.joined_at } : null
}

const memberRows = builtOnce((db, at) => db.selectFrom('memberships').selectAll().where('league_id', '=', at(0)).where('user_id', '=', at(1)))

/** The actor's role in a league; `null` for a stranger, a visitor, an applicant. */
export const roleIn = async (db: Reader, leagueId: LeagueId, userId: UserId | null): Promise<Role | null> =>
  (await memberOf(db, leagueId, userId))?.role ?? null

/** What the reader of an answer told apart is in its community: by what is known of them, or read now. */
export const standing = async ({ db, actor }: QueryContext, leagueId: LeagueId, reader: Standing | null): Promise<Role | null> =>
  reader ? (reader.roleIn(leagueId) as Role | null) : roleIn(db, leagueId, actor.kind === 'user' ? actor.userId : null)

/** Whether they look after it. */
export const looksAfter = async (context: QueryContext, leagueId: LeagueId, reader: Standing | null): Promise<boolean> =>
  atLeast(await standing(context, leagueId, reader), 'admin')

/**
 * Orders on members. The caller holds the lock of `lockLeague` and has looked whether they are one. Nobody becomes anything whose account
 * has been removed meanwhile: ACCOUNT_NOT_FOUND.
 */
export async function addMember(tx: Tx, leagueId: LeagueId, userId: UserId, tosVersion: number | null, now: Date): Promise<Verdict> {
  if (!(await holdPerson(tx, userId))) return refuse('ACCOUNT_NOT_FOUND')
  await insertMember(tx, leagueId, userId, tosVersion, now)
  return true
}

export async function setRole(tx: Tx, leagueId: LeagueId, userId: UserId, role: Role): Promise<Verdict> {
  if (!(await holdPerson(tx, userId))) return refuse('ACCOUNT_NOT_FOUND')
  await updateMember(tx, leagueId, userId, { role })
  return true
}

export const removeMember = deleteMember
export const acceptTerms = (tx: Tx, leagueId: LeagueId, userId: UserId, tosVersion: number, now: Date): Promise<void> =>
  updateMember(tx, leagueId, userId, { tos_version: tosVersion, tos_accepted_at: now })
export const countAdmins = (db: Reader, leagueId: LeagueId): Promise<number> => countRole(db, leagueId, 'admin')

/** Who may follow an owner who is gone: the admins, longest in the community first. */
export const successors = longestAdmins

/** Closes a community whose owner cannot do it any more; the caller holds its lock. */
export async function closeLeague(context: ChangeContext, id: LeagueId): Promise<void> {
  await endLeague(context.tx, id, context.now)
  context.record(LeagueClosed, { leagueId: id })
}

type Images = readonly (string | null)[]

/** Pictures that others have replaced go once no page can be showing them any more. */
export function dropImages({ now, later }: Pick<ChangeContext, 'now' | 'later'>, before: Images, kept: Images): void {
  const images = before.filter((image) => image !== null && !kept.includes(image)) as string[]
  if (images.length > 0) later(leaguesWork.dropImages, { images }, { at: new Date(now.getTime() + UNUSED_IMAGE_MS) })
}

/** Who is told of what admins have to do: admins and the owner. */
export const adminsOf = async (db: Reader, leagueId: LeagueId): Promise<readonly UserId[]> => {
  const rows = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('league_id', '=', leagueId)
    .where('role', 'in', ['admin', 'owner'])
    .execute()
  return rows.map((row) => row.user_id)
}

export const fileUrl = (name: string | null): string | null => (name === null ? null : `/files/${name}`)

type SeenLeague = { readonly view: LeagueView; readonly sight: Sight & { readonly closed: boolean } }

/** A community as everybody who may see it sees it; `null` for whoever may not. */
export async function leagueView(db: Reader, id: LeagueId, asker: UserId | null): Promise<SeenLeague | null> {
  const row = await db
    .selectFrom('leagues')
    .leftJoin('memberships', (join) => join.onRef('memberships.league_id', '=', 'leagues.id').on('memberships.role', '=', 'owner'))
    .leftJoin('users', 'users.id', 'memberships.user_id')
    .selectAll('leagues')
    .select(['users.id as owner_id', 'users.name as owner_name', 'users.country as owner_country'])
    .select([isHidden().as('hidden'), isClosed().as('closed'), roleOf(asker).as('role')])
    .where('leagues.id', '=', id)
    .executeTakeFirst()
  if (!row || !allowed(maySeeLeague(row))) return null
  const { hidden, closed, role } = row
  const view = {
    id,
    v: row.v,
    name: row.name,
    shortName: row.short_name,
    description: row.description,
    games: row.games as LeagueView['games'],
    languages: row.languages as LeagueView['languages'],
    visibility: row.visibility as LeagueView['visibility'],
    passwordRequired: row.password_sealed !== null,
    inviteLink: row.invite_link,
    openResults: row.open_results,
    summaryData: {
      directJoin: row.direct_join,
      discordRequired: row.discord_required,
      tos: row.tos as TermsOfService | null,
      bgImage: fileUrl(row.background),
      bgImageSmall: fileUrl(row.background_small),
      type: row.open_events ? 'OPEN_EVENTS_COMMUNITY' : 'COMMUNITY',
    } as const,
    tosRequired: row.tos !== null,
    tosVersion: row.tos_version,
    logoUrl: fileUrl(row.logo),
    owner: row.owner_id === null ? null : { id: row.owner_id, name: row.owner_name ?? '', country: row.owner_country },
    members: row.members_count,
    createdAt: row.created_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
  }
  return { view, sight: { hidden, closed, role } }
}

/** The community's plan as paid, and the one in force. */
export async function leaguePlan(db: Reader, id: LeagueId, now: Date): Promise<{ readonly plan: Plan; readonly endsAt: Date | null } | null> {
  const row = await db.selectFrom('leagues').select(['plan', 'plan_ends_at']).where('id', '=', id).executeTakeFirst()
  return row ? { plan: planInForce(row.plan, row.plan_ends_at, now), endsAt: row.plan_ends_at } : null
}

/** A configuration other rooms keep with a community. `owns` says whether a tournament is this community's; without it only its own scope is taken. */
export type ConfigKind = {
  readonly schema: z.ZodType
  readonly defaults: unknown
  readonly owns?: (db: Reader, leagueId: LeagueId, tournamentId: string) => Promise<boolean>
  /** What of a sound one has a refusal of its own. */
  readonly refuses?: (config: unknown) => Verdict
}
const configKinds = new Map<string, ConfigKind>()

/** Called once by the room whose configuration it is, when its commands are loaded. */
export const registerConfig = (configType: string, kind: ConfigKind): void => void configKinds.set(configType, kind)
export const configKind = (configType: string): ConfigKind | undefined => configKinds.get(configType)

export { copyConfigs } from './store.ts'

/** What one scope has of a configuration. `v` 0: never set, the defaults; of a tournament `null`: its community's again. */
export async function readConfig(
  db: Reader,
  configType: string,
  scope: string,
  entityId: string,
): Promise<{ readonly config: unknown; readonly v: number }> {
  const row = await db
    .selectFrom('league_configs')
    .select(['config', 'v'])
    .where('config_type', '=', configType)
    .where('scope', '=', scope)
    .where('scope_entity_id', '=', entityId)
    .executeTakeFirst()
  return row ?? { config: configKinds.get(configType)?.defaults ?? null, v: 0 }
}

/** The configuration in force: the tournament's own where it has one, else its community's; `null` where neither has one. */
export async function configInForce(db: Reader, configType: string, leagueId: LeagueId, tournamentId: string | null): Promise<unknown> {
  const own = tournamentId === null ? null : await readConfig(db, configType, 'TOURNAMENT', tournamentId)
  if (own && own.v > 0 && own.config !== null) return own.config
  const { config, v } = await readConfig(db, configType, 'LEAGUE', leagueId)
  return v === 0 ? null : config
}

/** Things of other rooms that have pictures. */
export type ImageOwner = {
  /** The community a thing is in, and whether one of its pictures may be uploaded now; `null`: there is no such thing. */
  readonly find: (
    db: Reader,
    entityId: string,
  ) => Promise<{ readonly leagueId: LeagueId; readonly mayUpload: (facts: LeagueFacts, plan: Plan) => Verdict } | null>
  /** Whether any of them shows this picture. */
  readonly shows: (tx: Tx, image: string) => Promise<boolean>
}
const imageOwners = new Map<ImageEntity, ImageOwner>()
export const registerImages = (entity: ImageEntity, owner: ImageOwner): void => void imageOwners.set(entity, owner)
export const imageOwner = (entity: ImageEntity): ImageOwner | undefined => imageOwners.get(entity)

/** Whether a community, or a thing of another room, shows this picture. */
export async function isShown(tx: Tx, image: string): Promise<boolean> {
  if (await isShownByLeague(tx, image)) return true
  for (const owner of imageOwners.values()) if (await owner.shows(tx, image)) return true
  return false
}

/** Takes a finished picture of an upload for this very thing into use; refuses FILE_MISSING. Gives all pictures of that upload, by type. */
export async function takeImage(
  tx: Tx,
  entity: { readonly type: ImageEntity; readonly id: string },
  image: { readonly type: ImageType; readonly name: string },
  now: Date,
): Promise<{ readonly ok: true; readonly value: ReadonlyMap<ImageType, string> } | ReturnType<typeof refuse>> {
  const images = await useUpload(tx, entity.type, entity.id, image.type, image.name, now)
  return images ? { ok: true, value: new Map(images.map((one) => [one.type, one.image])) } : refuse('FILE_MISSING', { field: 'img' })
}
