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
export function notedIn({ told, penalties: given }: Session, names: ReadonlySet<string>, contacts: Contacts): Noted {
  const counts = new Map<string, Counts>()
  const count = (name: string, key: keyof Counts): void => {
    const own = counts.get(name)
    if (own) own[key]++
    else if (names.has(name)) counts.set(name, { collisionsWithCar: 0, collisionsWithEnv: 0, offTracks: 0, [key]: 1 })
  }
  for (const contact of contacts) if (contact) count(contact.name, contact.withCar ? 'collisionsWithCar' : 'collisionsWithEnv')
  for (const { what, driver } of told) if (what === 'LIMITS') count(driver, 'offTracks')
  const penalties = Map.groupBy(given.flatMap(penaltyOf), ({ name }) => name)
  return {
    incidentsOf: (name) => (counts.size === 0 ? null : (counts.get(name) ?? { collisionsWithCar: 0, collisionsWithEnv: 0, offTracks: 0 })),
    penaltiesOf: (name) => (penalties.get(name) ?? []).map(({ name: _, ...penalty }) => penalty),
  }
}

/** The name of a text between two places, without the slot that may stand behind it. */
function nameAt(text: string, from: number, to: number): string {
  let open = to - 2
  if (text.charCodeAt(to - 1) !== CLOSE) return text.slice(from, to)
  while (isDigit(text.charCodeAt(open))) open--
  return open > from && open < to - 2 && text.charCodeAt(open) === OPEN ? text.slice(from, open) : text.slice(from, to)
}

const [OPEN, CLOSE] = [0x28, 0x29]
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

type Penalty = ResultRow['penalties'][number] & { readonly name: string }

export type Contact = { readonly name: string; readonly withCar: boolean; readonly other: string }
/** One for each thing that a session tells; `null`: it tells of no contact, or otherwise than the game does. */
export type Contacts = readonly (Contact | null)[]

/** Who reported contacts, and with whom. A stream tells of thousands: each is read once. */
export const contactsOf = ({ told }: Session, names: ReadonlySet<string>): Contacts =>
  told.map(({ what, text }) => (what === 'CONTACT' ? contactIn(text, names) : null))

function contactIn(contact: string, names: ReadonlySet<string>): Contact | null {
  const at = contact.indexOf(CONTACT)
  const closed = contact.indexOf(') ', at + CONTACT.length)
  if (at < 0 || closed < 0) return null
  // `with another vehicle B(3)`, `with Immovable`, or only the other's name in LMU.
  const isVehicle = contact.startsWith(VEHICLE, closed + 2)
  const other = nameAt(contact, closed + 2 + (isVehicle ? VEHICLE.length : 0), contact.length)
  const withCar = isVehicle || (!contact.startsWith('with ', closed + 2) && names.has(other))
  return { name: nameAt(contact, 0, at), withCar, other }
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
