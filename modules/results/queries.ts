import type { ParamsOf } from '#core/contract.ts'
import { toCsv } from '#core/csv.ts'
import { formatLapTime } from '#core/lap-time.ts'
import type { LeagueId, SessionId, UserId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { looksAfter } from '#modules/leagues/door.ts'
import { eventPreview, eventsOfLeague, listedEvents } from '#modules/sessions/door.ts'
import { SIGNED_IN, VISITOR, type Viewer } from '#modules/visibility/rules.ts'
import type { Card } from '#server/outside/cards/card.ts'
import type { Apart, QueriesOf, QueryContext, UserActor } from '#server/room.ts'
import type { resultsContract, ResultsView, SegmentView } from './contract.ts'
import { mayManageFiles, maySee, maySeeLaps } from './policy.ts'
import { driverResults } from './queries/drivers.ts'
import { chartLine, findLaps, findLines, lapChartLine, lapsView } from './queries/laps.ts'
import { eventInSight, type EventInSight } from './queries/event-in-sight.ts'
import { outcomeFor, type Told } from './queries/outcome.ts'
import { peopleIn, resultsView } from './queries/table.ts'
import { csvRows, gapText, raceTime, seesAllLaps } from './rules.ts'

const asker = ({ actor }: QueryContext): UserActor => actor as UserActor

/** Answers about results. The public ones are the same for everybody and kept; a hidden community's results are missing to strangers. */
export const resultsQueries: QueriesOf<typeof resultsContract> = {
  results: async (context, { sessionId }) => {
    const event = await visible(context, sessionId, VISITOR, true)
    if (isKept(event)) return ok({ sessionId, results: [], rankingStatus: 'UNRANKED', averageFieldStrength: null, loginRequired: true })
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

  resultCard: async (context, { sessionId }) => {
    const event = await visible(context, sessionId, VISITOR, true)
    if (!event.ok && !isKept(event)) return event
    const preview = await eventPreview(context.db, sessionId, context.publicUrl)
    if (!preview) return refuse('NOT_FOUND')
    // what it shows of an event before anybody has driven
    if (!event.ok) return ok(await context.cards.draw(preview.card))
    const view = resultsView(event.value)
    context.dependsOn(...peopleIn(view).map((id) => `user:${id}`))
    return ok(await context.cards.draw({ ...preview.card, podium: podiumOf(view) }))
  },

  memberResults: async (context, { sessionId }) => {
    const event = await visible(context, sessionId, asker(context).userId, true)
    if (!event.ok) return event
    const view = resultsView(event.value)
    const { userId, plan } = asker(context)
    const may = { manageFiles: mayManageFiles(event.value) === true, seeAllLaps: seesAllLaps(plan) }
    return ok({ ...view, may, mine: rowsByDriver(view).get(userId) ?? [] })
  },

  exportCsv: async (context, { sessionId, segment, split }) => {
    const event = await visible(context, sessionId, VISITOR, true)
    return event.ok ? csvOf(context, event.value, segment, split) : event
  },

  memberExportCsv: async (context, { sessionId, segment, split }) => {
    const event = await visible(context, sessionId, asker(context).userId, true)
    return event.ok ? csvOf(context, event.value, segment, split) : event
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
    const stored = event.value.segments.flatMap(({ rows }) => rows)
    const keys = new Map(stored.map((row) => [row.id, row.match_key] as const))
    const given = new Map(stored.map((row) => [row.id, row.event_adjustment] as const))
    const sums = Map.groupBy(
      racePoints.flatMap(({ points }) => points),
      // a team, and a guest, is the same in every race by its key
      ({ participantId }) => keys.get(participantId),
    )
    const overallPoints = [...sums.values()].map((all) => ({
      ...all[0]!,
      points: all.reduce((sum, { points, participantId }) => sum + points + (given.get(participantId) ?? 0), 0),
    }))
    return ok({ overallPoints: overallPoints.toSorted((a, b) => b.points - a.points), racePoints })
  },

  driverResults: async (context, { id, ...page }) => ok(await driverResults(context.db, id, asker(context).userId, page)),

  publicDriverResults: async ({ db, dependsOn }, { id, ...page }) => {
    const found = await driverResults(db, id, VISITOR, page)
    dependsOn(`user:${id}`, 'leagues', ...found.results.flatMap((one) => [`session:${one.sessionId}`, `league:${one.leagueId}`]))
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

/** Whether an event is there, and what came of it told to the signed-in alone. */
const isKept = (event: Result<EventInSight>): boolean => !event.ok && event.refusal.code === 'LOGIN_REQUIRED'

/** The event, when the viewer may know of it and who drove there; names the topics on which that depends. */
async function visible({ db, dependsOn }: QueryContext, sessionId: SessionId, viewer: Viewer, withTables = false): Promise<Result<EventInSight>> {
  dependsOn(`session:${sessionId}`)
  const event = await eventInSight(db, sessionId, viewer, withTables)
  if (!event) return refuse('NOT_FOUND')
  dependsOn(`league:${event.leagueId}`)
  const may = maySee(event)
  return may === true ? ok(event) : may
}

/** Of the last race, on the first server: with the winner's time and the gaps to it. */
function podiumOf(view: ResultsView): Card['podium'] {
  const race = view.results.findLast(({ type, splitNo }) => type === 'RACE' && splitNo === 1)
  const first = race?.results.slice(0, 3).filter(({ status }) => status === 'FINISHED') ?? []
  return first.map((row) => ({
    country: row.country,
    name: row.name ?? '–',
    more: row.position === 1 ? formatLapTime(raceTime(row)) : gapText(row, (count) => `+${count} L`),
  }))
}

function csvOf(context: QueryContext, event: EventInSight, key: SegmentView['key'], split: number): Result<string> {
  const view = resultsView(event)
  context.dependsOn(...peopleIn(view).map((id) => `user:${id}`))
  const segment = view.results.find((one) => one.key === key && one.splitNo === split)
  return segment ? ok(toCsv(csvRows(segment.results, segment.carClasses, segment.manualSession))) : refuse('NOT_FOUND')
}
