import type { ParamsOf } from '#core/contract.ts'
import type { LeagueId, UserId } from '#core/ids.ts'
import { ok, refuse } from '#core/result.ts'
import { looksAfter } from '#modules/leagues/door.ts'
import { rounded } from '#modules/points/rules.ts'
import { eventsOfLeague, listedEvents } from '#modules/sessions/door.ts'
import { SIGNED_IN, VISITOR, type Viewer } from '#modules/visibility/rules.ts'
import type { Apart, QueriesOf, QueryContext } from '#server/room.ts'
import type { resultsContract, ResultsView } from './contract.ts'
import { mayManageFiles, maySeeLaps } from './policy.ts'
import { driverResults } from './queries/drivers.ts'
import { chartLine, findLaps, findLines, lapChartLine, lapsView } from './queries/laps.ts'
import { filesQueries } from './queries/files.ts'
import { outcomeFor, type Told } from './queries/outcome.ts'
import { peopleIn, resultsView } from './queries/table.ts'
import { asker, isKept, visible } from './queries/visible.ts'
import { seesAllLaps } from './rules.ts'
import { keyInEvent } from './rules/participant.ts'

/** Answers about results. The public ones are the same for everybody and kept; a hidden community's results are missing to strangers. */
export const resultsQueries: QueriesOf<typeof resultsContract> = {
  ...filesQueries,

  results: async (context, { sessionId }) => {
    const event = await visible(context, sessionId, VISITOR, true)
    if (isKept(event))
      return ok({ sessionId, results: [], rankingStatus: 'UNRANKED', averageFieldStrength: null, confirmation: null, loginRequired: true })
    if (!event.ok) return event
    const view = resultsView(event.value)
    context.dependsOn(...peopleIn(view).map((id) => `user:${id}`))
    return ok({ ...view, loginRequired: false })
  },

  pastEvents: async (context, asked) => ok(await pastEvents(context, asked, VISITOR)),
  memberPastEvents: async (context, asked) => ok(await pastEvents(context, asked, SIGNED_IN)),

  pastEventsOfLeague: async (context, asked) => {
    const { userId, plan } = asker(context)
    const page = await eventsOfLeague(context.db, { ...asked, status: 'ENDED' }, [userId, plan], context.now, outcomeFor(userId))
    return page ? ok(pastPage(page)) : refuse('NOT_FOUND')
  },

  memberResults: async (context, { sessionId }) => {
    const event = await visible(context, sessionId, asker(context).userId, true)
    if (!event.ok) return event
    const view = resultsView(event.value)
    const { userId, plan } = asker(context)
    const may = { manageFiles: mayManageFiles(event.value) === true, seeAllLaps: seesAllLaps(plan) }
    return ok({ ...view, may, mine: rowsByDriver(view).get(userId) ?? [] })
  },

  chart: async (context, { sessionId, segment, split }) => {
    const event = await visible(context, sessionId, VISITOR)
    if (!event.ok) return event
    const lines = await findLines(context.db, sessionId, segment, split)
    return ok({ lines: lines.map(chartLine) })
  },

  lapChart: async (context, { sessionId, segment, split }) => {
    const event = await visible(context, sessionId, asker(context).userId)
    if (!event.ok) return event
    const lines = await findLines(context.db, sessionId, segment, split)
    const { plan } = asker(context)
    return ok({ lines: lines.map((line) => lapChartLine(line, maySeeLaps(asker(context), line.userIds))), upgrade: !seesAllLaps(plan) })
  },

  driverLaps: async (context, params) => {
    const event = await visible(context, params.sessionId, asker(context).userId)
    if (!event.ok) return event
    const found = await findLaps(context.db, params)
    return found ? ok(lapsView(found, maySeeLaps(asker(context), found.user_ids), params)) : refuse('NOT_FOUND')
  },

  sessionPoints: async (context, { sessionId }) => {
    const event = await visible(context, sessionId, asker(context).userId, true)
    if (!event.ok) return event
    const races = resultsView(event.value).results.filter(({ type }) => type === 'RACE')
    const racePoints = races.map(({ no, splitNo, results }) => ({
      raceNo: no,
      splitNo,
      points: results.map(({ driverId, participantId, finalPoints }) => ({ driverId, participantId, points: finalPoints })),
    }))
    const driven = event.value.segments.filter(({ type }) => type === 'RACE')
    const given = new Map(driven.flatMap(({ rows }) => rows.map((row) => [row.id, row.event_adjustment] as const)))
    // a driver is the same in every race, as in the season, whether or not they were entered by then; a team, and a guest, by its key in its split
    const scorers = new Map(
      driven.flatMap(({ split_no: splitNo, rows }) => rows.map((row) => [row.id, row.user_id ?? keyInEvent(row.match_key, splitNo)] as const)),
    )
    const sums = Map.groupBy(
      racePoints.flatMap(({ points }) => points),
      ({ participantId }) => scorers.get(participantId),
    )
    const overallPoints = [...sums.values()].map((all) => ({
      ...all[0]!,
      points: rounded(all.reduce((sum, { points, participantId }) => sum + points + (given.get(participantId) ?? 0), 0)),
    }))
    return ok({ overallPoints: overallPoints.toSorted((a, b) => b.points - a.points), racePoints })
  },

  driverResults: async (context, asked) => ok(await driverResults(context.db, asker(context).userId, asked)),

  publicDriverResults: async ({ db, dependsOn }, asked) => {
    const found = await driverResults(db, VISITOR, asked)
    dependsOn(`user:${asked.id}`, 'leagues', ...found.results.flatMap((one) => [`session:${one.sessionId}`, `league:${one.leagueId}`]))
    return ok(found)
  },
}

/** The tables are the same for all who do not look after the event; which rows are mine is one's own. */
export const resultsApart = {
  memberPastEvents: {
    own: [],
    same: async (context, asked) => ok({ answer: await pastEvents(context, asked, SIGNED_IN), about: null }),
    // what everybody sees all see alike
    mine: async () => ({}),
  } satisfies Apart<typeof resultsContract.memberPastEvents>,
  pastEventsOfLeague: {
    own: [],
    same: async ({ db, now, dependsOn }, asked, plan) => {
      dependsOn('sessions', `league:${asked.id}`)
      const found = await eventsOfLeague(db, { ...asked, status: 'ENDED' }, [null, plan], now, outcomeFor(SIGNED_IN))
      if (!found) return refuse('NOT_FOUND')
      const page = pastPage(found)
      dependsOn(...topicsOf(page))
      return ok({ answer: page, about: null })
    },
    // what everybody sees all see alike
    mine: async () => ({}),
  } satisfies Apart<typeof resultsContract.pastEventsOfLeague>,
  memberResults: {
    own: ['mine'],
    same: async (context, { sessionId }, plan) => {
      const event = await visible(context, sessionId, SIGNED_IN, true)
      if (!event.ok) return event
      const view = resultsView(event.value)
      context.dependsOn(...peopleIn(view).map((id) => `user:${id}`))
      const answer = { ...view, may: { manageFiles: false, seeAllLaps: seesAllLaps(plan) } }
      return ok({ answer, about: { leagueId: event.value.leagueId, rows: rowsByDriver(view) } })
    },
    mine: async (context, _params, { about }, reader) =>
      (await looksAfter(context, about.leagueId, reader)) ? null : { mine: about.rows.get(asker(context).userId) ?? [] },
  } satisfies Apart<typeof resultsContract.memberResults, 'mine', { readonly leagueId: LeagueId; readonly rows: ReturnType<typeof rowsByDriver> }>,
}

/** The rows of each driver, by their participants. */
function rowsByDriver({ results }: ResultsView): ReadonlyMap<UserId, string[]> {
  const rows = new Map<UserId, string[]>()
  for (const { participantId, drivers } of results.flatMap((segment) => segment.results))
    for (const { userId } of drivers) if (userId) rows.set(userId, [...(rows.get(userId) ?? []), participantId])
  return rows
}

async function pastEvents({ db, now, dependsOn }: QueryContext, asked: ParamsOf<typeof resultsContract.pastEvents>, viewer: Viewer) {
  dependsOn('sessions', ...(asked.leagueId ? [`league:${asked.leagueId}`] : []))
  const page = pastPage(await listedEvents(db, { ...asked, status: 'ENDED' }, now, outcomeFor(viewer)))
  dependsOn(...topicsOf(page))
  return page
}

const pastPage = ({ events, beside, total }: Awaited<ReturnType<typeof listedEvents<Told>>>) => ({
  events: events.map((event, index) => ({ ...event, ...(beside[index] ?? { outcome: null, loginRequired: false }) })),
  total,
})

/** Of the events, their communities, and everybody named as having won. */
function topicsOf({ events }: ReturnType<typeof pastPage>): readonly string[] {
  const people = events.flatMap(({ outcome }) => [...(outcome?.podium ?? []), outcome?.fastestLap].flatMap((one) => one?.driverId ?? []))
  return [...events.flatMap(({ id, leagueId }) => [`session:${id}`, `league:${leagueId}`]), ...people.map((id) => `user:${id}`)]
}
