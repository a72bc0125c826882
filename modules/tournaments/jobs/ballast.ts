import type { TournamentId } from '#core/ids.ts'
import { replaceBurdens } from '#modules/burdens/door.ts'
import { SEASON_BURDENS } from '#modules/burdens/rules.ts'
import { CorrectionRevoked, ResultCorrected } from '#modules/corrections/contract/facts.ts'
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
import { ManualResultsPublished, ResultFileDiscarded } from '#modules/manual-results/contract/facts.ts'
import { DriverMatched, DriverUnmatched } from '#modules/matching/contract/facts.ts'
import { LaterResultTaken, ResultChoiceUndone, ResultFileRead } from '#modules/result-files/contract/facts.ts'
import { SessionDeclined, SessionDeleted, SessionEdited, SessionEnded, SessionMoved, SplitMoved } from '#modules/sessions/contract/facts.ts'
import { sessionFacts } from '#modules/sessions/door.ts'
import { isOver } from '#modules/sessions/rules.ts'
import { follows, type Follow } from '#server/db/statements/follows.ts'
import { within, type ChangeContext, type JobContext, type Within } from '#server/room.ts'
import { SuccessBallastSet } from '../contract/ballast.ts'
import { SeasonPointsGiven, SeasonPointsRevoked } from '../contract/by-hand.ts'
import {
  MultiplierSet,
  PointSystemSet,
  SeasonDisqualified,
  SeasonReinstated,
  TournamentEnded,
  TournamentSessionAdded,
  TournamentSessionRemoved,
} from '../contract/facts.ts'
import { tournamentsWork } from '../contract/jobs.ts'
import { lockRow } from '../store.ts'
import { ballastFacts, ballastedOf, burdensOf, findBallasted, type Weighed } from '../store/ballast.ts'

/** Puts a season's ballast into the next of its events, and takes it out of every later one. */
export async function weigh({ tx, tell }: Pick<JobContext, 'tx' | 'tell'>, id: TournamentId): Promise<void> {
  if (!(await lockRow(tx, id))) return
  const facts = await ballastFacts(tx, id)
  if (!facts) return
  const events = facts.events.map((event) => event.id)
  await replaceBurdens(tx, events, SEASON_BURDENS, burdensOf(facts))
  tell(...events.map((event) => `session:${event}`))
}

const weighIn = ({ later }: Pick<ChangeContext, 'later'>, tournamentId: TournamentId): void =>
  later(tournamentsWork.weigh, { tournamentId }, { key: tournamentId })

/** Ordered only where a season has ballast: most events are of none. */
async function weighLater({ tx, later }: Pick<ChangeContext, 'tx' | 'later'>, of: Weighed): Promise<void> {
  for (const tournamentId of await findBallasted(tx, of)) weighIn({ later }, tournamentId)
}

/** Everybody who registers passes here. */
export const ballastFollows: readonly Follow[] = [
  follows(EntryAdded, {
    of: ({ sessionId }) => ({ sessionId }),
    asks: ballastedOf,
    orders: weighIn,
  }),
]

/** Before the room's other listeners: an event that is deleted is still of its season. */
export const ballastWithin: readonly Within[] = [
  within(SuccessBallastSet, weighLater),
  within(TournamentSessionAdded, weighLater),
  // of no season any more it carries none: its event is locked already, and the season, so that nobody weighs it meanwhile
  within(TournamentSessionRemoved, async (context, at) => {
    const event = await sessionFacts(context.tx, at.sessionId)
    if (event && !isOver(event.status)) await replaceBurdens(context.tx, [event.id], SEASON_BURDENS, [])
    await weighLater(context, { tournamentId: at.tournamentId })
  }),
  within(TournamentEnded, weighLater),
  within(PointSystemSet, weighLater),
  within(MultiplierSet, ({ tx, later }, { tournamentId }) => weighLater({ tx, later }, { tournamentId })),
  within(SeasonDisqualified, weighLater),
  within(SeasonPointsGiven, weighLater),
  within(SeasonPointsRevoked, weighLater),
  within(SeasonReinstated, weighLater),
  within(ResultFileRead, weighLater),
  within(LaterResultTaken, weighLater),
  within(ResultChoiceUndone, weighLater),
  within(ResultFileDiscarded, weighLater),
  within(ManualResultsPublished, weighLater),
  within(DriverMatched, weighLater),
  within(DriverUnmatched, weighLater),
  within(ResultCorrected, weighLater),
  within(CorrectionRevoked, weighLater),
  within(EntryPromoted, weighLater),
  within(EntryLeft, weighLater),
  within(EntryRemoved, weighLater),
  within(EntriesCancelled, weighLater),
  within(TeamJoined, weighLater),
  within(TeamLeft, weighLater),
  within(TeamMemberRemoved, weighLater),
  within(SessionEnded, weighLater),
  within(SessionEdited, weighLater),
  within(SessionMoved, weighLater),
  within(SessionDeleted, weighLater),
  within(SessionDeclined, weighLater),
  // when a server is set up, what its files are written from is what the season says now, whatever job still waits; the event is locked already
  within(SplitMoved, async ({ tx, later, tell }, { sessionId, to, session }) => {
    // with results or without: what was due in it is due in the one after it
    if (session === 'FAILED' || session === 'ENDED') await weighLater({ tx, later }, { sessionId })
    if (to !== 'SCHEDULING' && to !== 'STARTING') return
    for (const id of await findBallasted(tx, { sessionId })) await weigh({ tx, tell }, id)
  }),
]
