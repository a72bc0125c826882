import type { UserId } from '#core/ids.ts'
import type { IncidentView } from '../contract.ts'
import { INCIDENT_CATEGORY, isIncident, type Category } from '../rules.ts'
import { writeTime } from './words.ts'

/** How a form names an incident of the log. */
export const keyOf = ({ resultId, no }: Pick<IncidentView, 'resultId' | 'no'>): string => `${resultId} ${no}`
export const pickedOf = (key: string | null): { readonly resultId: IncidentView['resultId']; readonly no: number } | null => {
  const [resultId, no] = key?.split(' ') ?? []
  return resultId ? { resultId: resultId as IncidentView['resultId'], no: Number(no) } : null
}

type Log = { readonly incidents: readonly Pick<IncidentView, 'resultId' | 'no'>[]; readonly total: number }
/** Whether an incident that was picked is none of a log any more. One that lies behind the end of a list that was cut may be there. */
export function isGone({ incidents, total }: Log, key: string | null): boolean {
  if (key === null || incidents.some((one) => keyOf(one) === key)) return false
  return total <= incidents.length || incidents.every(({ resultId }) => resultId !== pickedOf(key)?.resultId)
}

type Typed = { readonly reporteeId: UserId | null; readonly category: Category; readonly lap: number | null; readonly time: string }

/** An incident says who, what, where and when; what it leaves open stays as it is typed, and of several who were in it the one that was chosen. */
export function filledBy(one: IncidentView, typed: Typed, drivers: readonly { readonly id: UserId }[]): Typed {
  const involved = new Set([...one.who.ids, ...(one.other?.ids ?? [])])
  const isChosen = typed.reporteeId !== null && involved.has(typed.reporteeId)
  return {
    category: isIncident(one.kind) ? INCIDENT_CATEGORY[one.kind] : typed.category,
    lap: one.lap ?? typed.lap,
    time: one.atMs === null ? typed.time : writeTime(one.atMs),
    reporteeId: isChosen ? typed.reporteeId : (drivers.find(({ id }) => involved.has(id))?.id ?? typed.reporteeId),
  }
}
