/**
 * corrections: what admins give and take after the flag: points, seconds, places, disqualification. What stands makes results count otherwise.
 * Specification: product.md §2 (points adjustment, penalty adjustment), §5 (adjustment validation), §6 Admin; calls-and-constants.md §3, §7 "Results,
 * points, penalties"; decisions.md §3 "Penalties"; docs/decisions/0024.
 */
import { z } from 'zod'
import { command, inSteps, query } from '#core/contract.ts'
import { correctionId, sessionId, userId } from '#core/ids.ts'
import { longText } from '#core/text.ts'
import { CORRECTION_KINDS, MOST_PLACES, MOST_POINTS, MOST_SECONDS } from './rules.ts'

const int = z.number().int()
const points = inSteps(0.01).min(-MOST_POINTS).max(MOST_POINTS)
/** Counts the races of an event from 0. */
const raceIndex = int.min(0).max(100)
const reason = longText(0, 1000)

/** Whom: a driver of ours, or the row of a team or a guest. */
const whom = { driverId: userId.optional(), participantId: z.uuid().optional() }
const isOneOf = (...values: readonly unknown[]): boolean => values.filter((value) => value !== undefined).length === 1

const correction = z.object({
  id: correctionId,
  kind: z.enum(CORRECTION_KINDS),
  /** Counts races from 1; `null`: of the event as a whole. */
  raceNo: int.nullable(),
  splitNo: int,
  /** Points, milliseconds, places; `null` of a disqualification, and of one that is taken back. */
  value: z.number().nullable(),
  reason: z.string(),
  /** The rows it concerns now: none where its driver is in no result any more. */
  participantIds: z.array(z.string()),
  driverIds: z.array(userId),
  createdAt: z.string(),
  createdBy: z.object({ id: userId, name: z.string().nullable() }).nullable(),
  revoked: z.object({ at: z.string(), by: z.string().nullable(), reason: z.string() }).nullable(),
})
export type CorrectionView = z.infer<typeof correction>
const may = z.object({ adjust: z.boolean() })

const REFUSALS = ['NOT_FOUND', 'ADMIN_REQUIRED', 'ADJUSTMENT_ZERO', 'TIME_GIVEN_TOO_LONG', 'REASON_LENGTH', 'WRONG_STATE'] as const
const reply = z.object({ id: correctionId })

export const correctionsContract = {
  AddPointAdjustment: command('point-adjustments', 'AddPointAdjustment', {
    summary: 'Gives a driver or team points, or takes some, in a race or in the event as a whole',
    path: '/command/point-adjustments/add',
    body: z
      .strictObject({ sessionId, ...whom, scope: z.union([z.literal('OVERALL'), raceIndex]), points, reason })
      .refine((sent) => isOneOf(sent.driverId, sent.participantId), { path: ['driverId'] }),
    reply,
    refusals: REFUSALS,
  }),
  AddPenalty: command('penalties', 'AddPenalty', {
    summary:
      'Gives a driver or team a penalty in a race: seconds, places, points that are taken, or a disqualification; or takes back one of the game’s',
    path: '/command/penalties/add',
    body: z
      .strictObject({
        sessionId,
        ...whom,
        raceIndex,
        /** Seconds. */
        time: inSteps(0.001).min(-MOST_SECONDS).max(MOST_SECONDS).optional(),
        /** Taken from those of the race. */
        points: points.optional(),
        /** Lost. */
        positions: int.min(-MOST_PLACES).max(MOST_PLACES).optional(),
        /** `false`: not by what the game’s file says. */
        disqualified: z.boolean().optional(),
        reason,
      })
      .refine((sent) => isOneOf(sent.driverId, sent.participantId), { path: ['driverId'] })
      .refine((sent) => isOneOf(sent.time, sent.points, sent.positions, sent.disqualified), { path: ['time'] }),
    reply,
    refusals: REFUSALS,
  }),
  RevokeCorrection: command('correction', 'RevokeCorrection', {
    summary: 'Takes an adjustment or a penalty back: results count as if it had never been',
    path: '/command/correction/Revoke/{id}/0',
    body: z.strictObject({ reason }),
    reply,
    refusals: REFUSALS,
  }),
  pointAdjustments: query('/query/point-adjustments/session/{sessionId}', {
    summary: 'Points that were given and taken in an event',
    params: z.object({ sessionId }),
    reply: z.object({ adjustments: z.array(correction), may }),
    refusals: ['NOT_FOUND'],
  }),
  publicCorrections: query('/public/corrections/{sessionId}', {
    summary: 'What stands for and against the results of an event, where its community has opened them to visitors',
    params: z.object({ sessionId }),
    reply: z.object({ corrections: z.array(correction) }),
    refusals: ['NOT_FOUND', 'LOGIN_REQUIRED'],
  }),
  penalties: query('/query/penalties/session/{sessionId}', {
    summary: 'The penalties of an event',
    params: z.object({ sessionId }),
    reply: z.object({ penalties: z.array(correction), may }),
    refusals: ['NOT_FOUND'],
  }),
}
