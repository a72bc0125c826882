import type { ResultRow } from '#games/game.ts'
import type { Session } from './session.ts'

type Counts = { collisionsWithCar: number; collisionsWithEnv: number; offTracks: number }
export type Noted = {
  readonly incidentsOf: (name: string) => ResultRow['incidents']
  readonly penaltiesOf: (name: string) => ResultRow['penalties']
}

const VEHICLE = 'with another vehicle '
const CONTACT = ' reported contact ('

/** Contacts, track limits and penalties of a session's stream by the names it writes; files without any of a driver's name know none. */
export function notedIn(session: Session, names: ReadonlySet<string>): Noted {
  const counts = new Map<string, Counts>()
  const count = (name: string, key: keyof Counts): void => {
    if (!names.has(name)) return
    const own = counts.get(name) ?? { collisionsWithCar: 0, collisionsWithEnv: 0, offTracks: 0 }
    own[key]++
    counts.set(name, own)
  }
  for (const told of session.contacts) {
    const contact = contactIn(told, names)
    if (contact) count(contact.name, contact.withCar ? 'collisionsWithCar' : 'collisionsWithEnv')
  }
  for (const name of session.trackLimits) count(name, 'offTracks')
  const penalties = Map.groupBy(session.penalties.flatMap(penaltyOf), ({ name }) => name)
  return {
    incidentsOf: (name) => (counts.size === 0 ? null : (counts.get(name) ?? { collisionsWithCar: 0, collisionsWithEnv: 0, offTracks: 0 })),
    penaltiesOf: (name) => (penalties.get(name) ?? []).map(({ name: _, ...penalty }) => penalty),
  }
}

export const withoutSlot = (name: string): string => {
  const open = name.endsWith(')') ? name.lastIndexOf('(') : -1
  return open > 0 && /^\d+$/.test(name.slice(open + 1, -1)) ? name.slice(0, open) : name
}

type Penalty = ResultRow['penalties'][number] & { readonly name: string }

/** Who reported a contact, and with whom; `null`: it is told otherwise than the game does. */
export function contactIn(
  contact: string,
  names: ReadonlySet<string>,
): { readonly name: string; readonly withCar: boolean; readonly other: string } | null {
  const at = contact.indexOf(CONTACT)
  const closed = contact.indexOf(') ', at + CONTACT.length)
  if (at < 0 || closed < 0) return null
  const other = contact.slice(closed + 2)
  // `with another vehicle B(3)`, `with Immovable`, or only the other's name in LMU.
  const isVehicle = other.startsWith(VEHICLE)
  const withCar = isVehicle || (!other.startsWith('with ') && names.has(withoutSlot(other)))
  return {
    name: withoutSlot(contact.slice(0, at)),
    withCar,
    other: withoutSlot(isVehicle ? other.slice(VEHICLE.length) : other),
  }
}

/** `A received Drive Thru penalty, 10s, 0laps…` and `A finished before serving penalty, added 25 seconds…`; serving one is no news. */
export function penaltyOf({ driver, reason, text }: Session['penalties'][number]): readonly Penalty[] {
  const given = text.indexOf(' received ')
  if (given > 0) {
    const [, penalty = '', seconds] = /^([^,]{1,60}) penalty, (\d{1,6})s/.exec(text.slice(given + ' received '.length)) ?? []
    return penalty ? [{ name: driver || text.slice(0, given), penalty, reason, value: Number(seconds), lap: null }] : []
  }
  const unserved = text.indexOf(' finished before serving penalty, added ')
  const [, added] = /added (\d{1,6}) seconds/.exec(unserved > 0 ? text.slice(unserved) : '') ?? []
  return added
    ? [{ name: driver || text.slice(0, unserved), penalty: 'Time added', reason: 'Penalty not served', value: Number(added), lap: null }]
    : []
}
