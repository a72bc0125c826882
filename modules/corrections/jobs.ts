import type { SessionId } from '#core/ids.ts'
import { ManualResultsPublished, ResultFileDiscarded } from '#modules/manual-results/contract/facts.ts'
import { DriverMatched, DriverUnmatched } from '#modules/matching/contract/facts.ts'
import { LaterResultTaken, ResultChoiceUndone, ResultFileRead } from '#modules/result-files/contract/facts.ts'
import { sessionFacts } from '#modules/sessions/door.ts'
import { within, type ChangeContext, type Within } from '#server/room.ts'
import { CorrectionRevoked, ResultCorrected } from './contract/facts.ts'
import { settleEvent } from './door.ts'

async function settle(context: ChangeContext, { sessionId }: { readonly sessionId: SessionId }): Promise<void> {
  const event = await sessionFacts(context.tx, sessionId)
  if (event) await settleEvent(context, event)
}

/** Whatever changes which results stand, whose they are, or what stands against them, makes them count anew in the same change. */
export const correctionsWithin: readonly Within[] = [
  within(ResultFileRead, settle),
  within(LaterResultTaken, settle),
  within(ResultChoiceUndone, settle),
  within(ResultFileDiscarded, settle),
  within(ManualResultsPublished, settle),
  within(DriverMatched, settle),
  within(DriverUnmatched, settle),
  within(ResultCorrected, settle),
  within(CorrectionRevoked, settle),
]
