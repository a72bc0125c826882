import type { ResultRow } from '#games/game.ts'
import { logged } from '#games/log/log.ts'
import type { LogEntry } from '#games/log/log.ts'
import { penaltyOf } from './incidents.ts'
import type { Contacts } from './incidents.ts'
import type { Driver, Session } from './session.ts'
import { attribute } from './xml.ts'

const [etOf, tyresIn] = [attribute('et'), attribute('fcompound')]

/** What a session's stream tells, each in the lap its driver was on by the session's clock, and the tyres each lap was begun with. */
export function logOfSession(session: Session, results: readonly ResultRow[], contacts: Contacts): readonly LogEntry[] {
  const drivers = new Map(session.drivers.map((driver) => [driver.fields.get('Name') ?? '', driver]))
  const rows = new Map(results.flatMap(({ name, drivers: crew }, row) => [name, ...crew.map((one) => one.name)].map((one) => [one, row] as const)))
  // each driver's once: a stream tells thousands of things of them
  const begun = new Map<number, readonly number[]>()
  const lapOf = (row: number, seconds: number): number | null => {
    const known = begun.get(row)
    const own = known ?? beginsOf(drivers.get(results[row]!.name))
    if (!known) begun.set(row, own)
    return lapAt(own, seconds)
  }
  const entries: LogEntry[] = []
  const note = (et: string, name: string, kind: LogEntry['kind'], { other = null, value = null, detail = null }: More = NOTHING): void => {
    const row = rows.get(name)
    if (row === undefined) return
    const seconds = et === '' ? NaN : Number(et)
    const atMs = Number.isFinite(seconds) ? Math.round(seconds * 1000) : null
    entries.push({ kind, row, other, lap: lapOf(row, Number(et)), atMs, driver: null, value, detail })
  }
  for (const [no, { what, et, driver, text }] of session.told.entries()) {
    const contact = contacts[no]
    if (contact) {
      const other = contact.withCar ? rows.get(contact.other) : undefined
      const isOther = other !== undefined && other !== rows.get(contact.name)
      note(et, contact.name, contact.withCar ? 'CONTACT_CAR' : 'CONTACT_ENV', isOther ? { other } : NOTHING)
    } else if (what === 'LIMITS') note(et, driver, 'OFF_TRACK', { detail: text.slice(0, 100) })
    else if (what === 'LEFT') note(et, driver, 'LEAVE')
    else if (what === 'PENALTY') {
      const [served] = text.split(' served ', 1)
      if (served && served !== text) note(et, driver || served, 'PENALTY_SERVED')
      else
        for (const { name, penalty, reason, value } of penaltyOf({ driver, reason: '', text }))
          note(et, name, 'PENALTY', { value: value > 0 ? value : null, detail: [penalty, reason].filter(Boolean).join(': ') })
    }
  }
  return [...entries, ...results.flatMap((row, at) => tyresOf(drivers.get(row.name), at))]
}

type More = Partial<Pick<LogEntry, 'other' | 'value' | 'detail'>>
const NOTHING: More = {}

/** When each lap was begun by the session's clock, in seconds. */
const beginsOf = (driver: Driver | undefined): readonly number[] => (driver?.laps ?? []).map(({ attributes }) => Number(etOf(attributes) ?? NaN))

/** The last lap that had begun. */
function lapAt(begins: readonly number[], seconds: number): number | null {
  if (begins.length === 0 || !Number.isFinite(seconds)) return null
  let begun = 0
  for (const at of begins) if (at <= seconds) begun++
  return Math.max(1, begun)
}

/** `0,Medium`: the compound at the front, by its number and its name. */
function tyresOf(driver: Driver | undefined, row: number): readonly LogEntry[] {
  let [on, before] = ['', '']
  const entries: LogEntry[] = []
  for (const [i, { attributes }] of (driver?.laps ?? []).entries()) {
    const told = tyresIn(attributes) ?? ''
    if (told === before) continue
    before = told
    const [, tyre = ''] = told.split(',')
    if (tyre === '' || tyre === on) continue
    on = tyre
    entries.push(logged('TYRES', row, { lap: i + 1, detail: tyre.slice(0, 30) }))
  }
  return entries
}
