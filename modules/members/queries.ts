import { sql } from 'kysely'
import type { LeagueId } from '#core/ids.ts'
import { allowed, ok, refuse } from '#core/result.ts'
import { statedAccounts } from '#modules/accounts/door.ts'
import { usageOf } from '#modules/billing/door.ts'
import { hasFeature, planFacts } from '#modules/billing/rules.ts'
import { countAdmins, leaguePlan, leagueView, memberOf } from '#modules/leagues/door.ts'
import type { Role } from '#modules/leagues/rules.ts'
import { sightOf } from '#modules/visibility/door.ts'
import { maySeeLeague, type Sight } from '#modules/visibility/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import { finds, forgiving, nearness, typedAs } from '#server/db/search/finding.ts'
import type { Apart, QueriesOf, UserActor } from '#server/room.ts'
import { overallOf } from '#modules/ranking/door.ts'
import type { LimitsView, membersContract, MemberView } from './contract.ts'
import { mayReadAsAdmin } from './policy.ts'
import { historyOf } from './queries/history.ts'
import { looksAfterIt, OWN, ownView, readerIn } from './queries/of-reader.ts'

type ListParams = { readonly id: LeagueId; readonly limit: number; readonly offset: number; readonly search?: string; readonly role?: Role }

/** Answers about who is in a community. */
export const membersQueries: QueriesOf<typeof membersContract> = {
  publicMembers: async ({ db, dependsOn }, params) => {
    dependsOn(`league:${params.id}`, 'users')
    const sight = await sightOf(db, params.id, null)
    if (!sight || !allowed(maySeeLeague(sight))) return refuse('NOT_FOUND')
    const list = await listMembers(db, params)
    // a race moves what they have reached
    dependsOn(...list.members.map((one) => `user:${one.id}`))
    return ok(list)
  },

  members: async ({ db, actor }, params) => {
    const sight = await sightOf(db, params.id, (actor as UserActor).userId)
    return sight && allowed(maySeeLeague(sight)) ? ok(await listMembers(db, params)) : refuse('NOT_FOUND')
  },

  league: async ({ db, actor, now }, { id }) => {
    const { userId } = actor as UserActor
    const [found, reader] = await Promise.all([leagueView(db, id, userId), readerIn(db, id, userId, now)])
    if (!found || !reader) return refuse('NOT_FOUND')
    const { view, sight } = found
    const isAdmin = looksAfterIt(reader)
    return ok({
      ...view,
      ...ownView(view, sight, reader),
      limits: isAdmin ? await limitsOf(db, id, now) : null,
      pendingApplications: isAdmin ? await countPending(db, id) : null,
    })
  },

  history: historyOf,

  memberAccounts: async ({ db, actor }, { id, userId }) => {
    const sight = await sightOf(db, id, (actor as UserActor).userId)
    const may = sight ? mayReadAsAdmin(sight) : refuse('NOT_FOUND')
    if (may !== true) return may
    if (!(await memberOf(db, id, userId))) return refuse('NOT_FOUND')
    return ok(await statedAccounts(db, userId))
  },

  applications: async ({ db, actor }, { leagueId, limit, offset, status }) => {
    const sight = await sightOf(db, leagueId, (actor as UserActor).userId)
    const may = sight ? mayReadAsAdmin(sight) : refuse('NOT_FOUND')
    if (may !== true) return may
    let rows = db.selectFrom('applications').innerJoin('users', 'users.id', 'applications.user_id').where('league_id', '=', leagueId)
    if (status) rows = rows.where('status', '=', status)
    const found = await rows
      .select([
        'applications.id',
        'applications.v',
        'user_id',
        'name',
        'country',
        'status',
        'reason',
        'applied_at',
        'decided_at',
        overallOf('users.id').as('rating'),
        total,
      ])
      .orderBy('applied_at', status === 'PENDING' ? 'asc' : 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    const applications = found.map((row) => ({
      id: row.id,
      v: row.v,
      user: { id: row.user_id, name: row.name, country: row.country, rating: row.rating },
      status: row.status as 'PENDING',
      reason: row.reason,
      appliedAt: row.applied_at.toISOString(),
      decidedAt: row.decided_at?.toISOString() ?? null,
    }))
    return ok({ applications, total: found[0]?.total ?? 0 })
  },

  bans: async ({ db, actor, now }, { leagueId, limit, offset }) => {
    const sight = await sightOf(db, leagueId, (actor as UserActor).userId)
    const may = sight ? mayReadAsAdmin(sight) : refuse('NOT_FOUND')
    if (may !== true) return may
    const found = await db
      .selectFrom('bans')
      .innerJoin('users', 'users.id', 'bans.user_id')
      .innerJoin('users as admins', 'admins.id', 'bans.banned_by')
      .select([
        'user_id',
        'users.name',
        'users.country',
        'reason',
        'banned_at',
        'ends_at',
        'admins.name as by',
        overallOf('users.id').as('rating'),
        total,
      ])
      .where('league_id', '=', leagueId)
      .where(({ or, eb }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
      .orderBy('banned_at', 'desc')
      .orderBy('user_id')
      .limit(limit)
      .offset(offset)
      .execute()
    const bans = found.map((row) => ({
      user: { id: row.user_id, name: row.name, country: row.country, rating: row.rating },
      reason: row.reason,
      bannedAt: row.banned_at.toISOString(),
      endsAt: row.ends_at?.toISOString() ?? null,
      bannedBy: row.by,
    }))
    return ok({ bans, total: found[0]?.total ?? 0 })
  },
}

export const membersApart = {
  league: {
    own: OWN,
    same: async ({ db, dependsOn }, { id }) => {
      dependsOn(`league:${id}`)
      const found = await leagueView(db, id, null)
      if (!found) return refuse('NOT_FOUND')
      const { view, sight } = found
      // whose it is stands here too
      if (view.owner) dependsOn(`user:${view.owner.id}`)
      return ok({ answer: { ...view, limits: null, pendingApplications: null }, about: sight })
    },
    mine: async ({ db, actor, now }, { id }, { answer, about }) => {
      const reader = await readerIn(db, id, (actor as UserActor).userId, now)
      const isSame = reader?.league_v === answer.v && !looksAfterIt(reader)
      return isSame ? ownView(answer, about, reader) : null
    },
  } satisfies Apart<typeof membersContract.league, (typeof OWN)[number], Sight & { readonly closed: boolean }>,
}

const total = sql<number>`count(*) over ()`.as('total')
const words = sql<string>`users.search_name`
const rank = sql`array_position(array['owner', 'admin', 'steward', 'member'], role)`

/** Names, countries and roles: nothing else of an account stands in a list of members. */
async function listMembers(db: Reader, { id, limit, offset, search, role }: ListParams): Promise<{ members: MemberView[]; total: number }> {
  const typed = search ? typedAs(search) : null
  const read = (nearly: boolean) => {
    let rows = db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('league_id', '=', id)
      .where('users.removed_at', 'is', null)
    if (typed) rows = rows.where(finds(words, sql`users.name`, typed, nearly)).orderBy(nearness(words, typed))
    if (role) rows = rows.where('role', '=', role)
    return rows
      .select(['user_id', 'name', 'country', 'role', 'joined_at', overallOf('users.id').as('rating'), total])
      .orderBy(rank)
      .orderBy('joined_at')
      .orderBy('user_id')
      .limit(limit)
      .offset(offset)
  }
  const found = await forgiving(db, typed, read)
  const members = found.map((row) => ({
    id: row.user_id,
    name: row.name,
    country: row.country,
    rating: row.rating,
    role: row.role as Role,
    joinedAt: row.joined_at.toISOString(),
  }))
  return { members, total: found[0]?.total ?? 0 }
}

async function countPending(db: Reader, leagueId: LeagueId): Promise<number> {
  const row = await db
    .selectFrom('applications')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('league_id', '=', leagueId)
    .where('status', '=', 'PENDING')
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

async function limitsOf(db: Reader, id: LeagueId, now: Date): Promise<LimitsView | null> {
  const [league, admins, usage] = await Promise.all([leaguePlan(db, id, now), countAdmins(db, id), usageOf(db, id, now)])
  if (!league) return null
  const facts = planFacts(league.plan)
  return {
    plan: {
      productId: league.plan,
      productName: league.plan === 'FREE' ? 'Free' : 'Advanced',
      isCredit: false,
      endDate: league.plan === 'FREE' ? null : (league.endsAt?.toISOString() ?? null),
    },
    permissions: {
      ADMINS: facts.admins,
      MIN_GRID_SIZE: facts.minGrid,
      MAX_GRID_SIZE: facts.maxGrid,
      EVENTS_PER_WEEK: facts.eventsPerWeek,
      EVENT_DURATION: facts.minutesPerEvent,
      EVENT_DURATION_SUM_PER_MONTH: facts.minutesPerMonth,
      EVENT_IMAGES: hasFeature(league.plan, 'eventImages'),
      LAUNCH_SERVERS: true,
      DISCORD_INTEGRATION: hasFeature(league.plan, 'discordRoles'),
      features: [...facts.features],
    },
    usage: { admins, currentWeekSessionCount: usage.events, currentMonthSessionDurationSum: usage.minutes },
  }
}
