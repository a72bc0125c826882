/** Files of seasons for tests, written as others write them. */
import assert from 'node:assert/strict'
import { readSeason, type SeasonFile } from './read.ts'
import { workedOut } from './tables.ts'

export function read(json: string): SeasonFile {
  const season = readSeason(json)
  return 'file' in season ? season.file : assert.fail(season.wrong.join('; '))
}

export type Row = { readonly driver: string; readonly position?: number | null } & Readonly<Record<string, unknown>>
export const race = (round: number, rows: readonly Row[], more: object = {}) => ({
  round,
  ...more,
  results: rows.map((row) => ({ status: row.position ? 'FINISHED' : 'DNF', laps: 50, ...team('team'), ...row })),
})
/** `constructor` of an object literal would be taken for that of objects. */
export const team = (name: string) => Object.fromEntries([['constructor', name]])
export const season = (year: number | string, rules: object, races: readonly object[], more: object = {}) =>
  JSON.stringify({ season: year, rules: { points: [8, 6, 4, 3, 2], ...rules }, races, ...more })
/** `1 a 8, 2 b 6`. */
export const lines = (of: { readonly lines: readonly { position: number | null; id: string; points: number }[] } | undefined): string =>
  (of?.lines ?? []).map(({ position, id, points }) => `${position ?? '-'} ${id} ${points}`).join(', ')
export const tableOf = (json: string, name = 'drivers'): string => lines(workedOut(read(json)).tables.find((one) => one.name === name))
export const notesOf = (json: string): readonly string[] => workedOut(read(json)).notes
export const ordered = (...drivers: string[]): readonly Row[] => drivers.map((driver, at) => ({ driver, position: at + 1 }))
