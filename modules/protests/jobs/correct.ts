import { CorrectionRevoked } from '#modules/corrections/contract/facts.ts'
import { addCorrection } from '#modules/corrections/door.ts'
import { lockLeague } from '#modules/leagues/door.ts'
import { ManualResultsPublished } from '#modules/manual-results/contract/facts.ts'
import { DriverMatched } from '#modules/matching/contract/facts.ts'
import { LaterResultTaken, ResultChoiceUndone, ResultFileRead } from '#modules/result-files/contract/facts.ts'
import type { SessionId } from '#core/ids.ts'
import { on, within, type JobContext, type Listener, type Within } from '#server/room.ts'
import { correctionOf } from '../decide.ts'
import { uncorrected } from '../queries/missing.ts'
import { revokeCorrected, saveCorrection } from '../store.ts'

/** A verdict on somebody whom the results did not know corrects them once they do, for the reason it was given for. The same again changes nothing. */
async function correctMissing(context: JobContext, { sessionId }: { readonly sessionId: SessionId }): Promise<void> {
  const { tx, now } = context
  const [first] = await uncorrected(tx, sessionId)
  if (!first) return
  await lockLeague(tx, first.leagueId, now)
  for (const { id, kind, amount, reason, carKeys, ...whom } of await uncorrected(tx, sessionId)) {
    const correction = correctionOf({ kind, amount })
    const added = correction && (await addCorrection(context, sessionId, { ...correction, ...whom, carKeys: carKeys ?? undefined, reason }, null))
    if (added?.ok) await saveCorrection(tx, id, added.value.id)
  }
}

/** What an admin takes back by hand does not stand in its verdict any more either; an appeal has done so before. */
export const correctWithin: readonly Within[] = [
  within(CorrectionRevoked, async ({ tx, now }, { correctionId }) => {
    await revokeCorrected(tx, correctionId, now)
  }),
]

export const correctListeners: readonly Listener[] = [
  on(DriverMatched, 'protests.correct-matched', correctMissing),
  on(ResultFileRead, 'protests.correct-read', correctMissing),
  on(LaterResultTaken, 'protests.correct-later', correctMissing),
  on(ResultChoiceUndone, 'protests.correct-undone', correctMissing),
  on(ManualResultsPublished, 'protests.correct-published', correctMissing),
]
