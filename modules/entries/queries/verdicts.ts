import { all, refuse, type Verdict } from '#core/result.ts'
import { hasPlaceToWatch, hasRoom } from '#modules/sessions/rules/seats.ts'
import type { EntryAction } from '../contract.ts'
import {
  mayCancel,
  mayChange,
  mayChangeCar,
  mayChangeNumber,
  mayChooseCar,
  mayDownload,
  isIn,
  mayPickNumber,
  mayRegister,
  mayTakeAnother,
  mayRemove,
  maySetGrid,
  type PersonFacts,
} from '../policy.ts'
import { mayCheckIn } from '../policy/check-in.ts'
import { mayExport, mayStopWatching, mayWatch } from '../policy/spectators.ts'
import { mayJoinTeam, mayLeaveTeam, mayManageTeam } from '../policy/teams.ts'
import type { Facts } from '../store.ts'

/** May this person, and if not, why. `seatsLeft`: for somebody who comes now. */
export function verdictsOf(now: Date, facts: Facts, person: PersonFacts, seatsLeft: number): Readonly<Record<EntryAction, Verdict>> {
  const { event, offer, role, is_manager } = facts
  const register = mayRegister(now, event, person)
  const part = !isIn(person) ? null : is_manager ? 'MANAGER' : 'DRIVER'
  const change = part ? mayChange(event, role, part) : refuse('NOT_REGISTERED')
  const changeCar = part ? mayChangeCar(event, person, part) : change
  const isFull = seatsLeft === 0
  const mayWait = isFull || !offer.classes.every(hasRoom)
  return {
    register: register === true && isFull ? refuse('REGISTRATION_FULL') : register,
    joinWaitingList: register === true && !mayWait ? refuse('WRONG_STATE') : register,
    chooseCar: mayChooseCar(now, event, person, { isFull, carCount: offer.carIds.length }),
    cancel: mayCancel(now, event, person),
    changeCar: mayTakeAnother(changeCar, offer.carIds.length),
    changeSkin: change,
    pickRaceNumber: mayPickNumber(event, person),
    changeRaceNumber: part ? mayChangeNumber(event, person, part) : refuse('NOT_REGISTERED'),
    joinTeam: mayJoinTeam(now, event, person),
    leaveTeam: mayLeaveTeam(event, part),
    manageTeam: mayManageTeam(event, part),
    watch: all(mayWatch(event, person), hasPlaceToWatch(facts) || refuse('REGISTRATION_FULL')),
    export: mayExport(person),
    stopWatching: mayStopWatching(now, event, person),
    changeAnyCar: mayChange(event, role, null),
    removeEntries: mayRemove(event, role),
    setGridPositions: maySetGrid(event, role),
    download: mayDownload(event, role),
    checkInAny: mayCheckIn(now, event, role, null),
  }
}

export const mapped = <T>(verdicts: Readonly<Record<EntryAction, Verdict>>, to: (verdict: Verdict) => T): Partial<Record<EntryAction, T>> =>
  Object.fromEntries(Object.entries(verdicts).map(([action, verdict]) => [action, to(verdict)])) as Partial<Record<EntryAction, T>>
