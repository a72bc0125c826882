import type { LeagueId } from '#core/ids.ts'
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
import { SessionDeclined, SessionDeleted, SessionEdited, SessionEnded, SessionMoved } from '#modules/sessions/contract/facts.ts'
import { on, type JobContext, type Listener } from '#server/room.ts'
import { AppealDecided, PenaltyForgiven, PenaltyServed, ReportDecided } from '../contract/facts.ts'
import { comingEvents, nextRaces } from '../queries/next-race.ts'

/** Puts every waiting penalty of a community into the next race of its driver, and takes it out of every other. */
async function spread({ tx, now, tell }: JobContext, { leagueId }: { readonly leagueId: LeagueId }): Promise<void> {
  // most communities have none, and wait for nobody
  if ((await comingEvents(tx, leagueId)).length === 0) return
  await lockLeague(tx, leagueId, now)
  const events = await comingEvents(tx, leagueId)
  await replaceBurdens(tx, events, VERDICT_BURDENS, await nextRaces(tx, leagueId))
  tell(...events.map((id) => `session:${id}`))
}

export const nextRaceListeners: readonly Listener[] = [
  on(ReportDecided, 'protests.next-race-decided', spread),
  on(AppealDecided, 'protests.next-race-appeal', spread),
  on(PenaltyServed, 'protests.next-race-served', spread),
  on(PenaltyForgiven, 'protests.next-race-forgiven', spread),
  on(EntryAdded, 'protests.next-race-entered', spread),
  on(EntryPromoted, 'protests.next-race-promoted', spread),
  on(EntryLeft, 'protests.next-race-left', spread),
  on(EntryRemoved, 'protests.next-race-removed', spread),
  on(EntriesCancelled, 'protests.next-race-cancelled', spread),
  on(TeamJoined, 'protests.next-race-team-joined', spread),
  on(TeamLeft, 'protests.next-race-team-left', spread),
  on(TeamMemberRemoved, 'protests.next-race-team-removed', spread),
  on(SessionEnded, 'protests.next-race-ended', spread),
  on(SessionEdited, 'protests.next-race-edited', spread),
  on(SessionMoved, 'protests.next-race-moved', spread),
  on(SessionDeleted, 'protests.next-race-deleted', spread),
  on(SessionDeclined, 'protests.next-race-declined', spread),
]
