import type { ResultRow } from '#games/game.ts'
import { logged } from '#games/log/log.ts'
import type { LogEntry } from '#games/log/log.ts'
import { contactIn, penaltyOf } from './incidents.ts'
import type { Driver, Session, Told } from './session.ts'
import { attributeOf } from './xml.ts'

/** What a session's stream tells, each in the lap its driver was on by the session's clock, and the tyres each lap was begun with. */
export function logOfSession(session: Session, results: readonly ResultRow[]): readonly LogEntry[] {
  const drivers = new Map(session.drivers.map((driver) => [driver.fields.get('Name') ?? '', driver]))
  const names = new Set(drivers.keys())
  const rows = new Map(results.flatMap(({ name, drivers: crew }, row) => [name, ...crew.map((one) => one.name)].map((one) => [one, row] as const)))
  // each driver's once: a stream tells thousands of things of them
  const begun = new Map<number, readonly number[]>()
  const lapOf = (row: number, seconds: number): number | null => {
    const own = begun.get(row) ?? beginsOf(drivers.get(results[row]!.name))
    begun.set(row, own)
    return lapAt(own, seconds)
  }
  const told = session.told.flatMap((one): readonly LogEntry[] => {
    const seconds = Number(one.et)
    const at = (row: number) => ({ atMs: Number.isFinite(seconds) && one.et !== '' ? Math.round(seconds * 1000) : null, lap: lapOf(row, seconds) })
    return entryOf(one, names, rows, at)
  })
  const tyres = results.flatMap((row, at) => tyresOf(drivers.get(row.name), at))
  return [...told, ...tyres]
}

type At = (row: number) => Pick<LogEntry, 'atMs' | 'lap'>

function entryOf(told: Told, names: ReadonlySet<string>, rows: ReadonlyMap<string, number>, at: At): readonly LogEntry[] {
  const entry = (name: string, kind: LogEntry['kind'], more: Partial<LogEntry> = {}): readonly LogEntry[] => {
    const row = rows.get(name)
    return row === undefined ? [] : [logged(kind, row, { ...at(row), ...more })]
  }
  if (told.what === 'LIMITS') return entry(told.driver, 'OFF_TRACK', { detail: told.text.slice(0, 100) })
  if (told.what === 'LEFT') return entry(told.driver, 'LEAVE')
  if (told.what === 'CONTACT') {
    const contact = contactIn(told.text, names)
    if (!contact) return []
    const other = rows.get(contact.other) ?? null
    return contact.withCar
      ? entry(contact.name, 'CONTACT_CAR', { other: other === rows.get(contact.name) ? null : other })
      : entry(contact.name, 'CONTACT_ENV')
  }
  const [served] = told.text.split(' served ', 1)
  if (served && served !== told.text) return entry(told.driver || served, 'PENALTY_SERVED')
  return penaltyOf({ driver: told.driver, reason: '', text: told.text }).flatMap(({ name, penalty, reason, value }) =>
    entry(name, 'PENALTY', { value: value > 0 ? value : null, detail: [penalty, reason].filter(Boolean).join(': ') }),
  )
}

/** When each lap was begun by the session's clock, in seconds. */
const beginsOf = (driver: Driver | undefined): readonly number[] =>
  (driver?.laps ?? []).map(({ attributes }) => Number(attributeOf(attributes, 'et') ?? NaN))

/** The last lap that had begun. */
function lapAt(begins: readonly number[], seconds: number): number | null {
  if (begins.length === 0 || !Number.isFinite(seconds)) return null
  let begun = 0
  for (const at of begins) if (at <= seconds) begun++
  return Math.max(1, begun)
}

/** `0,Medium`: the compound at the front, by its number and its name. */
function tyresOf(driver: Driver | undefined, row: number): readonly LogEntry[] {
  let on = ''
  return (driver?.laps ?? []).flatMap(({ attributes }, i): readonly LogEntry[] => {
    const [, tyre = ''] = (attributeOf(attributes, 'fcompound') ?? '').split(',')
    if (tyre === '' || tyre === on) return []
    on = tyre
    return [logged('TYRES', row, { lap: i + 1, detail: tyre.slice(0, 30) })]
  })
}
