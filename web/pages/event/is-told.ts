import type { EventView } from '#modules/sessions/contract.ts'

/** What is told of a race while it is on, here alone: what runs elsewhere nobody here hears of. */
export const isTold = ({ status, hosting, manualSession }: Pick<EventView, 'status' | 'hosting' | 'manualSession'>): boolean =>
  status === 'IN_PROGRESS' && hosting === 'AUTOMATIC' && !manualSession
