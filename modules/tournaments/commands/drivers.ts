import type { SessionId, TournamentId, UserId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { holdPerson } from '#modules/accounts/door.ts'
import { roleIn } from '#modules/leagues/door.ts'
import { notify } from '#modules/notifications/door.ts'
import { sessionFacts } from '#modules/sessions/door.ts'
import { sightOf } from '#modules/visibility/door.ts'
import type { CommandContext, CommandsOf } from '#server/room.ts'
import type { tournamentsContract } from '../contract.ts'
import {
  SeasonCarChanged,
  SeasonDisqualified,
  SeasonJoined,
  SeasonLeft,
  SeasonQueued,
  SeasonReinstated,
  SessionSkipped,
  SkipCancelled,
} from '../contract/facts.ts'
import { tournamentsNotices } from '../contract/notices.ts'
import { checkCarChange, checkJoin, checkSkip, chooseSeasonCar, type SeasonCars } from '../decide.ts'
import { mayJoin } from '../policy.ts'
import { tournamentPath, type TournamentType } from '#modules/sessions/rules/season.ts'
import type { CarChange, ParticipantStatus, TournamentStatus } from '../rules.ts'
import { bump, classesOf, lockRow, tournamentOf, type TournamentRow } from '../store.ts'
import {
  carsOfEvents,
  countSkips,
  deleteSkip,
  findDriver,
  freeSeat,
  insertDriver,
  insertSkip,
  removeWaiting,
  setCar,
  setDriver,
  takeClassSeat,
  takeSeat,
} from '../store/drivers.ts'
import { teamAsKnown } from '../store/teams.ts'
import { keepStandings } from '../store/standings.ts'
import { moveUp } from './line.ts'
import { at, ordered } from './managed.ts'

type Own = 'JoinTournament' | 'ChangeSeasonCar' | 'LeaveTournament' | 'SkipSession' | 'CancelSkip' | 'Disqualify' | 'RevokeDisqualification'

/** Who drives a season. What drivers do themselves locks the season alone, so that two hundred at a deadline wait for nothing but its count. */
export const driverCommands: Pick<CommandsOf<typeof tournamentsContract>, Own> = {
  JoinTournament: async (context, { id: asked, body }) => {
    const { tx, now, actor, record } = context
    const id = asked as TournamentId
    const season = await lockRow(tx, id)
    const sight = season && (await sightOf(tx, season.league_id, actor.userId))
    if (!season || !sight) return refuse('NOT_FOUND')
    const may = mayJoin(sight, season.status as TournamentStatus)
    if (may !== true) return may
    const [classes, before] = [await classesOf(tx, id), await findDriver(tx, id, actor.userId)]
    const classId = body.carClassId ?? null
    const joining = {
      type: season.type as TournamentType,
      status: season.status as TournamentStatus,
      joinAfterStart: season.join_after_start,
      classIds: classes.map((one) => one.class_id),
      before: (before?.status as ParticipantStatus | undefined) ?? null,
    }
    const fits = checkJoin(joining, classId)
    if (fits !== true) return fits
    const car = chooseSeasonCar(await carsOf(tx, season, classId), body.carId ?? null)
    if (!car.ok) return car
    const hasSeat = await seatFor(context, id, classId)
    if (!(await holdPerson(tx, actor.userId))) return refuse('ACCOUNT_NOT_FOUND')
    const status = hasSeat ? 'ACTIVE' : 'WAITING_LIST'
    const teamName = await teamAsKnown(tx, id, body.teamName ?? null, actor.userId)
    await insertDriver(tx, { id, userId: actor.userId, classId, teamName, carId: car.value, status }, now)
    if (hasSeat) await keepStandings(tx, id, now)
    record(hasSeat ? SeasonJoined : SeasonQueued, { ...at(season), userId: actor.userId, classId })
    return ok({ v: season.v, status })
  },

  ChangeSeasonCar: async (context, { id, body: { carId } }) => {
    const { tx, actor, record } = context
    const found = await driving(context, id as TournamentId)
    if (!found.ok) return found
    const { season, classId, carId: from } = found.value
    const may = checkCarChange(season.car_change as CarChange, season.status as TournamentStatus)
    if (may !== true) return may
    const car = chooseSeasonCar(await carsOf(tx, season, classId), carId)
    if (!car.ok) return car
    if (carId === from) return ok({ v: season.v })
    await setCar(tx, season.id, actor.userId, carId)
    record(SeasonCarChanged, { ...at(season), userId: actor.userId, from, to: carId })
    return ok({ v: season.v })
  },

  LeaveTournament: async (context, { id }) => {
    const { tx, now, actor, record } = context
    const found = await driving(context, id as TournamentId, ['ACTIVE', 'WAITING_LIST'])
    if (!found.ok) return found
    const { season, classId, status } = found.value
    if (status === 'WAITING_LIST') {
      await removeWaiting(tx, season.id, actor.userId)
      record(SeasonLeft, { ...at(season), userId: actor.userId })
      return ok({ v: season.v })
    }
    if (season.status === 'FINISHED') return refuse('WRONG_STATE', { status: season.status })
    await setDriver(tx, season.id, actor.userId, { status: 'LEFT', reason: null, at: now })
    await freeSeat(tx, season.id, classId)
    await moveUp(context, season.id)
    await keepStandings(tx, season.id, now)
    record(SeasonLeft, { ...at(season), userId: actor.userId })
    return ok({ v: season.v })
  },

  SkipSession: async (context, { id, body: { sessionId } }) => {
    const { tx, now, actor, record } = context
    const found = await driving(context, id as TournamentId)
    if (!found.ok) return found
    const { season } = found.value
    const event = await eventOf(context, season, sessionId)
    if (!event) return refuse('NOT_FOUND')
    const used = await countSkips(tx, season.id, actor.userId)
    const facts = { limit: season.session_skip_limit, used, waits: event.status === 'WAITING', status: season.status as TournamentStatus }
    const may = checkSkip(facts)
    if (may !== true) return may
    if (await insertSkip(tx, sessionId, actor.userId, now)) record(SessionSkipped, { ...at(season), userId: actor.userId, sessionId })
    return ok({ v: season.v })
  },

  CancelSkip: async (context, { id, body: { sessionId } }) => {
    const { tx, actor, record } = context
    const found = await driving(context, id as TournamentId)
    if (!found.ok) return found
    const { season } = found.value
    const event = await eventOf(context, season, sessionId)
    if (!event) return refuse('NOT_FOUND')
    if (event.status !== 'WAITING') return refuse('WRONG_STATE', { status: event.status })
    if (await deleteSkip(tx, sessionId, actor.userId)) record(SkipCancelled, { ...at(season), userId: actor.userId, sessionId })
    return ok({ v: season.v })
  },

  Disqualify: async (context, { id, v, body: { driverId, reason } }) => {
    const { tx, now, record } = context
    const found = await ordered(context, id as TournamentId, 'end')
    if (!found.ok) return found
    const { season } = found.value
    const driver = await findDriver(tx, season.id, driverId)
    if (!driver || driver.status === 'DISQUALIFIED') return refuse('NOT_FOUND', { field: 'driverId' })
    const [hadLeft, hadWaited] = [driver.status === 'LEFT', driver.status === 'WAITING_LIST']
    const saved = await bump(tx, season.id, v, {})
    if (!saved.ok) return saved
    await setDriver(tx, season.id, driverId, { status: 'DISQUALIFIED', reason, at: now, hadLeft, hadWaited })
    if (driver.status === 'ACTIVE') await freeSeat(tx, season.id, driver.class_id)
    await moveUp(context, season.id)
    await keepStandings(tx, season.id, now)
    record(SeasonDisqualified, { ...at(season), name: season.name, userId: driverId, reason })
    await tell(context, hadWaited ? tournamentsNotices.disqualifiedInLine : tournamentsNotices.disqualified, season, driverId, reason)
    return saved
  },

  RevokeDisqualification: async (context, { id, v, body: { driverId, reason } }) => {
    const { tx, now, record } = context
    const found = await ordered(context, id as TournamentId, 'end')
    if (!found.ok) return found
    const { season } = found.value
    const driver = await findDriver(tx, season.id, driverId)
    if (driver?.status !== 'DISQUALIFIED') return refuse('NOT_DISQUALIFIED')
    const saved = await bump(tx, season.id, v, {})
    if (!saved.ok) return saved
    const notice = await takeBack(context, season, driverId, driver)
    if (!notice) return refuse('NO_FREE_SLOTS')
    await keepStandings(tx, season.id, now)
    record(SeasonReinstated, { ...at(season), name: season.name, userId: driverId, reason })
    await tell(context, notice, season, driverId, reason)
    await moveUp(context, season.id)
    return saved
  },
}

type Verdict = (typeof tournamentsNotices)['disqualified' | 'disqualifiedInLine' | 'reinstated' | 'cleared' | 'inLineAgain']
type Disqualified = { readonly class_id: string | null; readonly had_left: boolean; readonly had_waited: boolean }

/** Makes somebody what they were before, and says as what they are told; null: their seat is taken. */
async function takeBack(context: CommandContext, season: TournamentRow, userId: UserId, was: Disqualified): Promise<Verdict | null> {
  const { tx, now } = context
  const { class_id: classId, had_left: hadLeft, had_waited: hadWaited } = was
  const isMember = (await roleIn(tx, season.league_id, userId)) !== null
  if (hadWaited) {
    await setDriver(tx, season.id, userId, { status: 'WAITING_LIST', reason: null, at: null })
    if (!isMember) await removeWaiting(tx, season.id, userId)
    return isMember ? tournamentsNotices.inLineAgain : tournamentsNotices.cleared
  }
  // who is out for another reason has the place in the table again, and no seat
  const staysOut = hadLeft || !isMember
  if (!staysOut && !(await seatFor(context, season.id, classId))) return null
  await setDriver(tx, season.id, userId, { status: staysOut ? 'LEFT' : 'ACTIVE', reason: null, at: staysOut ? now : null })
  return staysOut ? tournamentsNotices.cleared : tournamentsNotices.reinstated
}

async function tell(context: CommandContext, of: Verdict, season: TournamentRow, userId: UserId, reason: string): Promise<void> {
  notify(context, of, {
    userId,
    params: { season: season.name, reason },
    link: tournamentPath({ id: season.id, type: season.type as TournamentType }),
    // each verdict is told, however often it changes
    effectKey: `${of.kind}:${season.id}:${userId}:${season.v}`,
  })
}

export type Driving = {
  readonly season: TournamentRow
  readonly classId: string | null
  readonly carId: string | null
  readonly teamName: string | null
  readonly status: ParticipantStatus
}

/** The season, locked, in which the actor drives, or is what is asked for. */
export async function driving(
  { tx, actor }: CommandContext,
  id: TournamentId,
  as: readonly ParticipantStatus[] = ['ACTIVE'],
): Promise<Result<Driving>> {
  const season = await lockRow(tx, id)
  const sight = season && (await sightOf(tx, season.league_id, actor.userId))
  if (!season || !sight) return refuse('NOT_FOUND')
  const driver = await findDriver(tx, id, actor.userId)
  const status = driver?.status as ParticipantStatus
  if (driver && as.includes(status)) return ok({ season, status, classId: driver.class_id, carId: driver.car_id, teamName: driver.team_name })
  return season.status === 'UNPUBLISHED' || (sight.hidden && sight.role === null) ? refuse('NOT_FOUND') : refuse('NOT_REGISTERED')
}

/** Whether there was a seat, of the class too. */
async function seatFor({ tx }: CommandContext, id: TournamentId, classId: string | null): Promise<boolean> {
  if (!(await takeSeat(tx, id))) return false
  if (classId === null || (await takeClassSeat(tx, id, classId))) return true
  await freeSeat(tx, id, null)
  return false
}

export async function carsOf(tx: CommandContext['tx'], { id, car_ids: ofSeason }: TournamentRow, classId: string | null): Promise<SeasonCars> {
  const ofClass = (await classesOf(tx, id)).find((one) => one.class_id === classId)?.car_ids ?? null
  return { ofSeason, ofClass, ofEvents: await carsOfEvents(tx, id) }
}

async function eventOf({ tx }: CommandContext, { id }: TournamentRow, sessionId: SessionId) {
  return (await tournamentOf(tx, sessionId))?.id === id ? await sessionFacts(tx, sessionId) : null
}
