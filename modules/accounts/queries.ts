import { sql } from 'kysely'
import type { UserId } from '#core/ids.ts'
import { ok, refuse } from '#core/result.ts'
import { overallOf } from '#modules/ranking/door.ts'
import { isListed } from '#modules/visibility/door.ts'
import { finds, forgivingOnce, nearness } from '#server/db/search/finding.ts'
import type { Hears, QueriesOf, QueryContext, UserActor } from '#server/room.ts'
import type { accountsContract } from './contract.ts'
import { mayActAs } from './policy.ts'
import { listOf, meOf } from './queries/me.ts'

const actorId = ({ actor }: QueryContext): UserId => (actor as UserActor).userId

/** Answers about accounts: one's own in full, others' profiles as anybody sees them. */
export const accountsQueries: QueriesOf<typeof accountsContract> = {
  me: async (context) => {
    const me = await meOf(context, actorId(context))
    return me ? ok(me) : refuse('ACCOUNT_NOT_FOUND')
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
        listOf<{ id: string; name: string; role: 'member' }>(sql`select l.id, l.name, m.role from memberships m join leagues l on l.id = m.league_id
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
