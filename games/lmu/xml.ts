/** Deeper than any result file; a file made to be deep is refused before it costs anything. */
const MAX_DEPTH = 32

export type Reader = {
  readonly open: (name: string) => void
  /** `content` is the element's own text, without that of its children and without blanks between them. */
  readonly close: (name: string, content: string) => void
  /** An element without children, as places in the text: most of a file is passed over, and what is not looked at costs nothing. */
  readonly leaf: (name: string, attributes: Piece, content: Piece) => void
}
/** From one place of the text to another; `contentOf` reads it. */
export type Piece = { from: number; to: number }

/**
 * Reads XML in one pass and calls `reader` for every element; answers what is wrong, or `null`. There is no document type and no entity
 * but the five of XML and numbers: what else starts with `&` is text, as the games themselves write it. All behind the root's end is ignored.
 * The pieces given to `leaf` are used again for the next one.
 */
export function readXml(xml: string, reader: Reader): string | null {
  const names: string[] = []
  const texts: string[] = []
  const [attributes, content]: readonly [Piece, Piece] = [
    { from: 0, to: 0 },
    { from: 0, to: 0 },
  ]
  const endOfTag = tagEnds(xml)
  let at = 0
  for (;;) {
    const tag = xml.indexOf('<', at)
    if (tag < 0) return names.length === 0 ? 'no element' : `<${names.at(-1)?.slice(0, 40)}> does not end`
    if (names.length > 0 && !isAllBlank(xml, at, tag)) texts[texts.length - 1] += xml.slice(at, tag)
    const mark = xml.charCodeAt(tag + 1)
    if (mark === SLASH) {
      const end = xml.indexOf('>', tag)
      const name = xml.slice(tag + 2, end).trimEnd()
      if (end < 0 || names.pop() !== name) return `</${name.slice(0, 40)}> ends nothing`
      reader.close(name, unescaped(texts.pop() ?? ''))
      if (names.length === 0) return null
      at = end + 1
    } else if (isNameStart(mark)) {
      const end = endOfTag(tag + 1)
      if (end < 0) return 'a tag does not end'
      const alone = xml.charCodeAt(end - 1) === SLASH
      let split = tag + 2
      while (split < end && !isBlank(xml.charCodeAt(split)) && xml.charCodeAt(split) !== SLASH) split++
      const name = xml.slice(tag + 1, split)
      if (names.length >= MAX_DEPTH) return `the file nests deeper than ${MAX_DEPTH}`
      const next = alone ? -1 : xml.indexOf('<', end + 1)
      const behindName = next + 2 + name.length
      if (alone || (xml.charCodeAt(next + 1) === SLASH && xml.charCodeAt(behindName) === CLOSE && xml.startsWith(name, next + 2))) {
        attributes.from = split
        attributes.to = alone ? end - 1 : end
        content.from = end + 1
        content.to = alone ? end + 1 : next
        reader.leaf(name, attributes, content)
        if (names.length === 0) return null
        at = alone ? end + 1 : behindName + 1
      } else {
        reader.open(name)
        names.push(name)
        texts.push('')
        at = end + 1
      }
    } else if (mark === QUESTION) at = behind(xml, '?>', tag)
    else if (mark !== BANG) {
      // A lone sign in a name.
      if (names.length > 0) texts[texts.length - 1] += '<'
      at = tag + 1
    } else if (xml.startsWith('<!--', tag)) at = behind(xml, '-->', tag + 4)
    else if (xml.startsWith('<![CDATA[', tag)) {
      const end = xml.indexOf(']]>', tag)
      if (names.length > 0) texts[texts.length - 1] += xml.slice(tag + 9, end < 0 ? xml.length : end).replaceAll('&', '&amp;')
      at = end < 0 ? xml.length : end + 3
    } else if (names.length > 0) return 'a declaration inside an element'
    else at = endOfDeclaration(xml, tag)
  }
}

/** The text of a piece as its author meant it. */
export const contentOf = (xml: string, { from, to }: Piece): string => unescaped(xml.slice(from, to))

/** One attribute of tags: cheaper than all of them where a tag has twenty and few are wanted. */
export function attribute(name: string): (text: string) => string | undefined {
  const start = `${name}="`
  return (text) => {
    if (text.includes("'")) return attributesOf(text).get(name)
    for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
      if (at > 0 && !isBlank(text.charCodeAt(at - 1))) continue
      const end = text.indexOf('"', at + start.length)
      return end < 0 ? undefined : unescaped(text.slice(at + start.length, end))
    }
    return undefined
  }
}

/** Attributes of one tag; the first of a name counts. */
export function attributesOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  let at = 0
  while (at < text.length) {
    const equals = text.indexOf('=', at)
    if (equals < 0) break
    let quote = equals + 1
    while (isBlank(text.charCodeAt(quote))) quote++
    const sign = text[quote]
    if (sign !== '"' && sign !== "'") break
    const end = text.indexOf(sign, quote + 1)
    if (end < 0) break
    const name = text.slice(at, equals).trim()
    if (!found.has(name)) found.set(name, unescaped(text.slice(quote + 1, end)))
    at = end + 1
  }
  return found
}

const [SLASH, QUESTION, BANG, CLOSE, DOUBLE, EQUALS] = [0x2f, 0x3f, 0x21, 0x3e, 0x22, 0x3d]
const isBlank = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d)
const isNameStart = (code: number): boolean => (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x5f || code > 0x7f

const behind = (xml: string, end: string, from: number): number => {
  const at = xml.indexOf(end, from)
  return at < 0 ? xml.length : at + end.length
}

function isAllBlank(xml: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!isBlank(xml.charCodeAt(i))) return false
  return true
}

/**
 * Finds the end of tags, asked from front to back. The first sign that could end a tag nearly always does: without quotes before it, or
 * behind the double quote that ends the last value.
 */
function tagEnds(xml: string): (from: number) => number {
  let [double, single] = [-1, -1]
  const next = (sign: string, before: number, from: number): number => {
    if (before >= from) return before
    const at = xml.indexOf(sign, from)
    return at < 0 ? xml.length : at
  }
  return (from) => {
    const end = xml.indexOf('>', from)
    if (end < 0) return -1
    single = next("'", single, from)
    double = next('"', double, from)
    if (single < end) return endBehindQuotes(xml, from)
    if (double > end) return end
    let last = end - 1
    while (isBlank(xml.charCodeAt(last)) || xml.charCodeAt(last) === SLASH) last--
    return xml.charCodeAt(last) === DOUBLE && xml.charCodeAt(last - 1) !== EQUALS ? end : endBehindQuotes(xml, from)
  }
}

/** A quoted value may hold the sign that ends a tag. */
function endBehindQuotes(xml: string, from: number): number {
  let quote = 0
  for (let i = from; i < xml.length; i++) {
    const code = xml.charCodeAt(i)
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === 0x3e) return i
    else if (code === 0x22 || code === 0x27) quote = code
  }
  return -1
}

/** `<!DOCTYPE … [ … ]>`: skipped, whatever it declares. */
function endOfDeclaration(xml: string, from: number): number {
  let depth = 0
  for (let i = from; i < xml.length; i++) {
    const code = xml.charCodeAt(i)
    if (code === 0x5b) depth++
    else if (code === 0x5d) depth--
    else if (code === 0x3e && depth <= 0) return i + 1
  }
  return xml.length
}

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

const unescaped = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|([a-z]{2,4}));/g, (whole, decimal?: string, hex?: string, name?: string) => {
        if (name) return ENTITIES.get(name) ?? whole
        const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
        return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole
      })
    : text
