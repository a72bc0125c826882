import type { SessionId, TournamentId } from '#core/ids.ts'
import { CorrectionRevoked, ResultCorrected } from '#modules/corrections/contract/facts.ts'
import { ConfigSet } from '#modules/leagues/contract/facts.ts'
import { ManualResultsPublished, ResultFileDiscarded } from '#modules/manual-results/contract/facts.ts'
import { notify } from '#modules/notifications/door.ts'
import { LaterResultTaken, ResultChoiceUndone, ResultFileRead } from '#modules/result-files/contract/facts.ts'
import { driversInResults, lockConfirmation, markChanged, saveConfirmation } from '#modules/results/door.ts'
import { SessionEnded, SplitMoved } from '#modules/sessions/contract/facts.ts'
import { sessionFacts } from '#modules/sessions/door.ts'
import { TournamentEnded, TournamentSessionAdded, TournamentSessionRemoved } from '#modules/tournaments/contract/facts.ts'
import { on, within, type ChangeContext, type Listener, type Within } from '#server/room.ts'
import {
  AppealDecided,
  ReportAppealed,
  ReportDecided,
  ReportSubmitted,
  ReportWithdrawn,
  ResultsConfirmed,
  ResultsDisputed,
} from '../contract/facts.ts'
import { protestsWork } from '../contract/jobs.ts'
import { protestsNotices } from '../contract/notices.ts'
import { endedIn, undecided } from '../queries/confirmation.ts'
import { rulesIn, tournamentOf } from '../queries/event.ts'
import { confirmationOf } from '../rules/confirmation.ts'
import { endOf, PROTEST_RULES } from '../rules.ts'

type OfEvent = { readonly sessionId: SessionId }
type Context = Pick<ChangeContext, 'tx' | 'now' | 'later' | 'record' | 'tell'>

/** Says of an ended event whether its results are provisional or final, and looks again when that may be otherwise. The same again changes nothing. */
export async function settle({ tx, now, later, record, tell }: Context, { sessionId }: OfEvent): Promise<void> {
  const event = await sessionFacts(tx, sessionId)
  const endedAt = event && endOf(event)
  if (!endedAt) return
  // the lock first: what is undecided is read behind it
  const [before, tournament, open] = await Promise.all([lockConfirmation(tx, sessionId, now), tournamentOf(tx, sessionId), undecided(tx, sessionId)])
  const { rules } = await rulesIn(tx, event.leagueId, tournament?.id ?? null)
  const found = confirmationOf({ rules, endedAt, isSeasonOver: tournament?.isFinished ?? false, ...open }, now)
  const { isConfirmed, ...said } = found
  await saveConfirmation(tx, sessionId, { ...said, confirmedAt: isConfirmed ? (before?.confirmedAt ?? now) : null })
  if (!isConfirmed && said.until > now) later(protestsWork.confirm, { sessionId }, { at: said.until, key: `${sessionId} ${said.until.getTime()}` })
  if (before?.takesProtests !== said.takesProtests) tell(`session:${sessionId}`)
  const at = { sessionId, leagueId: event.leagueId }
  // where nobody may protest they never were anything else
  if (isConfirmed && before && !before.confirmedAt) record(ResultsConfirmed, { ...at, confirmedAt: now.toISOString() })
  if (!isConfirmed && before?.confirmedAt) record(ResultsDisputed, at)
}

/** What makes results others once they are final leaves them final, and is said beside that (docs/decisions/0069). */
async function changed({ tx, now }: Pick<ChangeContext, 'tx' | 'now'>, { sessionId }: OfEvent): Promise<void> {
  await markChanged(tx, sessionId, now)
}

/** In the change that it follows from: whoever reads the results after it reads whether they are final as well. */
export const confirmWithin: readonly Within[] = [
  within(SessionEnded, settle),
  within(SplitMoved, async (context, at) => {
    if (at.session === 'ENDED') await settle(context, at)
  }),
  within(ReportSubmitted, settle),
  within(ReportDecided, settle),
  within(ReportAppealed, settle),
  within(AppealDecided, settle),
  within(ReportWithdrawn, settle),
  within(TournamentSessionAdded, settle),
  within(TournamentSessionRemoved, settle),
  within(LaterResultTaken, changed),
  within(ResultChoiceUndone, changed),
  within(ResultFileDiscarded, changed),
  within(ManualResultsPublished, changed),
  within(ResultCorrected, changed),
  within(CorrectionRevoked, changed),
  within(ResultFileRead, async (context, data) => {
    if (data.people.length > 0) await changed(context, data)
  }),
]

export const confirmListeners: readonly Listener[] = [
  on(ResultsConfirmed, 'protests.tell-confirmed', async (context, { sessionId, confirmedAt }) => {
    const { tx } = context
    const event = await sessionFacts(tx, sessionId)
    if (!event) return
    const link = `/events/${sessionId}`
    for (const userId of await driversInResults(tx, sessionId)) {
      const effectKey = `results-final:${sessionId}:${confirmedAt}:${userId}`
      notify(context, protestsNotices.confirmed, { userId, link, params: { event: event.name }, effectKey })
    }
  }),
  on(TournamentEnded, 'protests.confirm-season', async (context, { tournamentId }) => {
    for (const sessionId of await endedIn(context.tx, { tournamentId }, context.now)) await settle(context, { sessionId })
  }),
  on(ConfigSet, 'protests.confirm-by-rules', async (context, { leagueId, configType, scope, scopeEntityId }) => {
    if (configType !== PROTEST_RULES) return
    const { tx, now } = context
    const tournamentId = scope === 'TOURNAMENT' ? (scopeEntityId as TournamentId) : null
    const { rules } = await rulesIn(tx, leagueId, tournamentId)
    for (const sessionId of await endedIn(tx, tournamentId ? { tournamentId } : { leagueId }, now, rules)) await settle(context, { sessionId })
  }),
]
