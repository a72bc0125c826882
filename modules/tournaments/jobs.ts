import type { SessionId } from '#core/ids.ts'
import { CorrectionRevoked, ResultCorrected } from '#modules/corrections/contract/facts.ts'
import { ManualResultsPublished, ResultFileDiscarded } from '#modules/manual-results/contract/facts.ts'
import { DriverMatched, DriverUnmatched } from '#modules/matching/contract/facts.ts'
import { MemberBanned, MemberErased, MemberLeft, MemberRemoved, type AtMember } from '#modules/members/contract/facts.ts'
import { LaterResultTaken, ResultChoiceUndone, ResultFileRead } from '#modules/result-files/contract/facts.ts'
import { SessionDeclined, SessionDeleted, SessionEdited, SessionEnded, SplitMoved } from '#modules/sessions/contract/facts.ts'
import { within, type ChangeContext, type Within } from '#server/room.ts'
import { SeasonLeft, TournamentStarted } from './contract/facts.ts'
import { lockOpen, lockRow, removeSession, start, tournamentOf } from './store.ts'
import { drivenBy, findDriver, freeSeat, setDriver } from './store/drivers.ts'
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
  within(SessionEdited, lookThrough),
  within(SessionEnded, lookThrough),
  within(SessionDeclined, lookThrough),
  within(SplitMoved, async (context, { sessionId, session }) => {
    if (session === 'ENDED') return await lookThrough(context, { sessionId })
    if (session === 'IN_PROGRESS') return await begin(context, { sessionId })
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

/** decisions.md §2: "STARTED (first session starts)". */
async function begin({ tx, now, record }: Context & Pick<ChangeContext, 'record'>, { sessionId }: OfEvent): Promise<void> {
  const season = await tournamentOf(tx, sessionId)
  if (season && (await start(tx, season.id, now))) record(TournamentStarted, { tournamentId: season.id, leagueId: season.leagueId })
}

/** Whoever is out of the community is out of its seasons that go on; what they have won stays. */
async function leaveSeasons({ tx, now, record }: Context & Pick<ChangeContext, 'record'>, { leagueId, userId }: AtMember): Promise<void> {
  await lockOpen(tx, leagueId)
  for (const id of await drivenBy(tx, userId)) {
    const season = await lockRow(tx, id)
    if (season?.league_id !== leagueId || season.status === 'FINISHED') continue
    const driver = await findDriver(tx, id, userId)
    if (driver?.status !== 'ACTIVE') continue
    await setDriver(tx, id, userId, { status: 'LEFT', reason: null, at: now })
    await freeSeat(tx, id, driver.class_id)
    await keepStandings(tx, id, now)
    record(SeasonLeft, { tournamentId: id, leagueId, userId })
  }
}
