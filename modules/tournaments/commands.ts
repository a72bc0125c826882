import type { TournamentId } from '#core/ids.ts'
import { all, ok, refuse } from '#core/result.ts'
import { dropImages, registerImages, takeImage } from '#modules/leagues/door.ts'
import { notify } from '#modules/notifications/door.ts'
import { lockSession, publishEvents, type SessionFacts } from '#modules/sessions/door.ts'
import { isOver } from '#modules/sessions/rules.ts'
import { together, type CommandsOf } from '#server/room.ts'
import { ballastCommands } from './commands/ballast.ts'
import { byHandCommands } from './commands/by-hand.ts'
import { calendarCommands } from './commands/calendar.ts'
import { driverCommands } from './commands/drivers.ts'
import { letGo } from './commands/ending.ts'
import { endLine, moveUp } from './commands/line.ts'
import { administered, at, named, ordered } from './commands/managed.ts'
import { placeCommands } from './commands/places.ts'
import { lockEvents, plannerCommands } from './commands/planner.ts'
import { teamCommands } from './commands/teams.ts'
import type { tournamentsContract } from './contract.ts'
import {
  MultiplierSet,
  PointSystemSet,
  TournamentAdded,
  TournamentDeleted,
  TournamentEdited,
  TournamentEnded,
  TournamentImageChanged,
  TournamentPublished,
  TournamentSessionAdded,
  TournamentSessionRemoved,
  TournamentStarted,
} from './contract/facts.ts'
import { tournamentsNotices } from './contract/notices.ts'
import { checkEnd, checkFields, checkPoints, checkPublish, fitsClasses, keepsCars, keepsDrivers, publishedAs } from './decide.ts'
import { mayChangeImage } from './policy.ts'
import { type TournamentType } from '#modules/sessions/rules/season.ts'
import { hasBegun, TOURNAMENT, type TournamentStatus } from './rules.ts'
import {
  addSession,
  bump,
  classesOf,
  freeSessions,
  insertTournament,
  placeOf,
  removeSession,
  sessionsOf,
  setScoring,
  showsImage,
  updateTournament,
} from './store.ts'
import { awaitedClasses, chosenCars, countClasses, seatInClasses } from './store/drivers.ts'
import { presentIn } from './store/picked.ts'
import { keepStandings } from './store/standings.ts'

for (const entity of ['CHAMPIONSHIP', 'SERIES'] as const)
  registerImages(entity, {
    find: async (db, id) => {
      const place = await placeOf(db, id as TournamentId)
      if (place?.type !== entity) return null
      return { leagueId: place.league_id, mayUpload: (facts, plan) => mayChangeImage(facts, place.status as TournamentStatus, plan) }
    },
    shows: showsImage,
  })

/** Commands on a season as a whole. Each locks the community first, then an event it is about, then the season. */
export const tournamentsCommands: CommandsOf<typeof tournamentsContract> = {
  ...driverCommands,
  ...teamCommands,
  ...placeCommands,
  ...plannerCommands,
  ...ballastCommands,
  ...byHandCommands,
  ...calendarCommands,

  AddTournament: async (context, { body }) => {
    const { tx, now, newId, actor, record } = context
    const { leagueId, type, game, pointSystem, ...fields } = body
    const league = await administered(context, leagueId)
    if (!league.ok) return league
    const valid = all(checkFields(fields), checkPoints(pointSystem))
    if (valid !== true) return valid
    const id = newId<'tournament'>()
    await insertTournament(tx, { id, leagueId, type, game, by: actor.userId, pointSystem }, fields, now)
    record(TournamentAdded, { tournamentId: id, leagueId, name: fields.name, type })
    return ok({ aggregateId: id, v: 1 })
  },

  EditTournament: async (context, { id, v, body }) => {
    const { tx, now, record } = context
    const found = await ordered(context, id as TournamentId, 'edit', () => lockEvents(context, id as TournamentId))
    if (!found.ok) return found
    const { season } = found.value
    const awaited = await awaitedClasses(tx, season.id)
    const classes = (await classesOf(tx, season.id)).map((one) => ({
      id: one.class_id,
      maxEntries: one.max_entries,
      taken: one.taken,
      isAwaited: awaited.has(one.class_id),
    }))
    const valid = all(
      checkFields(body),
      keepsDrivers({ maxEntries: season.max_entries, taken: season.taken, classes }, body),
      keepsCars(await chosenCars(tx, season.id), body),
    )
    if (valid !== true) return valid
    const saved = await updateTournament(tx, season.id, v, body)
    if (!saved.ok) return saved
    if (classes.length === 0 && body.carClasses.length > 0) {
      const fits = fitsClasses(await seatInClasses(tx, season.id))
      if (fits !== true) return fits
      await countClasses(tx, season.id)
    }
    await moveUp(context, season.id)
    await keepStandings(tx, season.id, now)
    record(TournamentEdited, { ...at(season), name: body.name })
    return saved
  },

  SetPointSystem: async (context, { id, v, body: { pointSystem } }) => {
    const { tx, now, record } = context
    const found = await ordered(context, id as TournamentId, 'edit', () => lockEvents(context, id as TournamentId))
    if (!found.ok) return found
    const { season } = found.value
    const valid = checkPoints(pointSystem)
    if (valid !== true) return valid
    const saved = await bump(tx, season.id, v, { point_system: JSON.stringify(pointSystem) })
    if (!saved.ok) return saved
    await keepStandings(tx, season.id, now)
    record(PointSystemSet, named(season))
    return saved
  },

  AddMultiplier: async (context, { id, v, body: { sessionId, multiplier, table, raceTables, fastestLap } }) => {
    const { tx, now, record } = context
    const found = await ordered(context, id as TournamentId, 'edit', () => lockSession(tx, sessionId))
    if (!found.ok) return found
    const { season } = found.value
    const saved = await bump(tx, season.id, v, {})
    if (!saved.ok) return saved
    const scoring = { multiplier, table: table ?? null, raceTables: raceTables ?? null, fastestLap: fastestLap ?? null }
    if (!(await setScoring(tx, season.id, sessionId, scoring))) return refuse('NOT_FOUND', { field: 'sessionId' })
    await keepStandings(tx, season.id, now)
    record(MultiplierSet, { ...named(season), sessionId, multiplier })
    return saved
  },

  PublishTournament: async (context, { id, v }) => {
    const { tx, now, record } = context
    const events: SessionFacts[] = []
    const found = await ordered(context, id as TournamentId, 'publish', async () => events.push(...(await lockEvents(context, id as TournamentId))))
    if (!found.ok) return found
    const { season } = found.value
    const publishable = checkPublish(season.status as TournamentStatus, events, now)
    if (publishable !== true) return publishable
    const ids = events.map((event) => event.id)
    const published = await publishEvents(together(context), season.league_id, ids)
    if (!published.ok) return published
    const status = publishedAs(events)
    const hasStarted = status === 'STARTED'
    const saved = await bump(tx, season.id, v, { status, published_at: now, ...(hasStarted && { started_at: now }) })
    if (!saved.ok) return saved
    await keepStandings(tx, season.id, now)
    record(TournamentPublished, named(season))
    if (hasStarted) together(context).record(TournamentStarted, at(season))
    return saved
  },

  EndTournament: async (context, { id, v, body: { coming = null } }) => {
    const { tx, now, record } = context
    const events: SessionFacts[] = []
    const found = await ordered(context, id as TournamentId, 'end', async () => events.push(...(await lockEvents(context, id as TournamentId))))
    if (!found.ok) return found
    const { season } = found.value
    const possible = checkEnd(events, coming)
    if (possible !== true) return possible
    const saved = await bump(tx, season.id, v, { status: 'FINISHED', ended_at: now })
    if (!saved.ok) return saved
    const gone = coming === null ? ok(0) : await letGo(context, season, events, coming)
    if (!gone.ok) return gone
    await endLine(context, season)
    await keepStandings(tx, season.id, now)
    record(TournamentEnded, { ...named(season), ...(coming !== null && gone.value > 0 && { coming, count: gone.value }) })
    return saved
  },

  DeleteTournament: async (context, { id, v }) => {
    const { tx, now, record } = context
    const found = await ordered(context, id as TournamentId, 'delete', () => lockEvents(context, id as TournamentId))
    if (!found.ok) return found
    const { league, season } = found.value
    const saved = await bump(tx, season.id, v, { deleted_at: now })
    if (!saved.ok) return saved
    for (const { userId, isIn } of await presentIn(tx, season.id))
      notify(context, isIn ? tournamentsNotices.deleted : tournamentsNotices.deletedInLine, {
        userId,
        params: { season: season.name, league: league.name },
        link: `/communities/${season.league_id}#events`,
        effectKey: `season-deleted:${season.id}:${userId}`,
      })
    for (const freed of await freeSessions(tx, season.id)) together(context).record(TournamentSessionRemoved, { ...named(season), ...freed })
    record(TournamentDeleted, named(season))
    return saved
  },

  ChangeTournamentImage: async (context, { id, v, body: { img } }) => {
    const { tx, now, record } = context
    const found = await ordered(context, id as TournamentId, 'duplicate')
    if (!found.ok) return found
    const { league, season } = found.value
    const plan = img === null ? null : league.plan
    const may = mayChangeImage({ ...league, role: 'admin' }, season.status as TournamentStatus, plan)
    if (may !== true) return may
    const images =
      img === null
        ? ok(new Map<string, string>())
        : await takeImage(tx, { type: season.type as TournamentType, id }, { type: 'background', name: img }, now)
    if (!images.ok) return images
    const shown = { bg_image: images.value.get('background') ?? null, bg_image_small: images.value.get('background-small') ?? null }
    const saved = await bump(tx, season.id, v, shown)
    if (!saved.ok) return saved
    dropImages(context, [season.bg_image, season.bg_image_small], Object.values(shown))
    record(TournamentImageChanged, { ...named(season), img })
    return saved
  },

  AddTournamentSession: async (context, { id, v, body: { sessionId } }) => {
    const { tx, now, record } = context
    const found = await ordered(context, id as TournamentId, 'edit', () => lockSession(tx, sessionId))
    if (!found.ok) return found
    const { season } = found.value
    const event = await lockSession(tx, sessionId)
    if (event?.leagueId !== season.league_id || event.status === 'RECURRING') return refuse('NOT_FOUND', { field: 'sessionId' })
    if (event.game !== season.game) return refuse('CONFIG_INVALID', { field: 'sessionId', reason: 'otherGame' })
    if ((await sessionsOf(tx, season.id)).length >= TOURNAMENT.sessions)
      return refuse('CONFIG_INVALID', { field: 'sessionId', reason: 'seasonFull', max: TOURNAMENT.sessions })
    // its first event may have begun before it was the season's
    const starts = season.status === 'REGISTRATION' && hasBegun(event.status)
    const saved = await bump(tx, season.id, v, starts ? { status: 'STARTED', started_at: now } : {})
    if (!saved.ok) return saved
    if (event.roundId !== null || !(await addSession(tx, season.id, sessionId, { ownPoints: event.points ?? {} })))
      return refuse('CONFIG_INVALID', { field: 'sessionId', reason: 'inSeason' })
    await keepStandings(tx, season.id, now)
    record(TournamentSessionAdded, { ...named(season), sessionId })
    if (starts) together(context).record(TournamentStarted, at(season))
    return saved
  },

  RemoveTournamentSession: async (context, { id, v, body: { sessionId } }) => {
    const { tx, now, record } = context
    const found = await ordered(context, id as TournamentId, 'edit', () => lockSession(tx, sessionId))
    if (!found.ok) return found
    const { season } = found.value
    const event = await lockSession(tx, sessionId)
    const saved = await bump(tx, season.id, v, {})
    if (!saved.ok) return saved
    const freed = await removeSession(tx, season.id, sessionId)
    if (!event || !freed) return refuse('NOT_FOUND', { field: 'sessionId' })
    if (isOver(event.status) && season.status !== 'UNPUBLISHED') return refuse('WRONG_STATE', { status: event.status })
    await keepStandings(tx, season.id, now)
    record(TournamentSessionRemoved, { ...named(season), ...freed })
    return saved
  },
}
