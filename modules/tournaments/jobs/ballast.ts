import type { SessionId, TournamentId } from '#core/ids.ts'
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
import { on, within, type JobContext, type Listener, type Within } from '#server/room.ts'
import { SuccessBallastSet } from '../contract/ballast.ts'
import { SeasonDisqualified, SeasonReinstated, TournamentSessionAdded, type AtTournament } from '../contract/facts.ts'
import { lockRow, tournamentOf } from '../store.ts'
import { ballastFacts, burdensOf, hasBallast } from '../store/ballast.ts'

/** Puts a season's ballast into the next of its events, and takes it out of every later one. */
async function weigh({ tx, tell }: Pick<JobContext, 'tx' | 'tell'>, id: TournamentId): Promise<void> {
  if (!(await hasBallast(tx, id)) || !(await lockRow(tx, id))) return
  const facts = await ballastFacts(tx, id)
  if (!facts) return
  const events = facts.events.map((event) => event.id)
  await replaceBurdens(tx, events, SEASON_BURDENS, burdensOf(facts))
  tell(...events.map((event) => `session:${event}`))
}

const ofSeason = (context: JobContext, { tournamentId }: AtTournament): Promise<void> => weigh(context, tournamentId)
async function ofEvent(context: JobContext, { sessionId }: { readonly sessionId: SessionId }): Promise<void> {
  const season = await tournamentOf(context.tx, sessionId)
  if (season) await weigh(context, season.id)
}

export const ballastListeners: readonly Listener[] = [
  on(SuccessBallastSet, 'tournaments.ballast-set', ofSeason),
  on(TournamentSessionAdded, 'tournaments.ballast-added', ofSeason),
  on(SeasonDisqualified, 'tournaments.ballast-disqualified', ofSeason),
  on(SeasonReinstated, 'tournaments.ballast-reinstated', ofSeason),
  on(ResultFileRead, 'tournaments.ballast-read', ofEvent),
  on(LaterResultTaken, 'tournaments.ballast-taken', ofEvent),
  on(ResultChoiceUndone, 'tournaments.ballast-undone', ofEvent),
  on(ResultFileDiscarded, 'tournaments.ballast-discarded', ofEvent),
  on(ManualResultsPublished, 'tournaments.ballast-published', ofEvent),
  on(DriverMatched, 'tournaments.ballast-matched', ofEvent),
  on(DriverUnmatched, 'tournaments.ballast-unmatched', ofEvent),
  on(ResultCorrected, 'tournaments.ballast-corrected', ofEvent),
  on(CorrectionRevoked, 'tournaments.ballast-revoked', ofEvent),
  on(EntryAdded, 'tournaments.ballast-entered', ofEvent),
  on(EntryPromoted, 'tournaments.ballast-promoted', ofEvent),
  on(EntryLeft, 'tournaments.ballast-left', ofEvent),
  on(EntryRemoved, 'tournaments.ballast-removed', ofEvent),
  on(EntriesCancelled, 'tournaments.ballast-cancelled', ofEvent),
  on(TeamJoined, 'tournaments.ballast-team-joined', ofEvent),
  on(TeamLeft, 'tournaments.ballast-team-left', ofEvent),
  on(TeamMemberRemoved, 'tournaments.ballast-team-removed', ofEvent),
  on(SessionEnded, 'tournaments.ballast-ended', ofEvent),
  on(SessionEdited, 'tournaments.ballast-edited', ofEvent),
  on(SessionMoved, 'tournaments.ballast-moved', ofEvent),
  on(SessionDeleted, 'tournaments.ballast-deleted', ofEvent),
  on(SessionDeclined, 'tournaments.ballast-declined', ofEvent),
]

/** When a server is set up, what its files are written from is what the season says now, whatever job still waits. The event is locked already. */
export const ballastWithin: readonly Within[] = [
  within(SplitMoved, async ({ tx }, { sessionId, to }) => {
    if (to !== 'SCHEDULING' && to !== 'STARTING') return
    const season = await tournamentOf(tx, sessionId)
    if (season) await weigh({ tx, tell: () => undefined }, season.id)
  }),
]
