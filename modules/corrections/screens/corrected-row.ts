import type { ResultRowView } from '#modules/results/contract.ts'

export type CorrectedRow = Pick<ResultRowView, 'participantId' | 'name' | 'status' | 'raw'>
/** Which race of the event, counted from 1. */
export type CorrectedRace = { readonly sessionId: string; readonly raceNo: number }
