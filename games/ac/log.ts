import type { ResultRow } from '#games/game.ts'
import { raw, text } from '#games/json.ts'
import type { Raw } from '#games/json.ts'
import { logged } from '#games/log/log.ts'
import type { LogEntry } from '#games/log/log.ts'

/** Contacts in the order of the file, which says neither lap nor time, and the tyres of each car from the lap on in which they were new. */
export function logOfEvents(results: readonly ResultRow[], events: readonly Raw[], laps: readonly Raw[]): readonly LogEntry[] {
  const rows = new Map(results.flatMap(({ drivers }, row) => drivers.flatMap(({ platformId }) => (platformId ? [[platformId, row] as const] : []))))
  const rowOf = (driver: unknown): number | null => rows.get(text(raw(driver).Guid)) ?? null
  const contacts = events.flatMap((event): readonly LogEntry[] => {
    const row = rowOf(event.Driver)
    if (row === null || (event.Type !== 'COLLISION_WITH_CAR' && event.Type !== 'COLLISION_WITH_ENV')) return []
    const value = typeof event.ImpactSpeed === 'number' ? Math.round(event.ImpactSpeed) : null
    if (event.Type === 'COLLISION_WITH_ENV') return [logged('CONTACT_ENV', row, { value })]
    const other = rowOf(event.OtherDriver)
    return [logged('CONTACT_CAR', row, { value, other: other === row ? null : other })]
  })
  return [...contacts, ...tyres(rows, laps)]
}

function tyres(rows: ReadonlyMap<string, number>, laps: readonly Raw[]): readonly LogEntry[] {
  const on = new Map<number, { lap: number; tyre: string }>()
  return laps.flatMap((lap): readonly LogEntry[] => {
    const [row, tyre] = [rows.get(text(lap.DriverGuid)), text(lap.Tyre).slice(0, 30)]
    if (row === undefined) return []
    const before = on.get(row)
    const now = { lap: (before?.lap ?? 0) + 1, tyre }
    on.set(row, now)
    return tyre === '' || tyre === before?.tyre ? [] : [logged('TYRES', row, { lap: now.lap, detail: tyre })]
  })
}
