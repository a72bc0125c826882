import { momentAt, wallTime } from '#core/time-zone.ts'
import type { SessionStatus } from '../rules.ts'
import { dayAfter } from './daily.ts'

/** What an event is made of anew by. */
type Source = { readonly manual: boolean; readonly options: unknown }

/** Whether an event was planned to be kept by hand: one that only became so, since it left no result file, still has the options of its game. */
export const isPlannedByHand = ({ manual, options }: Source): boolean => manual && Object.keys(options as object).length === 0

/** When registration opens of an event that is at another start: as long before it as somebody chose; `null` where nobody did. */
export const movedOpening = (opensAt: Date | null, from: Date, to: Date): Date | null =>
  opensAt && new Date(opensAt.getTime() + to.getTime() - from.getTime())

type Moved = { readonly status: SessionStatus; readonly opensAt: Date | null; readonly startsAt: Date }
/** The same of an event that is moved itself: what has opened is not closed again (docs/decisions/0060). */
export const openingOfMoved = ({ status, opensAt, startsAt }: Moved, to: Date, nowMs: number): Date | null =>
  opensAt && status === 'WAITING' && opensAt.getTime() <= nowMs ? opensAt : movedOpening(opensAt, startsAt, to)

/** A week after a start by the clocks of a zone: what begins at eight does so also when they were changed meanwhile. */
export function weekAfter(startsAt: string, timeZone: string): Date {
  const [day, time] = wallTime(startsAt, timeZone).split('T') as [string, string]
  // the clocks of a zone that is known show every day
  return momentAt(`${dayAfter(day, 7)}T${time}`, timeZone)!
}
