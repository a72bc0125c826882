import type { CorrectionId, SessionId } from '#core/ids.ts'
import { checkReason } from '#core/reason.ts'
import { refuse, type Verdict } from '#core/result.ts'
import { managedEvent } from '#modules/results/door.ts'
import type { CommandContext, CommandsOf } from '#server/room.ts'
import type { correctionsContract } from './contract.ts'
import { penaltyOf } from './decide.ts'
import { addCorrection, correctionOf, revokeCorrection } from './door.ts'
import { CORRECTION_REASON } from './rules.ts'

export const correctionsCommands: CommandsOf<typeof correctionsContract> = {
  AddPointAdjustment: async (context, { body: { sessionId, scope, points, reason, ...whom } }) => {
    const may = await mayCorrect(context, sessionId, reason)
    if (may !== true) return may
    if (points === 0) return refuse('ADJUSTMENT_ZERO', { field: 'points' })
    const raceNo = scope === 'OVERALL' ? null : scope + 1
    return addCorrection(context, sessionId, { ...whom, kind: 'ADJUSTMENT', value: points, raceNo, reason: reason.trim() }, context.actor.userId)
  },

  AddPenalty: async (context, { body: { sessionId, raceIndex, reason, driverId, participantId, ...penalty } }) => {
    const may = await mayCorrect(context, sessionId, reason)
    if (may !== true) return may
    const given = penaltyOf(penalty)
    if (!given.ok) return given
    const raceNo = raceIndex + 1
    return addCorrection(context, sessionId, { driverId, participantId, ...given.value, raceNo, reason: reason.trim() }, context.actor.userId)
  },

  RevokeCorrection: async (context, { id, body: { reason } }) => {
    const kept = await correctionOf(context.tx, id as CorrectionId)
    if (!kept) return refuse('NOT_FOUND')
    const may = await mayCorrect(context, kept.sessionId, reason)
    return may === true ? revokeCorrection(context, kept.id, reason.trim(), context.actor.userId) : may
  },
}

async function mayCorrect({ tx, actor }: CommandContext, sessionId: SessionId, reason: string): Promise<Verdict> {
  const managed = await managedEvent(tx, sessionId, actor.userId)
  return managed.ok ? checkReason(reason, CORRECTION_REASON) : managed
}
