import type { RoundView, TournamentView } from '../contract/shapes.ts'
import { isDone } from '../rules.ts'

/** Of a season that is over nothing comes any more, whatever of it was not driven. */
export const nextOf = ({ status, sessions }: Pick<TournamentView, 'status' | 'sessions'>): RoundView | null =>
  (status === 'FINISHED' ? undefined : sessions.find((round) => !isDone(round.status) && round.status !== 'DRAFT')) ?? null

/** Its results may still change by a protest. */
export const isProvisional = ({ confirmation }: RoundView): boolean => confirmation !== null && confirmation.confirmedAt === null

/** The one figure that says how rounds are dropped; null where every round counts, or halves have figures of their own. */
export const bestOf = ({ pointSystem: { bestRounds } }: TournamentView): number | null =>
  bestRounds.length === 1 && !bestRounds[0]!.except ? bestRounds[0]!.best : null

/** Points as they are read: half points with their half. */
export const figure = (points: number): string => String(Math.round(points * 100) / 100).replace('-', '−')

export const STATUS_TONES = { UNPUBLISHED: 'warn', REGISTRATION: 'good', STARTED: 'red', FINISHED: 'quiet' } as const
