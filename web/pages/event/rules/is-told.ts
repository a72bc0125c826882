import type { EventView } from '#modules/sessions/contract.ts'
import { isRestartable } from '#modules/sessions/rules.ts'

/** What is told of a race while it is on, here alone: what runs elsewhere nobody here hears of. */
export const isTold = ({ status, hosting, manualSession }: Pick<EventView, 'status' | 'hosting' | 'manualSession'>): boolean =>
  status === 'IN_PROGRESS' && hosting === 'AUTOMATIC' && !manualSession

/** Whether it has failed and nobody can start it again. */
export const isOff = ({ status, statusTime }: Pick<EventView, 'status' | 'statusTime'>, nowMs: number): boolean =>
  status === 'FAILED' && !isRestartable(status, Date.parse(statusTime), nowMs)
