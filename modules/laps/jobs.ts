import type { SessionId } from '#core/ids.ts'
import { CorrectionRevoked, ResultCorrected } from '#modules/corrections/contract/facts.ts'
import type { GameId } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { ManualResultsPublished, ResultFileDiscarded } from '#modules/manual-results/contract/facts.ts'
import { DriverMatched, DriverUnmatched } from '#modules/matching/contract/facts.ts'
import { LaterResultTaken, ResultChoiceUndone, ResultFileRead } from '#modules/result-files/contract/facts.ts'
import { SessionDeleted, SessionPublished } from '#modules/sessions/contract/facts.ts'
import { lockSession } from '#modules/sessions/door.ts'
import { does, within, type ChangeContext, type Within } from '#server/room.ts'
import { lapsWork } from './contract/jobs.ts'
import { keptLap } from './decide.ts'
import { drivenLaps, lapEvent } from './queries/driven.ts'
import { keepLaps, takeBacklog } from './store.ts'

/** The best laps of an event as its results say them now. The event is locked already. Who looks at another event hears what follows there. */
async function lookThrough({ tx, tell }: Pick<ChangeContext, 'tx' | 'tell'>, { sessionId }: { readonly sessionId: SessionId }): Promise<void> {
  const [event, driven] = await Promise.all([lapEvent(tx, sessionId), drivenLaps(tx, sessionId)])
  const catalogue = event ? gameOf(event.game as GameId)?.catalogue : undefined
  const laps = event ? driven.map((lap) => keptLap(lap, event, catalogue)) : []
  const others = await keepLaps(tx, sessionId, laps)
  tell(...others.map((id) => `session:${id}`))
}

type Corrected = Parameters<typeof lookThrough>[1] & { readonly kind: string }
/** Of what is corrected a disqualification alone, or that it is taken back, is about laps; results count with it already (`settleEvent`, whose room comes before). */
const disqualified = async (context: ChangeContext, { kind, sessionId }: Corrected): Promise<void> => {
  if (kind === 'DISQUALIFICATION' || kind === 'REINSTATEMENT') await lookThrough(context, { sessionId })
}

/** Whatever changes which results stand, whose they are, or who is disqualified in them, changes best laps in the same change. */
export const lapsWithin: readonly Within[] = [
  within(ResultFileRead, lookThrough),
  within(LaterResultTaken, lookThrough),
  within(ResultChoiceUndone, lookThrough),
  within(ResultFileDiscarded, lookThrough),
  within(ManualResultsPublished, lookThrough),
  within(DriverMatched, lookThrough),
  within(DriverUnmatched, lookThrough),
  within(ResultCorrected, disqualified),
  within(CorrectionRevoked, disqualified),
  within(SessionPublished, lookThrough),
  within(SessionDeleted, lookThrough),
]

export const CATCH_UP_MS = 10_000
/** Events of one change: some seconds at the most, and whoever publishes a result of one of them waits as long. */
const MOST_EVENTS = 25

export const lapsJobs = does(lapsWork, {
  catchUp: async (context) => {
    for (const sessionId of (await takeBacklog(context.tx, MOST_EVENTS)).toSorted()) {
      await lockSession(context.tx, sessionId)
      await lookThrough(context, { sessionId })
    }
  },
})
