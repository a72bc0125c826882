import { UnwritableText } from '#games/game.ts'
import { writable } from '#games/text.ts'

export type IniValue = string | number
/** Section → key → value, in the order they are written. */
export type Ini = Readonly<Record<string, Readonly<Record<string, IniValue>>>>
export type ReadIni = ReadonlyMap<string, ReadonlyMap<string, string>>

/** `KEY=value` lines under `[SECTION]`. A value is one line, so no text can start a key or a section of its own. */
export const writeIni = (ini: Ini): string =>
  Object.entries(ini)
    .map(([section, values]) =>
      [
        `[${section}]`,
        ...Object.entries(values).map(([key, value]) => `${key}=${typeof value === 'number' ? plain(key, value) : writable(key, value)}`),
        '',
      ].join('\n'),
    )
    .join('\n')

/** Reads as the server does: no inline comments, so `;`, `[` and `=` inside a value are part of it; the first of equal keys wins. */
export function readIni(text: string): ReadIni {
  const sections = new Map<string, Map<string, string>>()
  let current = new Map<string, string>()
  for (const line of text.split(/\r?\n/)) {
    const header = /^\s*\[([^\]]+)\]\s*$/.exec(line)
    const at = line.indexOf('=')
    if (header) sections.set(header[1] ?? '', (current = sections.get(header[1] ?? '') ?? new Map<string, string>()))
    else if (at > 0 && !current.has(line.slice(0, at).trim())) current.set(line.slice(0, at).trim(), line.slice(at + 1).trim())
  }
  return sections
}

/** The parts of a list in one value; a part holding the separator is refused. */
export function joinParts(field: string, parts: readonly string[]): string {
  if (parts.some((part) => part.includes(';'))) throw new UnwritableText(field)
  return parts.map((part) => writable(field, part)).join(';')
}

/** Never in scientific notation, never NaN. */
function plain(key: string, value: number): string {
  if (!Number.isFinite(value) || /e/.test(String(value))) throw new UnwritableText(key)
  return String(value)
}
