import type { LeagueId, SessionId } from '#core/ids.ts'
import { replaceBurdens } from '#modules/burdens/door.ts'
import { VERDICT_BURDENS } from '#modules/burdens/rules.ts'
import {
  EntriesCancelled,
  EntryAdded,
  EntryLeft,
  EntryPromoted,
  EntryRemoved,
  TeamJoined,
  TeamLeft,
  TeamMemberRemoved,
} from '#modules/entries/contract/facts.ts'
import { lockLeague } from '#modules/leagues/door.ts'
import { ManualResultsPublished } from '#modules/manual-results/contract/facts.ts'
import { DriverMatched, DriverUnmatched } from '#modules/matching/contract/facts.ts'
import { LaterResultTaken, ResultChoiceUndone, ResultFileRead } from '#modules/result-files/contract/facts.ts'
import { SessionDeclined, SessionDeleted, SessionEdited, SessionEnded, SessionMoved, SplitMoved } from '#modules/sessions/contract/facts.ts'
import { lockComing, sessionFacts } from '#modules/sessions/door.ts'
import { TournamentEnded, TournamentSessionAdded, TournamentSessionRemoved } from '#modules/tournaments/contract/facts.ts'
import { follows, type Follow } from '#server/db/statements/follows.ts'
import { on, within, type ChangeContext, type JobContext, type Listener, type Within } from '#server/room.ts'
import { AppealDecided, PenaltyCarriedOver, PenaltyForgiven, PenaltyReopened, PenaltyServed, ReportDecided } from '../contract/facts.ts'
import { comingEvents, hasToSpread, isToSpread, nextRaces } from '../queries/next-race.ts'
import { protestsWork } from '../contract/jobs.ts'
import { carriedInto } from '../queries/serving.ts'
import { countedAfter, outcomeOf } from '../rules/serving.ts'
import { saveRace } from '../store.ts'

/** Puts every waiting penalty of a community into the next race of its driver, and takes it out of every other. */
export async function spread({ tx, now, tell }: JobContext, { leagueId }: { readonly leagueId: LeagueId }): Promise<void> {
  // most communities have none, and wait for nobody
  if ((await comingEvents(tx, leagueId)).length === 0) return
  await lockLeague(tx, leagueId, now)
  // who comes into one of them meanwhile may have asked before there was anything to serve: they are in first, or ask after this
  await lockComing(tx, leagueId)
  const events = await comingEvents(tx, leagueId)
  await replaceBurdens(tx, events, VERDICT_BURDENS, await nextRaces(tx, leagueId))
  tell(...events.map((id) => `session:${id}`))
}

type OfEvent = { readonly sessionId: SessionId }

const spreadIn = ({ later }: Pick<ChangeContext, 'later'>, leagueId: LeagueId): void => later(protestsWork.spread, { leagueId }, { key: leagueId })

/** Who comes into an event: ordered only where somebody has a penalty to serve, since everybody who registers passes here. */
export const nextRaceFollows: readonly Follow[] = [
  follows(EntryAdded, {
    of: ({ leagueId, sessionId }) => ({ leagueId, sessionId }),
    asks: isToSpread,
    orders: (context, _, { leagueId }) => spreadIn(context, leagueId),
  }),
]

/** Who leaves it or comes in otherwise. */
async function spreadLater({ tx, later }: Pick<ChangeContext, 'tx' | 'later'>, at: OfEvent & { readonly leagueId: LeagueId }): Promise<void> {
  if (await hasToSpread(tx, at)) spreadIn({ later }, at.leagueId)
}

/**
 * What the results of an event say of the penalties that were carried into it: served, or due for the race after. Said anew whenever those results
 * are others. Then whatever is due goes on.
 */
export async function driven(context: JobContext, { sessionId }: OfEvent): Promise<void> {
  const { tx, now, record } = context
  const event = await sessionFacts(tx, sessionId)
  if (event?.status !== 'ENDED') return
  if ((await carriedInto(tx, sessionId)).length > 0) {
    await lockLeague(tx, event.leagueId, now)
    for (const { id, leagueId, sessionId: given, userId, kind, before, ...carried } of await carriedInto(tx, sessionId)) {
      const outcome = outcomeOf(kind, carried)
      if (outcome === before) continue
      const counted = countedAfter(carried, before, outcome)
      await saveRace(tx, id, { sessionId, outcome, isByHand: false, ...counted }, now)
      const told = { penaltyId: id, leagueId, sessionId: given, userId, kind }
      if (outcome === 'SERVED') record(PenaltyServed, { ...told, racesLeft: counted.racesLeft })
      else record(PenaltyCarriedOver, { ...told, times: counted.carriedOver })
    }
  }
  await spread(context, event)
}

const look = async ({ later }: Pick<ChangeContext, 'later'>, { sessionId }: OfEvent): Promise<void> => later(protestsWork.driven, { sessionId })

/** Whatever ends an event, or changes what its results say, has them looked at after it: one job for all of them. */
export const drivenWithin: readonly Within[] = [
  within(SplitMoved, async (context, at) => {
    if (at.session === 'ENDED') await look(context, at)
    // when a server is set up, what its files are written from is what is due now, whatever job still waits. The event is locked, and no community after it
    if (at.to !== 'SCHEDULING' && at.to !== 'STARTING') return
    const { sessionId, leagueId } = at
    if (!(await comingEvents(context.tx, leagueId)).includes(sessionId)) return
    const due = (await nextRaces(context.tx, leagueId)).filter((burden) => burden.sessionId === sessionId)
    await replaceBurdens(context.tx, [sessionId], VERDICT_BURDENS, due)
  }),
  within(ResultFileRead, look),
  within(LaterResultTaken, look),
  within(ResultChoiceUndone, look),
  within(ManualResultsPublished, look),
  within(DriverMatched, look),
  within(DriverUnmatched, look),
  within(EntryPromoted, spreadLater),
  within(EntryLeft, spreadLater),
  within(EntryRemoved, spreadLater),
  within(EntriesCancelled, spreadLater),
  within(TeamJoined, spreadLater),
  within(TeamLeft, spreadLater),
  within(TeamMemberRemoved, spreadLater),
]

export const nextRaceListeners: readonly Listener[] = [
  on(ReportDecided, 'protests.next-race-decided', spread),
  on(AppealDecided, 'protests.next-race-appeal', spread),
  on(PenaltyServed, 'protests.next-race-served', spread),
  on(PenaltyForgiven, 'protests.next-race-forgiven', spread),
  on(PenaltyReopened, 'protests.next-race-reopened', spread),
  on(SessionEnded, 'protests.next-race-ended', driven),
  on(SessionEdited, 'protests.next-race-edited', spread),
  on(SessionMoved, 'protests.next-race-moved', spread),
  on(SessionDeleted, 'protests.next-race-deleted', spread),
  on(SessionDeclined, 'protests.next-race-declined', spread),
  on(TournamentSessionAdded, 'protests.next-race-season-added', spread),
  on(TournamentSessionRemoved, 'protests.next-race-season-removed', spread),
  on(TournamentEnded, 'protests.next-race-season-ended', spread),
]
