import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#core/ids.ts'
import { ok, refuse } from '#core/result.ts'
import type { Platform } from '#games/facts/platform.ts'
import { hasAccepted } from '#modules/leagues/rules.ts'
import { overallOf } from '#modules/ranking/door.ts'
import { unreadOf } from '#modules/unread/door.ts'
import { isClosed, isListed } from '#modules/visibility/door.ts'
import { builtOnce } from '#server/db/built-once.ts'
import { finds, forgivingOnce, nearness } from '#server/db/search/finding.ts'
import type { Hears, QueriesOf, QueryContext, UserActor } from '#server/room.ts'
import type { accountsContract, Settings } from './contract.ts'
import { mayActAs } from './policy.ts'
import { nameChangeOf } from './rules.ts'

const DEFAULTS: Settings = { locale: null, timeZone: null, weekStart: null, theme: null, ads: true, notifications: { mail: true } }

const actorId = ({ actor }: QueryContext): UserId => (actor as UserActor).userId

/** Answers about accounts: one's own in full, others' profiles as anybody sees them. */
export const accountsQueries: QueriesOf<typeof accountsContract> = {
  me: async (context) => {
    const { db, now } = context
    const id = actorId(context)
    const [user] = await meRows(db, [id, now])
    if (!user) return refuse('ACCOUNT_NOT_FOUND')
    const nameChange = nameChangeOf({ plan: user.plan, nameChanges: user.name_changes, nameChangedAt: user.name_changed_at }, now)
    return ok({
      id,
      v: user.v,
      name: user.name,
      email: user.email?.endsWith('.invalid') ? null : (user.email ?? null),
      onboarded: user.onboarded,
      subscription: { productId: user.plan },
      settings: {
        ...DEFAULTS,
        ...(user.settings as Partial<Settings>),
        country: user.country,
        ...elsewhereOf(user.links),
      },
      linkedAccounts: user.links,
      proofs: [...context.proofs],
      memberships: Object.fromEntries([
        ...user.bans.map(
          (row) =>
            [
              row.league_id,
              {
                role: null,
                name: row.name,
                logoUrl: logoOf(row),
                pendingApplications: 0,
                consent: { tos: false },
                statusInfo: { date: new Date(row.banned_at).toISOString() },
              },
            ] as const,
        ),
        ...user.memberships.map((row) => {
          const tos = hasAccepted({ exist: row.has_tos, version: row.wanted }, row.tos_version)
          const { role, name, waiting } = row
          return [
            row.league_id,
            { role: role as 'member', name, logoUrl: logoOf(row), pendingApplications: waiting, consent: { tos }, statusInfo: null },
          ] as const
        }),
      ]),
      unread: { notifications: user.unread.lines, about: [...user.unread.about] },
      nameChange: { ...nameChange, opensAt: nameChange.opensAt?.toISOString() ?? null },
      may: { changeName: nameChange.state === 'open' },
    })
  },

  searchUsers: async ({ db, dependsOn }, { search, limit, offset }) => {
    dependsOn('users')
    const users = await foundRows(db, search, [limit, offset])
    dependsOn(...users.map((user) => `user:${user.id}`))
    return ok({ users: [...users] })
  },

  profile: async ({ db, dependsOn }, { id }) => {
    dependsOn(`user:${id}`, 'users')
    const user = await db
      .selectFrom('users')
      .select(['name', 'country', 'plan', 'created_at'])
      .select(
        list<{ id: string; name: string; role: 'member' }>(sql`select l.id, l.name, m.role from memberships m join leagues l on l.id = m.league_id
          where m.user_id = users.id and ${isListed('l')} order by m.joined_at, l.id limit 50`).as('communities'),
      )
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .where('terms_accepted_at', 'is not', null)
      .executeTakeFirst()
    if (!user) return refuse('ACCOUNT_NOT_FOUND')
    return ok({
      id,
      name: user.name,
      country: user.country,
      subscription: { productId: user.plan },
      since: user.created_at.toISOString(),
      communities: user.communities,
    })
  },

  loginSessions: async (context, { limit, offset }) => {
    const rows = await context.db
      .selectFrom('login_sessions')
      .selectAll()
      .where('user_id', '=', actorId(context))
      .where('expires_at', '>', context.now)
      .orderBy('created_at', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    const current = (context.actor as UserActor).loginSessionId
    return ok({
      sessions: rows.map((row) => ({
        id: row.id,
        createdAt: row.created_at.toISOString(),
        expiresAt: row.expires_at.toISOString(),
        ip: row.ip_address,
        userAgent: row.user_agent,
        current: row.id === current,
      })),
    })
  },

  exportData: async (context, { id }) => {
    const may = mayActAs(actorId(context), id)
    if (may !== true) return may
    return ok({ ...(await context.everythingOf!(id)) })
  },
}

type Link = { readonly provider: string; readonly subject: string; readonly proven: boolean }

/** Accounts elsewhere by the names that the specification has for them. */
function elsewhereOf(links: readonly Link[]) {
  const ids: Partial<Record<Platform | 'discord', string>> = Object.fromEntries(links.map(({ provider, subject }) => [provider, subject]))
  const known = (id: string | undefined) => (id === undefined ? null : { id })
  const associated = { isAssociated: ids.r3e !== undefined }
  return { discord: known(ids.discord), iRacing: known(ids.iracing), r3e: associated }
}

type OfLeague = { readonly league_id: string; readonly name: string; readonly logo: string | null }
type Membership = OfLeague & {
  readonly role: string
  readonly tos_version: number | null
  readonly wanted: number
  readonly has_tos: boolean
  readonly waiting: number
}
type Ban = OfLeague & { readonly banned_at: string }

const logoOf = ({ logo }: OfLeague): string | null => (logo === null ? null : `/files/${logo}`)

const list = <Row>(of: RawBuilder<unknown>) => sql<Row[]>`(select coalesce(json_agg(x), '[]') from (${of}) x)`

/** Somebody with all that every page says of them, in one statement: their id, the moment. */
const meRows = builtOnce((db, at) =>
  db
    .selectFrom('users')
    .leftJoin('logins', (join) => join.onRef('logins.id', '=', 'users.id'))
    .select(['users.v', 'users.name', 'users.country', 'users.plan', 'users.settings', 'users.name_changes', 'users.name_changed_at', 'logins.email'])
    .select(sql<boolean>`users.terms_accepted_at is not null`.as('onboarded'))
    .select(list<Link>(sql`select provider, subject, proven from linked_accounts where user_id = users.id order by provider`).as('links'))
    .select(
      list<Membership>(sql`select m.league_id, m.role, l.name, l.logo, m.tos_version, l.tos_version as wanted, l.tos is not null as has_tos,
          case when m.role in ('admin', 'owner')
            then (select count(*)::int from applications a where a.league_id = m.league_id and a.status = 'PENDING') else 0 end as waiting
        from memberships m join leagues l on l.id = m.league_id where m.user_id = users.id and not ${isClosed('l')} order by m.league_id`).as(
        'memberships',
      ),
    )
    .select(
      list<Ban>(sql`select b.league_id, l.name, l.logo, b.banned_at from bans b join leagues l on l.id = b.league_id
        where b.user_id = users.id and ${isListed('l')} and (b.ends_at is null or b.ends_at > ${at(1)}) order by b.league_id`).as('bans'),
    )
    .select(unreadOf(sql.ref('users.id'), at(1)).as('unread'))
    .where('users.id', '=', at(0)),
)

/** Those whom a search finds, at every letter that somebody types: how many, after how many. */
const foundRows = forgivingOnce((db, typed, at) => {
  const column = sql<string>`search_name`
  const found = (nearly: boolean) =>
    db
      .selectFrom('users')
      .select(['id', 'name', 'country', nearness(column, typed).as('nearness')])
      .where(finds(column, sql`name`, typed, nearly))
      .where('removed_at', 'is', null)
      .where('terms_accepted_at', 'is not', null)
      .orderBy('nearness')
      .orderBy('name')
      .orderBy('id')
      .limit(at(0))
      .offset(at(1))
  // what is told of each is looked up for those on the page, not for all that a few letters find
  return (nearly) =>
    db
      .selectFrom(found(nearly).as('found'))
      .select(['id', 'name', 'country', overallOf('found.id').as('rating')])
      .orderBy('nearness')
      .orderBy('name')
      .orderBy('id')
})

/** Of a user hears that user alone. */
export const accountsHears: Hears = {
  user: async ({ actor }, ids) => new Map(ids.filter((id) => actor.kind === 'user' && id === actor.userId).map((id) => [id, [`user:${id}`]])),
}
