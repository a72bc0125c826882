import { sql } from 'kysely'
import type { LeagueId, ProtestId, UserId } from '#core/ids.ts'
import { allowed, ok, refuse, type Result, type Verdict } from '#core/result.ts'
import { sessionFacts } from '#modules/sessions/door.ts'
import { seenEvent } from '#modules/results/door.ts'
import { segmentKey } from '#modules/results/rules.ts'
import { opensResults, sightOf } from '#modules/visibility/door.ts'
import { maySeeDrivers, maySeeEvent, maySeeLeague, VISITOR, type Sight } from '#modules/visibility/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import type { QueriesOf, QueryContext, UserActor } from '#server/room.ts'
import { protestsContract } from './contract.ts'
import { mayJudge, mayJudgeCase, mayReadDecisions, mayReadNumbers, maySeeReport, maySettle, maySubmit, namesIn } from './policy.ts'
import { changesBy } from './queries/changes.ts'
import { decisionsOf } from './queries/decisions.ts'
import { driverDecisions, driverVerdicts } from './queries/of-driver.ts'
import { reportingIn, rulesIn } from './queries/event.ts'
import { incidentsOf, lookedOf } from './queries/incidents.ts'
import { countsOf, poolOf, statisticsOf, verdictsOf } from './queries/numbers.ts'
import { reportRow, reportRows, type ReportRow } from './queries/rows.ts'
import { factsOf, nameableView, pooledView, reportView } from './queries/view.ts'
import { atLeast } from '#modules/leagues/rules.ts'
import { isOpenIn, ofSeason } from './queries/parts.ts'
import { reportableSegments, windowOf, windowState } from './rules.ts'

const asker = ({ actor }: QueryContext): UserId => (actor as UserActor).userId
const MOST_CASES = 200
const OPEN = isOpenIn('p')

/** The community, for whoever `may`. */
async function inLeague({ db, ...context }: QueryContext, id: LeagueId, may: (sight: Sight) => Verdict) {
  const sight = await sightOf(db, id, asker({ db, ...context }))
  if (!sight) return refuse('NOT_FOUND')
  const verdict = may(sight)
  return verdict === true ? ok(sight) : verdict
}

/** A report, for the stewards of its community who are not named in it. */
async function judgedReport(context: QueryContext, id: ProtestId): Promise<Result<ReportRow>> {
  const row = await reportRow(context.db, asker(context), id)
  if (!row) return refuse('NOT_FOUND')
  const may = mayJudgeCase(factsOf(row, asker(context)))
  return may === true ? ok(row) : may
}

/** Statements of reports are the community's and of whoever is named in one. */
const ROW_SEEN = (userId: UserId) => sql`(p.reporter_id = ${userId} or p.reportee_id = ${userId}
  or exists (select 1 from memberships m where m.league_id = p.league_id and m.user_id = ${userId}))`
const NOT_WITHDRAWN = (userId: UserId, wanted: boolean) =>
  wanted
    ? sql`and p.status = 'WITHDRAWN' and (p.reporter_id = ${userId} or exists (select 1 from memberships m where m.league_id = p.league_id
        and m.user_id = ${userId} and m.role in ('steward', 'admin', 'owner')))`
    : sql`and p.status <> 'WITHDRAWN'`

export const protestsQueries: QueriesOf<typeof protestsContract> = {
  reports: async (context, { leagueId, status, state, userId, tournamentId, limit, offset }) => {
    const own = asker(context)
    if (leagueId) {
      const seen = await inLeague(context, leagueId, maySeeLeague)
      if (!seen.ok) return seen
    }
    const rows = await reportRows(
      context.db,
      own,
      sql`where ${ROW_SEEN(own)} and s.deleted_at is null ${leagueId ? sql`and p.league_id = ${leagueId}` : sql``}
        ${NOT_WITHDRAWN(own, status === 'WITHDRAWN')} ${status ? sql`and p.status = ${status}` : sql``}
        ${state ? sql`and ${state === 'open' ? OPEN : sql`not ${OPEN}`}` : sql``}
        ${userId ? sql`and ${userId} in (p.reporter_id, p.reportee_id)` : sql``} ${tournamentId ? ofSeason('p', tournamentId) : sql``}
        order by p.submitted_at desc, p.id limit ${limit} offset ${offset}`,
    )
    return ok({ reports: rows.map((row) => reportView(row, own, context.now)), offset, limit })
  },

  sessionReports: async (context, { sessionId, splitNo }) => {
    const { db, now } = context
    const own = asker(context)
    const event = await sessionFacts(db, sessionId)
    const sight = event && (await sightOf(db, event.leagueId, own))
    if (!event || !sight || !allowed(maySeeEvent(sight, event.status))) return refuse('NOT_FOUND')
    const [{ facts, config, rules, drivers }, rows] = await Promise.all([
      reportingIn(db, event, sight, own, now),
      reportRows(
        db,
        own,
        sql`where p.session_id = ${sessionId} and p.status <> 'WITHDRAWN'
        ${splitNo === undefined ? sql`` : sql`and p.split_no = ${splitNo}`} order by p.submitted_at desc, p.id`,
      ),
    ])
    const may = maySubmit(facts, now)
    const window = facts.endedAt && windowOf(rules, facts.endedAt.getTime())
    const named = drivers.filter((one) => one.id !== own && !one.isTeamMate && namesIn(facts, one.splitNo))
    return ok({
      reports: rows.filter((row) => allowed(maySeeReport(factsOf(row, own)))).map((row) => reportView(row, own, now)),
      userStats: { rejectedProtestCount: facts.rejectedAt.length },
      config,
      window: window && {
        opensAt: new Date(window.opensAtMs).toISOString(),
        closesAt: new Date(window.closesAtMs).toISOString(),
        state: windowState(window, now.getTime()),
      },
      segments: reportableSegments(event.segments).map(({ segmentIndex, type, no }) => ({ segmentIndex, type, no, segment: segmentKey(type, no) })),
      splits: [...facts.splits],
      drivers: allowed(may) ? named.map((one) => nameableView(one, event.game)) : [],
      may: { submit: allowed(may) },
      whyNot: may === true ? null : { code: may.refusal.code, at: (may.refusal.params['TIME'] as string | undefined) ?? null },
    })
  },

  report: async (context, { id }) => {
    const own = asker(context)
    const row = await reportRow(context.db, own, id)
    const may = row ? maySeeReport(factsOf(row, own)) : refuse('NOT_FOUND')
    return may === true ? ok(reportView(row!, own, context.now)) : may
  },

  incidents: async ({ db, ...context }, { driverId, ...at }) => {
    const seen = await seenEvent(db, at.sessionId, asker({ db, ...context }))
    if (!seen.ok) return seen
    return ok(await incidentsOf(db, seen.value.game, { ...at, userIds: driverId && [driverId] }))
  },

  reportLog: async (context, { id }) => {
    const judged = await judgedReport(context, id)
    if (!judged.ok) return judged
    const event = await sessionFacts(context.db, judged.value.sessionId)
    return event ? ok(await incidentsOf(context.db, event.game, lookedOf(judged.value))) : refuse('NOT_FOUND')
  },

  queue: async (context, { leagueId }) => {
    const own = asker(context)
    const seen = await inLeague(context, leagueId, mayJudge)
    if (!seen.ok) return seen
    const [rows, { waiting, ...counts }] = await Promise.all([
      reportRows(
        context.db,
        own,
        sql`where p.league_id = ${leagueId} and ${OPEN} and s.deleted_at is null
          order by coalesce(p.appealed_at, p.submitted_at), p.id limit ${MOST_CASES}`,
      ),
      countsOf(context.db, leagueId),
    ])
    const views = rows.map((row) => reportView(row, own, context.now))
    const cases = views.filter(({ mine }) => mine.as === null)
    return ok({ cases, hidden: views.length - cases.length, behind: Math.max(0, waiting - views.length), ...counts })
  },

  verdicts: async (context, { id }) => {
    const judged = await judgedReport(context, id)
    return judged.ok ? ok({ drivers: [...(await verdictsOf(context.db, id))] }) : judged
  },

  changes: async (context, { id, penalties }) => {
    const judged = await judgedReport(context, id)
    return judged.ok ? ok(await changesBy(context.db, judged.value, penalties, context.now)) : judged
  },

  statistics: async (context, { leagueId }) => {
    const seen = await inLeague(context, leagueId, mayReadNumbers)
    return seen.ok ? ok(await statisticsOf(context.db, leagueId, atLeast(seen.value.role, 'steward'))) : seen
  },

  decisions: async (context, asked) => {
    const isPublished = await isPublishing(context.db, asked.leagueId)
    const seen = await inLeague(context, asked.leagueId, (sight) => mayReadDecisions(sight, isPublished))
    return seen.ok ? ok(await decisionsOf(context.db, asked)) : seen
  },

  publicDecisions: async ({ db, dependsOn }, asked) => {
    dependsOn(`league:${asked.leagueId}`, 'users')
    const [sight, isPublished, row] = await Promise.all([
      sightOf(db, asked.leagueId, null),
      isPublishing(db, asked.leagueId),
      db.selectFrom('leagues').select(opensResults().as('open')).where('id', '=', asked.leagueId).executeTakeFirst(),
    ])
    if (!sight || !row || !allowed(mayReadDecisions(sight, isPublished))) return refuse('NOT_FOUND')
    if (!allowed(maySeeDrivers(VISITOR, row.open))) return ok({ decisions: [], total: 0, loginRequired: true })
    return ok({ ...(await decisionsOf(db, asked)), loginRequired: false })
  },

  driverDecisions: async (context, { userId, ...page }) => ok(await driverDecisions(context.db, userId, asker(context), page)),

  publicDriverDecisions: async ({ db, dependsOn }, { userId, ...page }) => {
    dependsOn(`user:${userId}`, 'users', 'leagues')
    const { leagues } = await driverVerdicts(db, userId, VISITOR)
    dependsOn(...leagues.map((id) => `league:${id}`))
    return ok(await driverDecisions(db, userId, VISITOR, page))
  },

  penaltyPool: async (context, { leagueId, ...asked }) => {
    const seen = await inLeague(context, leagueId, mayJudge)
    if (!seen.ok) return seen
    const { rows, total } = await poolOf(context.db, leagueId, asked)
    return ok({ penalties: rows.map(pooledView), total, may: { settle: allowed(maySettle(seen.value)) } })
  },
}

const isPublishing = async (db: Reader, leagueId: LeagueId): Promise<boolean> => (await rulesIn(db, leagueId)).rules.publicDecisions
