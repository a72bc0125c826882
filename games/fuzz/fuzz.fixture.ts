import assert from 'node:assert/strict'
import { seeded } from '../emulate.fixture.ts'
import type { ReadResults, ResultFile } from '../game.ts'
import { holds } from '../results.fixture.ts'

export type Fuzzed = { readonly withRows: number; readonly refused: number; readonly slowestMs: number }

/** A reader may take so long for any file of its size; counted as work of this process, not as waiting for others. */
const MOST_MS = 1000
const JSON_VALUES = [
  '-1',
  '0',
  '1',
  '1e308',
  '-1e400',
  '99999999999999999999',
  '2147483647',
  '0.5',
  'null',
  'true',
  '""',
  '"x"',
  '"\\ud800"',
] as const
const JSON_DEEP = ['[]', '{}', '[[[[]]]]', '{"__proto__":{"a":1}}', '[null]', '[{}]'] as const
const XML_TEXTS = [
  '-1',
  '0',
  '1',
  '1e308',
  '99999999999999999999',
  'NaN',
  '--.----',
  '',
  ' ',
  'Infinity',
  '0x10',
  '&lt;',
  '-0',
  '2147483647',
] as const
const WILD = ['<', '>', '&', '</Driver>', '<Driver>', '<!--', '<![CDATA[', '{', '}', '"', '\\', '\u0000', '\ufeff', 'é', '//', '\n'] as const

type Format = { readonly value: RegExp; readonly nasty: readonly string[]; readonly between: string }
const FORMATS: Readonly<Record<'json' | 'xml', Format>> = {
  json: { value: /(?<=: ?)(?:"(?:[^"\\]|\\.)*"|-?[\d.]+|true|false|null)/g, nasty: [...JSON_VALUES, ...JSON_DEEP], between: ',' },
  xml: { value: /(?<=>)[^<>]+(?=<)|(?<==")[^"<>]*(?=")/g, nasty: XML_TEXTS, between: '' },
}

type Base = {
  readonly file: ResultFile
  readonly encoding: 'latin1' | 'utf16le'
  readonly text: string
  readonly format: Format
  readonly values: readonly (readonly [at: number, length: number])[]
}

/**
 * Damages real files in `runs` ways and reads them: the reader answers in time, and what it reads holds. Run number n of a seed is run 0 of
 * seed + n.
 */
export function fuzz(files: readonly ResultFile[], read: (file: ResultFile) => ReadResults, runs: number, seed: number): Fuzzed {
  const bases = files.map(baseOf)
  const readable = bases.filter(({ file }) => read(file).ok)
  let [withRows, refused, slowestMs] = [0, 0, 0]
  for (let run = 0; run < runs; run++) {
    const chance = seeded(seed + run)
    const base = pick(readable.length > 0 && chance() < 0.9 ? readable : bases, chance)
    const { file } = base
    const bytes = damaged(bases, base, chance)
    const of = `${file.name}, seed ${seed + run}`
    const before = process.cpuUsage()
    const began = performance.now()
    let answer: ReadResults
    try {
      answer = read({ name: file.name, bytes })
    } catch (fault) {
      throw new Error(`a fault on ${of}`, { cause: fault })
    }
    const tookMs = performance.now() - began
    slowestMs = Math.max(slowestMs, tookMs)
    if (tookMs > MOST_MS) assert.ok(process.cpuUsage(before).user / 1000 <= MOST_MS, `${Math.round(tookMs)} ms for ${of}`)
    if (!answer.ok) {
      assert.ok(answer.code && answer.reason, of)
      refused++
      continue
    }
    if (answer.segments.some(({ results }) => results.length > 0)) withRows++
    try {
      answer.segments.forEach(holds)
    } catch (fault) {
      throw new Error(`unsound rows from ${of}`, { cause: fault })
    }
  }
  return { withRows, refused, slowestMs }
}

/** Bytes as letters of the same number, whatever their encoding; ACC writes two for each. */
function baseOf(file: ResultFile): Base {
  const encoding = file.bytes[1] === 0 || (file.bytes[0] === 0xff && file.bytes[1] === 0xfe) ? 'utf16le' : 'latin1'
  const text = Buffer.from(file.bytes).toString(encoding)
  const format = FORMATS[text.trimStart().startsWith('<') ? 'xml' : 'json']
  return { file, encoding, text, format, values: [...text.matchAll(format.value)].map((match) => [match.index, match[0].length] as const) }
}

type Edit = { readonly at: number; readonly length: number; readonly text: string }

/** Mostly what stays well-formed, for it gets furthest. */
function damaged(bases: readonly Base[], base: Base, chance: () => number): Uint8Array {
  const wild = chance() < 0.25
  const edits = Array.from({ length: 1 + Math.floor(chance() * 6) }, () => (wild ? anywhere(bases, base, chance) : inPlace(base, chance)))
  let [text, at] = ['', 0]
  for (const one of edits.sort((a, b) => a.at - b.at)) {
    if (one.at < at) continue
    text += base.text.slice(at, one.at) + one.text
    at = one.at + one.length
  }
  text += base.text.slice(at)
  return Buffer.from(wild && chance() < 0.3 ? text.slice(0, Math.floor(chance() * text.length)) : text, base.encoding)
}

/** A value for another, or a part lost, doubled or replaced. */
function inPlace({ text, values, format }: Base, chance: () => number): Edit {
  const [at, length] = values.length > 0 ? pick(values, chance) : [0, 0]
  const kind = chance()
  if (kind < 0.4) return { at, length, text: pick(format.nasty, chance) }
  if (kind < 0.6) {
    const [from, size] = values.length > 0 ? pick(values, chance) : [0, 0]
    return { at, length, text: text.slice(from, from + size) }
  }
  const here = partFrom(text, Math.floor(chance() * text.length))
  if (!here) return { at, length, text: pick(format.nasty, chance) }
  const part = text.slice(here.at, here.at + here.length)
  if (kind < 0.7) return { ...here, text: `${part}${format.between}${part}` }
  if (kind < 0.8) return { ...here, text: format.between === '' ? '' : part.startsWith('[') ? '[]' : '{}' }
  const there = partFrom(text, Math.floor(chance() * text.length))
  return { ...here, text: there ? text.slice(there.at, there.at + there.length) : part }
}

function anywhere(bases: readonly Base[], base: Base, chance: () => number): Edit {
  const { text } = base
  const at = Math.floor(chance() * text.length)
  const kind = chance()
  if (kind < 0.3) return inPlace(base, chance)
  if (kind < 0.5) return { at, length: 1, text: String.fromCharCode(Math.floor(chance() * 256)) }
  if (kind < 0.65) return { at, length: Math.floor(chance() * 400), text: '' }
  if (kind < 0.75) return { at, length: 0, text: text.slice(at, at + Math.floor(chance() * 4000)) }
  if (kind < 0.9) return { at, length: 0, text: pick([...WILD, ...base.format.nasty], chance).repeat(1 + Math.floor(chance() ** 4 * 3000)) }
  const other = pick(bases, chance).text
  const from = Math.floor(chance() * other.length)
  return { at, length: 0, text: other.slice(from, from + Math.floor(chance() * 4000)) }
}

const LONGEST_PART = 20_000

/** The next object, list or element from a place on, when it is short. */
function partFrom(text: string, from: number): { readonly at: number; readonly length: number } | null {
  const opening = /[{[]|<(\w+)[^<>]*>/g
  opening.lastIndex = from
  const found = opening.exec(text)
  if (!found) return null
  const at = found.index
  if (found[1] !== undefined) {
    const closing = `</${found[1]}>`
    const end = text.indexOf(closing, at)
    return end < 0 || end - at > LONGEST_PART ? null : { at, length: end + closing.length - at }
  }
  let depth = 0
  for (let i = at; i < Math.min(text.length, at + LONGEST_PART); i++) {
    const letter = text[i]
    if (letter === '"') for (i++; i < text.length && text[i] !== '"'; i++) if (text[i] === '\\') i++
    if (letter === '{' || letter === '[') depth++
    if ((letter === '}' || letter === ']') && --depth === 0) return { at, length: i + 1 - at }
  }
  return null
}

const pick = <One>(all: readonly One[], chance: () => number): One => all[Math.floor(chance() * all.length)] ?? assert.fail('nothing to pick')
