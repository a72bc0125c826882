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
  const lapOf = (row: number, seconds: number): number | null => lapAt(drivers.get(results[row]!.name), seconds)
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

/** The last lap that had begun: each says by the session's clock when it did. */
function lapAt(driver: Driver | undefined, seconds: number): number | null {
  if (!driver || !Number.isFinite(seconds)) return null
  const begun = driver.laps.filter(({ attributes }) => Number(attributeOf(attributes, 'et') ?? NaN) <= seconds).length
  return driver.laps.length === 0 ? null : Math.max(1, begun)
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
