import type { EntryList } from '../../contract.ts'
import { seatsForComer } from '../../rules/seats.ts'
import { isCarFull } from '../entry-list.ts'

/** Why cars are there to be looked at alone; the card has words for each. */
const WHY_NO_CAR = [
  'REGISTRATION_NOT_OPEN',
  'REGISTRATION_FULL',
  'SEATS_KEPT',
  'MEMBER_REQUIRED',
  'APPLICATION_PENDING',
  'MEMBER_BANNED',
  'DISCORD_REQUIRED',
  'JOIN_CONDITIONS_NOT_MET',
  'REJOIN_NOT_ALLOWED',
  'SPECTATING',
  'COMMUNITY_CLOSED',
  'MANAGER_REQUIRED',
  'TEAM_EVENT',
  'CAR_CHANGE_NOT_ALLOWED',
  'register_to_tournament',
  'ROUND_NOT_ELIGIBLE',
  'no_association_for_steam_alert_event',
  'no_association_for_r3e_alert_event',
  'no_association_for_iracing_alert_event',
] as const

/** Of a registration that is closed the page says it, once for all cars. */
export type AtCar =
  | { readonly kind: 'choose' | 'mine' | 'classFull' | 'closed' }
  | { readonly kind: 'fixed'; readonly why: (typeof WHY_NO_CAR)[number] }

/** What there is to do with a car at `nowMs`, or why nothing. */
export function atCar(list: EntryList, model: string, nowMs: number): AtCar {
  if (list.mine?.car.model === model) return { kind: 'mine' }
  const why = whyNot(list, nowMs)
  if (why) return why === 'closed' ? { kind: 'closed' } : { kind: 'fixed', why }
  const car = list.cars.find((one) => one.model === model)
  if (!car || isCarFull(car, list.carClasses, list.mine?.car.carClassId ?? null)) return { kind: 'classFull' }
  return { kind: 'choose' }
}

/** What the server said is carried on by the clock. */
function whyNot(list: EntryList, nowMs: number): (typeof WHY_NO_CAR)[number] | 'closed' | null {
  const code = list.whyNot.chooseCar
  if (code === undefined || (code === 'REGISTRATION_NOT_OPEN' && nowMs >= Date.parse(list.opensAt))) return null
  if (code === 'REGISTRATION_FULL' && list.seatsLeft > 0) return seatsForComer(list, nowMs) > 0 ? null : 'SEATS_KEPT'
  return WHY_NO_CAR.find((one) => one === code) ?? 'closed'
}
