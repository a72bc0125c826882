import type { SessionId, TournamentId } from '#core/ids.ts'
import { ok, refuse } from '#core/result.ts'
import { hasFeature } from '#modules/billing/rules.ts'
import { copyConfigs } from '#modules/leagues/door.ts'
import { lockSession, moveEvents, planEvents, type EventTemplate, type SessionFacts } from '#modules/sessions/door.ts'
import { isNotStarted } from '#modules/sessions/rules.ts'
import { together, type CommandContext, type CommandsOf } from '#server/room.ts'
import type { tournamentsContract } from '../contract.ts'
import type { TypedTemplate } from '../contract/planner.ts'
import { RoundsMoved, RoundsPlanned, TournamentAdded, TournamentSessionAdded } from '../contract/facts.ts'
import { pointSystem as pointSystemShape, type EditBody } from '../contract/shapes.ts'
import { eventPointsOf, inherited } from '../decide/defaults.ts'
import type { TournamentType } from '#modules/sessions/rules/season.ts'
import { TOURNAMENT, type CarChange } from '../rules.ts'
import { daysLater, daysTo, plannedDates, weeksLater } from '../rules/planner.ts'
import { addSession, bump, classesOf, insertTournament, sessionsOf, updateTournament, type Scoring, type TournamentRow } from '../store.ts'
import { keepStandings } from '../store/standings.ts'
import { named, ordered } from './managed.ts'

type Planner = 'PlanRounds' | 'MoveRounds' | 'DuplicateTournament'

/** A season's calendar as a whole. Community first, then the events it is about, then the season; events that are made are known to nobody yet. */
export const plannerCommands: Pick<CommandsOf<typeof tournamentsContract>, Planner> = {
  PlanRounds: async (context, { id, v, body: { template, plan, rounds, publish } }) => {
    const { tx, now, record } = context
    const source = 'sessionId' in template ? template.sessionId : null
    const found = await ordered(context, id as TournamentId, 'edit', async () => source && (await lockSession(tx, source)))
    if (!found.ok) return found
    const { season } = found.value
    const event = source && (await lockSession(tx, source))
    if (source && !isTemplateOf(season, event)) return refuse('NOT_FOUND', { field: 'template' })
    const before = (await sessionsOf(tx, season.id)).length
    if (before + rounds.length > TOURNAMENT.sessions)
      return refuse('CONFIG_INVALID', { field: 'rounds', reason: 'seasonFull', max: TOURNAMENT.sessions })
    const dates = plannedDates(plan, rounds.length).filter(({ isSkipped }) => !isSkipped)
    if (dates.length < rounds.length) return refuse('CONFIG_INVALID', { field: 'plan.firstDay', reason: 'date' })
    const fields = await defaultsOf(context, season, event)
    const planned = await planEvents(together(context), {
      leagueId: season.league_id,
      publish,
      points: eventPointsOf(pointSystemShape.parse(season.point_system)),
      events: rounds.map(({ name, trackId, layoutId = null, startsAt }, index) => ({
        template: templateOf(template, season, fields),
        startsAt: startsAt === undefined ? dates[index]!.startsAt : new Date(startsAt),
        name,
        track: { trackId, layoutId },
      })),
    })
    if (!planned.ok) return planned
    const saved = await updateTournament(tx, season.id, v, fields, { time_zone: plan.timeZone })
    if (!saved.ok) return saved
    for (const sessionId of planned.value) {
      await addSession(tx, season.id, sessionId)
      together(context).record(TournamentSessionAdded, { ...named(season), sessionId })
    }
    await keepStandings(tx, season.id, now)
    record(RoundsPlanned, { ...named(season), count: rounds.length })
    return ok({ v: saved.value.v, sessionIds: [...planned.value] })
  },

  MoveRounds: async (context, { id, v, body: { sessionId, only, weeks, timeZone } }) => {
    const { tx, now, record } = context
    const events: SessionFacts[] = []
    const found = await ordered(context, id as TournamentId, 'edit', async () => events.push(...(await lockEvents(context, id as TournamentId))))
    if (!found.ok) return found
    const { season } = found.value
    const first = events.find((event) => event.id === sessionId)
    if (!first) return refuse('NOT_FOUND', { field: 'sessionId' })
    if (!isNotStarted(first.status)) return refuse('EVENT_STARTED', { status: first.status })
    const moving = only ? [first] : events.filter(({ status, startsAt }) => isNotStarted(status) && startsAt >= first.startsAt)
    const saved = await bump(tx, season.id, v, {})
    if (!saved.ok) return saved
    // the last first where they go on, so that none counts twice in a week on its way
    const inOrder = moving.toSorted((a, b) => (b.startsAt.getTime() - a.startsAt.getTime()) * Math.sign(weeks))
    const moved = await moveEvents(
      together(context),
      season.league_id,
      inOrder.map((event) => ({ id: event.id, startsAt: weeksLater(event.startsAt, weeks, timeZone) })),
    )
    if (!moved.ok) return moved
    await keepStandings(tx, season.id, now)
    record(RoundsMoved, { ...named(season), count: moving.length, weeks })
    return saved
  },

  DuplicateTournament: async (context, { id, v, body: { name, rounds } }) => {
    const { tx, now, newId, actor, record } = context
    const events: SessionFacts[] = []
    const found = await ordered(context, id as TournamentId, 'duplicate', async () => {
      if (rounds) events.push(...(await lockEvents(context, id as TournamentId)))
    })
    if (!found.ok) return found
    const { season } = found.value
    if (season.v !== v) return refuse('VERSION_CONFLICT')
    const copy = newId<'tournament'>()
    const type = season.type as TournamentType
    const made = { id: copy, leagueId: season.league_id, type, game: season.game, by: actor.userId }
    const pointSystem = pointSystemShape.parse(season.point_system)
    const successBallast = season.success_ballast === null ? null : JSON.stringify(season.success_ballast)
    const hasPictures = hasFeature(found.value.league.plan, 'eventImages')
    const pictures = { bg_image: season.bg_image, bg_image_small: season.bg_image_small }
    await insertTournament(
      tx,
      { ...made, pointSystem, successBallast, timeZone: rounds?.timeZone ?? season.time_zone, ...(hasPictures ? { pictures } : {}) },
      { ...(await fieldsOf(context, season)), name },
      now,
    )
    await copyConfigs(tx, season.id, copy)
    record(TournamentAdded, { tournamentId: copy, leagueId: season.league_id, name, type })
    const [first] = events
    if (!first || !rounds) return ok({ aggregateId: copy, v: 1 })
    const days = daysTo(rounds.firstDay, first.startsAt, rounds.timeZone)
    const planned = await planEvents(together(context), {
      leagueId: season.league_id,
      publish: false,
      points: eventPointsOf(pointSystem),
      events: events.map((event) => ({ template: { event: event.id }, startsAt: daysLater(event.startsAt, days, rounds.timeZone) })),
    })
    if (!planned.ok) return planned
    const before = new Map((await sessionsOf(tx, season.id)).map((row) => [row.session_id, row]))
    for (const [index, event] of events.entries()) {
      const { multiplier, point_table: table, race_tables: raceTables, fastest_lap: fastestLap } = before.get(event.id)!
      const sessionId = planned.value[index]!
      await addSession(tx, copy, sessionId, { multiplier: Number(multiplier), table, raceTables, fastestLap } as Scoring)
      together(context).record(TournamentSessionAdded, { tournamentId: copy, leagueId: season.league_id, sessionId, name })
    }
    await keepStandings(tx, copy, now)
    record(RoundsPlanned, { tournamentId: copy, leagueId: season.league_id, name, count: events.length })
    return ok({ aggregateId: copy, v: 1 })
  },
}

/** Every event of a season in the order of their starts, locked in that of their ids. */
export async function lockEvents({ tx }: Pick<CommandContext, 'tx'>, id: TournamentId): Promise<readonly SessionFacts[]> {
  const events: SessionFacts[] = []
  for (const { session_id: sessionId } of await sessionsOf(tx, id)) {
    const event = await lockSession(tx, sessionId)
    if (event) events.push(event)
  }
  return events.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || (a.id < b.id ? -1 : 1))
}

const isTemplateOf = (season: TournamentRow, event: SessionFacts | '' | null): event is SessionFacts =>
  event !== '' && event?.leagueId === season.league_id && event.game === season.game && event.status !== 'RECURRING'

/** What the form of a season says of it now. */
async function fieldsOf({ tx }: Pick<CommandContext, 'tx'>, season: TournamentRow): Promise<EditBody> {
  const classes = await classesOf(tx, season.id)
  return {
    name: season.name,
    description: season.description,
    cars: season.car_ids.map((id) => ({ id })),
    carClasses: classes.map((one) => ({
      id: one.class_id,
      name: one.name,
      color: one.color,
      cars: one.car_ids,
      maxClassEntries: one.max_entries,
    })),
    entryRules: { joinAfterStart: season.join_after_start, carChange: season.car_change as CarChange },
    participationRules: { sessionSkipLimit: season.session_skip_limit },
    maxEntries: season.max_entries,
  }
}

/** As the season has them; one without cars of its own, and nobody in it yet, takes those of the event it is planned by. */
async function defaultsOf(context: CommandContext, season: TournamentRow, event: SessionFacts | '' | null): Promise<EditBody> {
  const fields = await fieldsOf(context, season)
  const isOpen = fields.cars.length === 0 && fields.carClasses.length === 0 && season.taken === 0
  if (!event || !isOpen) return fields
  const carClasses = event.classes.map(({ id, name, color, carIds, maxEntries }) => ({
    id,
    name,
    color,
    cars: [...carIds],
    maxClassEntries: maxEntries,
  }))
  return { ...fields, carClasses, cars: carClasses.length > 0 ? [] : event.carIds.map((id) => ({ id })) }
}

type Template = { readonly sessionId: SessionId } | { readonly typed: TypedTemplate }
const templateOf = (template: Template, season: TournamentRow, fields: EditBody): EventTemplate =>
  'sessionId' in template ? { event: template.sessionId } : { typed: inherited(template.typed, season, fields) }
