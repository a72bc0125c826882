/** A file of an operator's server that the game itself could not read. */
export class UnreadableFile extends Error {
  constructor(path: string) {
    super(`${path} of the installed server cannot be read`)
  }
}

/** Decodes a file by game-formats.md §1: BOM, else UTF-16LE by its zero bytes, else UTF-8, else Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const [a, b, c, d] = bytes
  if (a === 0xff && b === 0xfe) return UTF16LE.decode(bytes)
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (a === 0xef && b === 0xbb && c === 0xbf) return UTF8.decode(bytes)
  if (b === 0 && (d === 0 || bytes.length < 4)) return UTF16LE.decode(bytes)
  try {
    return STRICT_UTF8.decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Made once: small files would take longer to get one than to be decoded. */
const [UTF8, STRICT_UTF8, UTF16LE] = [new TextDecoder('utf-8'), new TextDecoder('utf-8', { fatal: true }), new TextDecoder('utf-16le')]

export const encodeUtf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** UTF-16LE without a byte order mark, as ACC writes its results. */
export function encodeUtf16(text: string): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), true)
  return new Uint8Array(view.buffer)
}

/**
 * A text that fits one line of any configuration format: no control or line-breaking character, no half of a surrogate pair,
 * no blank at either end, since readers trim. Throws `UnwritableText` with the field's name.
 */
export function writable(field: string, text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what must not pass
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/.test(text) || !text.isWellFormed() || text !== text.trim())
    throw new UnwritableText(field)
  return text
}

/** A text the server makes a path of: `writable`, and never leading out of its folder. Empty is allowed. */
export function fileName(field: string, text: string): string {
  if (/[\\/:*?"<>|]/.test(text) || /^\.+$/.test(text)) throw new UnwritableText(field)
  return writable(field, text)
}

/** Digits only, or empty: account ids, whose meaning changes with any other character. */
export function digits(field: string, text: string): string {
  if (!/^\d{0,20}$/.test(text)) throw new UnwritableText(field)
  return text
}

/** Trimmed, blanks collapsed: how names of result files compare (game-formats.md §9.9). */
export const comparable = (text: string): string => text.trim().replaceAll(/\s+/g, ' ')

/** A text that a format cannot hold, with the field it came from. */
export class UnwritableText extends Error {
  readonly field: string
  constructor(field: string) {
    super(`a text cannot be written: ${field}`)
    this.field = field
  }
}
