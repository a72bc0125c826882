/** Deeper than any result file; a file made to be deep is refused before it costs anything. */
const MAX_DEPTH = 32

export type Reader = {
  /** `attributes` is the tag's text behind its name: `attributesOf` reads it where it matters. */
  readonly open: (name: string, attributes: string) => void
  /** `content` is the element's own text, without that of its children. */
  readonly close: (name: string, content: string) => void
}

/**
 * Reads XML in one pass and calls `reader` for every element; answers what is wrong, or `null`. There is no document type and no entity
 * but the five of XML and numbers: what else starts with `&` is text, as the games themselves write it. All behind the root's end is ignored.
 */
export function readXml(xml: string, reader: Reader): string | null {
  const names: string[] = []
  const texts: string[] = []
  let at = 0
  for (;;) {
    const tag = xml.indexOf('<', at)
    if (tag < 0) return names.length === 0 ? 'no element' : `<${names.at(-1)?.slice(0, 40)}> does not end`
    if (names.length > 0 && tag > at) texts[texts.length - 1] += xml.slice(at, tag)
    const mark = xml.charCodeAt(tag + 1)
    if (mark === SLASH) {
      const end = xml.indexOf('>', tag)
      const name = xml.slice(tag + 2, end).trimEnd()
      if (end < 0 || names.pop() !== name) return `</${name.slice(0, 40)}> ends nothing`
      reader.close(name, unescaped(texts.pop() ?? ''))
      if (names.length === 0) return null
      at = end + 1
    } else if (isNameStart(mark)) {
      const end = endOfTag(xml, tag + 1)
      if (end < 0) return 'a tag does not end'
      const alone = xml.charCodeAt(end - 1) === SLASH
      let split = tag + 2
      while (split < end && !isBlank(xml.charCodeAt(split)) && xml.charCodeAt(split) !== SLASH) split++
      const name = xml.slice(tag + 1, split)
      if (names.length >= MAX_DEPTH) return `the file nests deeper than ${MAX_DEPTH}`
      reader.open(name, xml.slice(split, alone ? end - 1 : end))
      if (alone) {
        reader.close(name, '')
        if (names.length === 0) return null
      } else {
        names.push(name)
        texts.push('')
      }
      at = end + 1
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

/** One attribute of a tag: cheaper than all of them where a tag has twenty and few are wanted. */
export function attributeOf(text: string, name: string): string | undefined {
  if (text.includes("'")) return attributesOf(text).get(name)
  const start = `${name}="`
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
    if (at > 0 && !isBlank(text.charCodeAt(at - 1))) continue
    const end = text.indexOf('"', at + start.length)
    return end < 0 ? undefined : unescaped(text.slice(at + start.length, end))
  }
  return undefined
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

const [SLASH, QUESTION, BANG] = [0x2f, 0x3f, 0x21]
const isBlank = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d)
const isNameStart = (code: number): boolean => (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x5f || code > 0x7f

const behind = (xml: string, end: string, from: number): number => {
  const at = xml.indexOf(end, from)
  return at < 0 ? xml.length : at + end.length
}

/** A quoted value may hold the sign that ends a tag. */
function endOfTag(xml: string, from: number): number {
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
