import type { EventView } from '#modules/sessions/contract.ts'

/** Whether drivers are picked from an event: "not in tournament sessions unless series or round; not for team events" (product.md §6 "pick list"). */
export const offersPicks = ({ driverSwap, tournamentType }: Pick<EventView, 'driverSwap' | 'tournamentType'>): boolean =>
  !driverSwap && tournamentType !== 'CHAMPIONSHIP'
