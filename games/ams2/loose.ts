/**
 * The loose JSON of AMS2's configuration: no outer braces, `key : value`, commas optional, trailing ones allowed, `//` to the line's end,
 * keys with or without quotes. A whole number beyond what JavaScript counts exactly, a Steam id, is read as a `bigint`.
 */
export type Loose = string | number | bigint | boolean | readonly Loose[] | { readonly [key: string]: Loose }

export const digitsOf = (value: Loose | undefined): string | null => (typeof value === 'number' || typeof value === 'bigint' ? String(value) : null)

const MAX_DEPTH = 16

/** Reads a file; `null` when it is none. The order of keys is kept; of a repeated key the last one counts. */
export function readLoose(text: string): ReadonlyMap<string, Loose> | null {
  const tokens = tokensOf(text)
  if (!tokens) return null
  let at = 0
  const next = (): Token | undefined => tokens[at++]

  function value(depth: number): Loose | undefined {
    const token = next()
    if (!token || depth > MAX_DEPTH) return undefined
    if (token.kind === 'text') return token.value
    if (token.kind === 'word') return wordValue(token.value)
    if (token.value === '{') {
      const map = pairs('}', depth + 1)
      return map ? Object.fromEntries(map) : undefined
    }
    if (token.value !== '[') return undefined
    const items: Loose[] = []
    while (at < tokens!.length && !is(']')) {
      if (skipComma()) continue
      const item = value(depth + 1)
      if (item === undefined) return undefined
      items.push(item)
    }
    return next() ? items : undefined
  }

  function pairs(end: string | null, depth: number): Map<string, Loose> | null {
    const map = new Map<string, Loose>()
    const isDone = (): boolean => at >= tokens!.length || (end !== null && is(end))
    while (!isDone()) {
      if (skipComma()) continue
      const key = next()
      const colon = next()
      if (!key || key.kind === 'sign' || colon?.value !== ':' || colon.kind !== 'sign') return null
      const found = value(depth)
      if (found === undefined) return null
      map.set(key.value, found)
    }
    return end === null || next() ? map : null
  }

  const is = (sign: string): boolean => tokens[at]?.kind === 'sign' && tokens[at]?.value === sign
  const skipComma = (): boolean => is(',') && ++at > 0
  // A list file is a bare array or object.
  if (tokens[0]?.kind === 'sign') {
    const whole = value(0)
    if (whole === undefined || at !== tokens.length || typeof whole !== 'object') return null
    return new Map(Array.isArray(whole) ? whole.map((item, i) => [String(i), item as Loose]) : Object.entries(whole as Record<string, Loose>))
  }
  return pairs(null, 0)
}

/** Writes pairs without outer braces, one a line, as the game's own samples stand. */
export const writeLoose = (pairs: readonly (readonly [key: string, value: Loose])[]): string =>
  pairs.map(([key, value]) => `${/^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key)} : ${written(value, '')}\n`).join('\n')

export function written(value: Loose, indent: string): string {
  const deeper = `${indent}    `
  if (Array.isArray(value))
    return value.length === 0 ? '[ ]' : `[\n${(value as readonly Loose[]).map((item) => `${deeper}${written(item, deeper)},\n`).join('')}${indent}]`
  if (typeof value !== 'object') return typeof value === 'bigint' ? String(value) : JSON.stringify(value)
  const rows = Object.entries(value as Readonly<Record<string, Loose>>)
  return rows.length === 0
    ? '{ }'
    : `{\n${rows.map(([key, item]) => `${deeper}${JSON.stringify(key)} : ${written(item, deeper)},\n`).join('')}${indent}}`
}

type Token = { readonly kind: 'text' | 'word' | 'sign'; readonly value: string }
const SIGNS = '{}[]:,'

function tokensOf(text: string): readonly Token[] | null {
  const tokens: Token[] = []
  for (let at = 0; at < text.length;) {
    const letter = text[at] ?? ''
    if (letter.trim() === '') at++
    else if (text.startsWith('//', at)) {
      const end = text.indexOf('\n', at)
      at = end < 0 ? text.length : end
    } else if (SIGNS.includes(letter)) {
      tokens.push({ kind: 'sign', value: letter })
      at++
    } else if (letter === '"') {
      let end = at + 1
      while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
      try {
        tokens.push({ kind: 'text', value: JSON.parse(text.slice(at, end + 1)) as string })
      } catch {
        return null
      }
      at = end + 1
    } else {
      let end = at
      while (end < text.length && text[end]?.trim() !== '' && !SIGNS.includes(text[end] ?? '') && text[end] !== '"') end++
      tokens.push({ kind: 'word', value: text.slice(at, end) })
      at = end
    }
  }
  return tokens
}

function wordValue(word: string): Loose {
  if (word === 'true' || word === 'false') return word === 'true'
  const number = Number(word)
  if (!Number.isFinite(number)) return word
  return /^-?\d+$/.test(word) && !Number.isSafeInteger(number) ? BigInt(word) : number
}
