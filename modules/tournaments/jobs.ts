import { isDeepStrictEqual } from 'node:util'
import type { SessionId, TournamentId, UserId } from '#core/ids.ts'
import { refuse } from '#core/result.ts'
import { AccountStated, CountryChanged } from '#modules/accounts/contract/facts.ts'
import { CorrectionRevoked, ResultCorrected } from '#modules/corrections/contract/facts.ts'
import { settleEvent } from '#modules/corrections/door.ts'
import { ManualResultsPublished, ResultFileDiscarded } from '#modules/manual-results/contract/facts.ts'
import { EntryRemoved } from '#modules/entries/contract/facts.ts'
import { changeSeasonCar, seatDrivers, takeOutOf } from '#modules/entries/door.ts'
import { DriverMatched, DriverUnmatched } from '#modules/matching/contract/facts.ts'
import { AccountCorrected, MemberBanned, MemberErased, MemberLeft, MemberRemoved, type AtMember } from '#modules/members/contract/facts.ts'
import { LaterResultTaken, ResultChoiceUndone, ResultFileRead } from '#modules/result-files/contract/facts.ts'
import {
  ScheduleSet,
  SessionDeclined,
  SessionDeleted,
  SessionEdited,
  SessionEnded,
  SessionPublished,
  SplitMoved,
} from '#modules/sessions/contract/facts.ts'
import { pointsRulesOf } from '#modules/points/rules.ts'
import { isOver, RESTART_WINDOW_MS } from '#modules/sessions/rules.ts'
import { pointsOf } from '#modules/sessions/rules/points.ts'
import { lockSession, saveSeason, sessionFacts } from '#modules/sessions/door.ts'
import { AccountLinked } from '#server/outside/proof/facts.ts'
import { does, within, type ChangeContext, type Within } from '#server/room.ts'
import {
  MultiplierSet,
  PointSystemSet,
  SeasonCarChanged,
  SeasonDisqualified,
  SeasonJoined,
  SeasonLeft,
  SeasonReinstated,
  SeasonSwapped,
  SessionSkipped,
  SkipCancelled,
  TournamentEdited,
  TournamentPublished,
  TournamentSessionAdded,
  TournamentSessionRemoved,
  TournamentStarted,
} from './contract/facts.ts'
import { tournamentsWork } from './contract/jobs.ts'
import { moveUp } from './commands/line.ts'
import { weigh } from './jobs/ballast.ts'
import { scoringIn } from './store/scoring.ts'
import { lockOpen, lockRow, removeSession, sessionsOf, start, tournamentOf } from './store.ts'
import {
  activeDrivers,
  comingSessions,
  drivenBy,
  findDriver,
  freeSeat,
  removeWaiting,
  seasonDrivers,
  setDriver,
  withNationsOf,
} from './store/drivers.ts'
import { keepStandings } from './store/standings.ts'

type OfEvent = { readonly sessionId: SessionId }
type Context = Pick<ChangeContext, 'tx' | 'now'>

/** The season's standings as the results of its events say them now. The event is locked already, the season is after it. */
async function lookThrough(context: Context & Pick<ChangeContext, 'record'>, { sessionId }: OfEvent): Promise<void> {
  const { tx, now } = context
  const season = await tournamentOf(tx, sessionId)
  if (!season || !(await lockRow(tx, season.id))) return
  const { isDriven } = await keepStandings(tx, season.id, now)
  // one that had its results before anything told of its start
  if (isDriven) await begin(context, { sessionId })
}

/** Whatever changes which results stand, whose they are, or what is still to be driven, changes the standings in the same change. */
export const tournamentsWithin: readonly Within[] = [
  within(ResultFileRead, lookThrough),
  within(LaterResultTaken, lookThrough),
  within(ResultChoiceUndone, lookThrough),
  within(ResultFileDiscarded, lookThrough),
  within(ManualResultsPublished, lookThrough),
  within(DriverMatched, lookThrough),
  within(DriverUnmatched, lookThrough),
  within(ResultCorrected, lookThrough),
  within(CorrectionRevoked, lookThrough),
  within(SessionEdited, async (context, at) => {
    await lookThrough(context, at)
    await settleEntries(context, at)
  }),
  within(SessionPublished, async (context, at) => {
    await lookThrough(context, at)
    await settleEntries(context, at)
  }),
  // a template is driven by nobody, and a season would wait for it
  within(ScheduleSet, async ({ tx }, { sessionId, until }) => {
    if (until !== null && (await tournamentOf(tx, sessionId))) return refuse('WRONG_STATE', { status: 'DRAFT' })
  }),
  within(TournamentSessionAdded, settleEntries),
  within(TournamentSessionRemoved, settleEntries),
  within(TournamentPublished, settleAll),
  within(TournamentEdited, settleAll),
  within(PointSystemSet, settleAll),
  within(MultiplierSet, settleEntries),
  within(SeasonJoined, seatEverywhere),
  within(SeasonLeft, seatEverywhere),
  within(SeasonSwapped, async ({ tx, later }, { tournamentId, drivers }) => {
    for (const sessionId of await comingSessions(tx, tournamentId)) later(tournamentsWork.takeOut, { sessionId, drivers })
  }),
  within(SeasonDisqualified, seatEverywhere),
  within(SeasonReinstated, seatEverywhere),
  within(SessionSkipped, async (context, at) => seatLater(context, at)),
  within(SkipCancelled, async (context, at) => seatLater(context, at)),
  within(SeasonCarChanged, async (context, { tournamentId, leagueId: _league, ...change }) => {
    for (const sessionId of await comingSessions(context.tx, tournamentId)) context.later(tournamentsWork.changeCar, { sessionId, ...change })
  }),
  // without it there was no place on the grid for them, whoever says now whose it is
  within(AccountStated, seatInSeasons),
  within(AccountLinked, seatInSeasons),
  within(AccountCorrected, seatInSeasons),
  // in a change of its own: the account is locked already, and a season is locked before a person
  within(CountryChanged, async ({ tx, later }, { userId }) => {
    for (const tournamentId of await withNationsOf(tx, userId)) later(tournamentsWork.recount, { tournamentId }, { key: tournamentId })
  }),
  // of a split whose result is still to come they drive no more
  within(EntryRemoved, async (context, { sessionId }) => {
    const event = await sessionFacts(context.tx, sessionId)
    if (event?.status === 'IN_PROGRESS' && event.splitCount > 1) await lookThrough(context, { sessionId })
  }),
  within(SessionEnded, lookThrough),
  within(SessionDeclined, lookThrough),
  within(SplitMoved, async (context, { sessionId, splitNo, to, session }) => {
    const { later, now } = context
    // each time it fails it may be started anew for so long
    if (to === 'FAILED')
      later(
        tournamentsWork.giveUp,
        { sessionId },
        { at: new Date(now.getTime() + RESTART_WINDOW_MS), key: `${sessionId} ${splitNo} ${now.getTime()}` },
      )
    // with whatever results it has, while others go on
    if (to === 'ENDED' || session === 'ENDED') await lookThrough(context, { sessionId })
    if (session === 'IN_PROGRESS') await begin(context, { sessionId })
  }),
  within(SessionDeleted, async (context, { sessionId }) => {
    const season = await tournamentOf(context.tx, sessionId)
    if (!season || !(await lockRow(context.tx, season.id))) return
    await removeSession(context.tx, season.id, sessionId)
    await keepStandings(context.tx, season.id, context.now)
  }),
  within(MemberBanned, (context, gone) => leaveSeasons(context, gone)),
  within(MemberRemoved, (context, gone) => leaveSeasons(context, gone)),
  within(MemberLeft, (context, gone) => leaveSeasons(context, gone)),
  within(MemberErased, (context, gone) => leaveSeasons(context, gone)),
]

type Settling = Pick<ChangeContext, 'tx' | 'later' | 'tell'>

/** Who drives a championship's event comes with the season: nobody registers for it alone. Teams that share cars do, event by event. And events say which season they are of, and score as it does. */
async function settleEntries(context: Settling, { sessionId, ownPoints }: OfEvent & { readonly ownPoints?: unknown }): Promise<void> {
  const { tx } = context
  const season = await tournamentOf(tx, sessionId)
  const event = await lockSession(tx, sessionId)
  // which round an event is of is what its rounds say
  if (!event || event.roundId !== null) return
  const isOfSeason = season?.type === 'CHAMPIONSHIP' && !event.driverSwap
  const points = season ? await scoringIn(tx, season.id, sessionId) : pointsOf(ownPoints ?? event.points)
  await saveSeason(tx, sessionId, { seatsDrivers: isOfSeason, shown: season?.status === 'UNPUBLISHED' ? null : season, points })
  if (!isDeepStrictEqual(pointsRulesOf(points), pointsRulesOf(event.points))) {
    await settleEvent(context, { ...event, points })
    context.tell(`session:${sessionId}`)
  }
  if (season?.type === 'CHAMPIONSHIP' && event.status === 'WAITING') seatLater(context, { sessionId })
}

/** In a change of its own: a driver who registers locks the season alone, however many of its events are to come. */
function seatLater({ later }: Pick<ChangeContext, 'later'>, { sessionId }: OfEvent): void {
  later(tournamentsWork.seat, { sessionId }, { key: sessionId })
}

/** Its events are locked already, before the season. */
async function settleAll(context: Settling, { tournamentId }: { readonly tournamentId: TournamentId }): Promise<void> {
  for (const { session_id: sessionId } of await sessionsOf(context.tx, tournamentId)) await settleEntries(context, { sessionId })
}

/** Once for all who come or go in a change. */
async function seatEverywhere({ last }: Pick<ChangeContext, 'last'>, { tournamentId }: { readonly tournamentId: TournamentId }): Promise<void> {
  last(seatAll, tournamentId)
}
async function seatInSeasons(context: Pick<ChangeContext, 'tx' | 'last'>, { userId }: { readonly userId: UserId }): Promise<void> {
  for (const id of await drivenBy(context.tx, userId)) await seatEverywhere(context, { tournamentId: id })
}
async function seatAll(context: ChangeContext, ids: readonly TournamentId[]): Promise<void> {
  for (const id of new Set(ids)) for (const sessionId of await comingSessions(context.tx, id)) seatLater(context, { sessionId })
}

export const tournamentsJobs = does(tournamentsWork, {
  seat: async (context, { sessionId }) => {
    const { tx } = context
    const event = await lockSession(tx, sessionId)
    const season = await tournamentOf(tx, sessionId)
    if (event?.status !== 'WAITING' || season?.type !== 'CHAMPIONSHIP' || !(await lockRow(tx, season.id))) return
    const drivers = await seasonDrivers(tx, season.id, sessionId)
    // who comes in where teams share a car is theirs to say; who is out of the season, or skips the event, is out of its crews
    if (event.driverSwap) return await takeOutOf(context, sessionId, drivers.goes)
    await seatDrivers(context, sessionId, drivers)
  },
  takeOut: async (context, { sessionId, drivers }) => {
    const { tx } = context
    const event = await lockSession(tx, sessionId)
    const season = await tournamentOf(tx, sessionId)
    if (event?.status !== 'WAITING' || season?.type !== 'CHAMPIONSHIP' || !(await lockRow(tx, season.id))) return
    const present = new Set(await activeDrivers(tx, season.id))
    const goes = drivers.filter((userId) => !present.has(userId))
    await takeOutOf(context, sessionId, goes)
  },
  changeCar: async (context, { sessionId, from, ...asked }) => {
    const event = await lockSession(context.tx, sessionId)
    const season = await tournamentOf(context.tx, sessionId)
    const driver = season && (await findDriver(context.tx, season.id, asked.userId))
    // of several orders one may overtake another: they drive what the season says by now
    const change = driver?.car_id && driver.car_id !== asked.to ? { ...asked, to: driver.car_id, classId: driver.class_id } : asked
    // whoever had chosen none drives the first of the event
    await changeSeasonCar(context, sessionId, { ...change, from: from ?? event?.carIds[0] ?? null })
  },
  recount: async ({ tx, now, tell }, { tournamentId }) => {
    const season = await lockRow(tx, tournamentId)
    if (!season || season.status === 'FINISHED') return
    await keepStandings(tx, tournamentId, now)
    tell(`league:${season.league_id}`)
  },
  weigh: (context, { tournamentId }) => weigh(context, tournamentId),
  giveUp: async (context, { sessionId }) => {
    const event = await lockSession(context.tx, sessionId)
    if (!event || isOver(event.status)) return
    await lookThrough(context, { sessionId })
    context.tell(`league:${event.leagueId}`)
  },
})

/** decisions.md §2: "STARTED (first session starts)". */
async function begin({ tx, now, record }: Context & Pick<ChangeContext, 'record'>, { sessionId }: OfEvent): Promise<void> {
  const season = await tournamentOf(tx, sessionId)
  if (season && (await start(tx, season.id, now))) record(TournamentStarted, { tournamentId: season.id, leagueId: season.leagueId })
}

/** Whoever is out of the community is out of its seasons that go on; what they have won stays. */
async function leaveSeasons(context: ChangeContext, { leagueId, userId }: AtMember): Promise<void> {
  const { tx, now, record } = context
  await lockOpen(tx, leagueId)
  for (const id of await drivenBy(tx, userId)) {
    const season = await lockRow(tx, id)
    if (season?.league_id !== leagueId || season.status === 'FINISHED') continue
    const driver = await findDriver(tx, id, userId)
    if (driver?.status === 'WAITING_LIST') {
      await removeWaiting(tx, id, userId)
      record(SeasonLeft, { tournamentId: id, leagueId, userId })
      continue
    }
    if (driver?.status !== 'ACTIVE') continue
    await setDriver(tx, id, userId, { status: 'LEFT', reason: null, at: now })
    await freeSeat(tx, id, driver.class_id)
    await moveUp(context, id)
    await keepStandings(tx, id, now)
    record(SeasonLeft, { tournamentId: id, leagueId, userId })
  }
}
