import { sql } from 'kysely'
import type { LeagueId, UserId } from '#core/ids.ts'
import { allowed, ok, refuse, type Verdict } from '#core/result.ts'
import { platformIds, statedAccounts } from '#modules/accounts/door.ts'
import { usageOf } from '#modules/billing/door.ts'
import { hasFeature, planFacts } from '#modules/billing/rules.ts'
import { countAdmins, leaguePlan, leagueView, memberOf } from '#modules/leagues/door.ts'
import { atLeast, hasAccepted, type Role } from '#modules/leagues/rules.ts'
import { sightOf } from '#modules/visibility/door.ts'
import { maySeeLeague } from '#modules/visibility/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import { finds, forgiving, nearness } from '#server/db/search/finding.ts'
import type { QueriesOf, UserActor } from '#server/room.ts'
import type { LeagueOfUser, LimitsView, membersContract, MemberView } from './contract.ts'
import { mayAsMember, mayEnter, mayAdminister, mayOwn, mayReadAsAdmin, type MembershipFacts } from './policy.ts'
import { historyOf } from './queries/history.ts'
import { banOf } from './store.ts'

type ListParams = { readonly id: LeagueId; readonly limit: number; readonly offset: number; readonly search?: string; readonly role?: Role }

/** Answers about who is in a community. */
export const membersQueries: QueriesOf<typeof membersContract> = {
  publicMembers: async ({ db, dependsOn }, params) => {
    dependsOn(`league:${params.id}`, 'users')
    const sight = await sightOf(db, params.id, null)
    return sight && allowed(maySeeLeague(sight)) ? ok(await listMembers(db, params)) : refuse('NOT_FOUND')
  },

  members: async ({ db, actor }, params) => {
    const sight = await sightOf(db, params.id, (actor as UserActor).userId)
    return sight && allowed(maySeeLeague(sight)) ? ok(await listMembers(db, params)) : refuse('NOT_FOUND')
  },

  league: async ({ db, actor, now }, { id }) => {
    const { userId } = actor as UserActor
    const [found, member, ban, application, discord] = await Promise.all([
      leagueView(db, id, userId),
      memberOf(db, id, userId),
      banOf(db, id, userId, now),
      lastApplication(db, id, userId),
      platformIds(db, [userId], 'discord'),
    ])
    if (!found) return refuse('NOT_FOUND')
    const { view, sight } = found
    const { role } = sight
    const facts: MembershipFacts = {
      ...sight,
      directJoin: view.summaryData.directJoin,
      discordRequired: view.summaryData.discordRequired,
      openEvents: view.summaryData.type === 'OPEN_EVENTS_COMMUNITY',
      ban,
      pending: application?.status === 'PENDING',
      discordLinked: discord.has(userId),
    }
    const isAdmin = atLeast(role, 'admin')
    const isAsked = member !== null && !hasAccepted({ exist: view.tosRequired, version: view.tosVersion }, member.tosVersion)
    return ok({
      ...view,
      role,
      discordLinked: facts.discordLinked,
      consent: member && { tos: !isAsked, tosVersion: member.tosVersion },
      application: application && { ...application, appliedAt: application.appliedAt.toISOString() },
      ban: ban && { reason: ban.reason, bannedAt: ban.bannedAt.toISOString(), endsAt: ban.endsAt?.toISOString() ?? null },
      limits: isAdmin ? await limitsOf(db, id, now) : null,
      pendingApplications: isAdmin ? await countPending(db, id) : null,
      may: mayOf(facts, isAsked),
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
      .select(['applications.id', 'applications.v', 'user_id', 'name', 'country', 'status', 'reason', 'applied_at', 'decided_at', total])
      .orderBy('applied_at', status === 'PENDING' ? 'asc' : 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    const applications = found.map((row) => ({
      id: row.id,
      v: row.v,
      user: { id: row.user_id, name: row.name, country: row.country },
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
      .select(['user_id', 'users.name', 'users.country', 'reason', 'banned_at', 'ends_at', 'admins.name as by', total])
      .where('league_id', '=', leagueId)
      .where(({ or, eb }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
      .orderBy('banned_at', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    const bans = found.map((row) => ({
      user: { id: row.user_id, name: row.name, country: row.country },
      reason: row.reason,
      bannedAt: row.banned_at.toISOString(),
      endsAt: row.ends_at?.toISOString() ?? null,
      bannedBy: row.by,
    }))
    return ok({ bans, total: found[0]?.total ?? 0 })
  },
}

const total = sql<number>`count(*) over ()`.as('total')
const words = sql<string>`users.search_name`
const rank = sql`array_position(array['owner', 'admin', 'steward', 'member'], role)`

/** Names, countries and roles: nothing else of an account stands in a list of members. */
async function listMembers(db: Reader, { id, limit, offset, search, role }: ListParams): Promise<{ members: MemberView[]; total: number }> {
  const read = (nearly: boolean) => {
    let rows = db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('league_id', '=', id)
      .where('users.removed_at', 'is', null)
    if (search) rows = rows.where(finds(words, sql`users.name`, search, nearly)).orderBy(nearness(words, search))
    if (role) rows = rows.where('role', '=', role)
    return rows
      .select(['user_id', 'name', 'country', 'role', 'joined_at', total])
      .orderBy(rank)
      .orderBy('joined_at')
      .orderBy('user_id')
      .limit(limit)
      .offset(offset)
      .execute()
  }
  const found = await forgiving(search, read, (rows) => rows.length === 0)
  const members = found.map((row) => ({
    id: row.user_id,
    name: row.name,
    country: row.country,
    role: row.role as Role,
    joinedAt: row.joined_at.toISOString(),
  }))
  return { members, total: found[0]?.total ?? 0 }
}

async function lastApplication(db: Reader, leagueId: LeagueId, userId: UserId) {
  const row = await db
    .selectFrom('applications')
    .select(['id', 'v', 'status', 'reason', 'applied_at as appliedAt'])
    .where('league_id', '=', leagueId)
    .where('user_id', '=', userId)
    .orderBy('applied_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { ...row, status: row.status as 'PENDING' } : null
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

/** What the policies allow; linking the chat account is a step on the way in, not a reason to hide the way. */
function mayOf(facts: MembershipFacts, isAsked: boolean): LeagueOfUser['may'] {
  const linked = { ...facts, discordLinked: true }
  const may: Record<keyof LeagueOfUser['may'], Verdict> = {
    join: mayEnter('join', linked),
    apply: mayEnter('apply', linked),
    withdraw: facts.pending && facts.role === null ? true : refuse('WRONG_STATE'),
    leave: facts.role === 'owner' ? refuse('OWNER_CANNOT_LEAVE') : mayAsMember(facts),
    consent: isAsked ? mayAsMember(facts) : refuse('WRONG_STATE'),
    administer: mayAdminister(facts),
    promote: mayAdminister(facts),
    demoteAdmins: mayOwn(facts),
    edit: mayOwn(facts),
    createEvents: mayAdminister(facts),
  }
  return Object.fromEntries(Object.entries(may).map(([action, verdict]) => [action, allowed(verdict)])) as LeagueOfUser['may']
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
