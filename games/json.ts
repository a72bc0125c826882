import type { ReadFailure, ReadResults } from './game.ts'
import { decodeText } from './text.ts'

const MAX_BYTES = 8 * 1024 * 1024
const MAX_DEPTH = 32
/** More than any real file holds: 200 cars over 24 h drive about 60 000 laps. */
export const MAX_ROWS = { cars: 1000, laps: 100_000, events: 200_000 } as const
/** A day: nothing a server times lasts longer, and the sentinels of all games lie above it. */
const MAX_LAP_MS = 86_400_000

/** An object of a foreign file as it was parsed: only for keys that no prototype has. `JSON.parse` makes `__proto__` an own key like any other. */
export type Raw = Readonly<Record<string, unknown>>
const NOTHING: Raw = Object.freeze(Object.create(null) as Raw)

export type Refused = Extract<ReadResults, { ok: false }>
export const refused = (code: ReadFailure, reason: string): Refused => ({ ok: false, code, reason })

/** Bytes of a result file as JSON, or the coded reason why they are none; never throws. `prepare` turns what the game writes into JSON. */
export function readRaw(bytes: Uint8Array, prepare: (text: string) => string = (text) => text): { readonly ok: true; readonly value: Raw } | Refused {
  const decoded = readText(bytes)
  if (!decoded.ok) return decoded
  let json = ''
  try {
    json = prepare(decoded.value)
    const value: unknown = JSON.parse(json)
    if (tooDeep(value, MAX_DEPTH)) return refused('IMPORT_UNREADABLE', `the file nests deeper than ${MAX_DEPTH}`)
    return isObject(value) ? { ok: true, value } : refused('FILE_UNRECOGNIZED', 'the file holds no object')
  } catch (fault) {
    return refused('IMPORT_UNREADABLE', whereBroken(json, fault))
  }
}

/** What is wrong with a text that is no JSON, for whoever handed it in: the parser's own words are for programmers. */
function whereBroken(json: string, fault: unknown): string {
  const said = fault instanceof Error ? fault.message : ''
  const lines = json.trimEnd().split('\n').length
  if (!/^\s*[{[]/.test(json)) return 'the file is of another format: it holds no JSON'
  if (/end of JSON|Unterminated/.test(said) || !/[}\]]\s*$/.test(json)) return `the file breaks off in line ${lines}`
  const at = /at position (\d+)/.exec(said)?.[1]
  return at === undefined
    ? 'the file is damaged: something in it is no JSON'
    : `the file is damaged in line ${json.slice(0, Number(at)).split('\n').length}`
}

/** The text of a result file, not larger than any real one and not empty. */
export function readText(bytes: Uint8Array): { readonly ok: true; readonly value: string } | Refused {
  if (bytes.length > MAX_BYTES) return refused('FILE_TOO_LARGE', `the file is larger than ${MAX_BYTES} bytes`)
  const decoded = decodeText(bytes)
  const value = decoded.codePointAt(0) === 0xfeff ? decoded.slice(1) : decoded
  return !/\S/.test(value) ? refused('IMPORT_NO_DATA', 'the file is empty') : { ok: true, value }
}

export const raw = (value: unknown): Raw => (isObject(value) ? value : NOTHING)
export const rawList = (value: unknown): readonly Raw[] => list(value).map(raw)
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 500) : typeof value === 'number' ? String(value) : '')
export const textOrNull = (value: unknown): string | null => text(value) || null

/** A whole number in a range; `null` for anything else. */
export const whole = (value: unknown, min: number, max: number): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : null

/** A lap or sector in whole milliseconds; `null` for sentinels, nonsense and none. */
export const lapMs = (value: unknown): number | null => time(value, MAX_LAP_MS)

/** A total in whole milliseconds, below the game's own sentinel. */
export const totalMs = (value: unknown, sentinel: number): number | null => time(value, sentinel - 1)

/** The sectors when all of them are times, else none. */
export function sectorsMs(value: unknown): readonly number[] {
  const times = list(value).slice(0, 10).map(lapMs)
  return times.every((time) => time !== null) ? times : []
}

export const fastest = (times: readonly (number | null)[]): number | null =>
  times.reduce((best, time) => (time !== null && (best === null || time < best) ? time : best), null)

function time(value: unknown, max: number): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  const rounded = Math.round(value)
  return rounded > 0 && rounded <= max ? rounded : null
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value nests deeper than `left` levels. Walking what was parsed costs a tenth of counting brackets in the text. */
function tooDeep(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (left === 0) return true
  if (Array.isArray(value)) return value.some((inner) => tooDeep(inner, left - 1))
  // Parsed objects have own keys only.
  for (const key in value) if (tooDeep((value as Raw)[key], left - 1)) return true
  return false
}
