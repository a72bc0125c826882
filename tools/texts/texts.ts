import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { GameOption } from '#games/game.ts'
import { inOtherWords, optionKey } from '#games/option-words.ts'

export const LOCALES_FOLDER = path.resolve(import.meta.dirname, '../../locales')

/** Made from the games' tables, of which no other language can be made. */
export const OPTIONS_FILE = path.join(LOCALES_FOLDER, 'en/game-options.json')

/** Texts of a room by key, as its file has them: `waitingList_one` and `waitingList_other` are two. */
export type RoomTexts = ReadonlyMap<string, string>

/** The rooms of a language with their texts. */
export function textsOf(locale: string): ReadonlyMap<string, RoomTexts> {
  const folder = path.join(LOCALES_FOLDER, locale)
  if (!existsSync(folder)) return new Map()
  return new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .toSorted()
      .map((file) => [file.slice(0, -5), new Map(flat(JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as object))]),
  )
}

function flat(texts: object, before = ''): (readonly [string, string])[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? flat(value as object, `${before}${key}.`) : [[`${before}${key}`, String(value)] as const],
  )
}

const PLURAL = /_(zero|one|two|few|many|other)$/

/** A key as pages say it: without the ending that `count` chooses. */
export const saidKey = (key: string, texts: RoomTexts): string =>
  PLURAL.test(key) && texts.has(key.replace(PLURAL, '_other')) ? key.replace(PLURAL, '') : key

/** What a text wants filled in, in order of the alphabet. */
export const placeholders = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name!))].toSorted()

/** What each key of a room wants to be given; one of several forms wants the number that chooses among them. `english` says which have forms. */
export function wants(texts: RoomTexts, english: RoomTexts = texts): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, readonly string[]>()
  for (const [key, text] of texts) {
    const said = saidKey(key, english)
    const names = [...(all.get(said) ?? []), ...placeholders(text), ...(said === key ? [] : ['count'])]
    all.set(said, [...new Set(names)].toSorted())
  }
  return all
}

/** What the options of all games are called, for the languages: made of their tables, since these are English. */
export function optionTexts(options: readonly GameOption[]): string {
  const words = new Set<string>()
  const note = (english: string): string => (words.add(english), english)
  for (const option of options) inOtherWords(option, note)
  const texts = new Map<string, string>()
  for (const english of words) {
    const key = optionKey(english)
    const other = texts.get(key)
    if (other !== undefined && other !== english) throw new Error(`"${other}" and "${english}" of the games' options have the same key`)
    texts.set(key, english)
  }
  return `${JSON.stringify(Object.fromEntries([...texts].toSorted(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`
}

/** The file that tells the compiler all of this. */
export function keysFile(rooms: ReadonlyMap<string, RoomTexts>): string {
  const lines = [
    '// Made from locales/en by `node tools/texts/write-keys.ts`; check-texts holds it to them. A text wants what stands beside its key.',
    'export type TextKeys = {',
  ]
  for (const [room, texts] of rooms) {
    lines.push(`  ${quoted(room)}: {`)
    for (const [key, names] of wants(texts))
      lines.push(`    ${quoted(key)}: ${names.length === 0 ? 'never' : names.map((name) => `'${name}'`).join(' | ')}`)
    lines.push('  }')
  }
  return `${lines.join('\n')}\n}\n`
}

const quoted = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`)

/**
 * Keys that stand in none of the sources: neither as they are, nor as a template with something for its gap that is a word of the sources too
 * (`role.${role}` says role.owner where owner is one), nor behind what `find` looks up.
 */
export function unsaid(texts: RoomTexts, sources: readonly string[]): readonly string[] {
  const literals = new Set(sources.flatMap((source) => [...source.matchAll(/'([\w.-]+)'/g)].map(([, literal]) => literal!)))
  const words = new Set(sources.flatMap((source) => source.match(/[A-Za-z][\w-]*/g) ?? []))
  const templates = sources.flatMap((source) =>
    [...source.matchAll(/`([\w.-]*)\$\{[^`]*?\}([\w.-]*)`/g)].map(([, before, after]) => [before!, after!] as const),
  )
  const looked = sources.flatMap((source) => [...source.matchAll(/\.find\(`([\w.-]+)\$\{/g)].map(([, before]) => before!))
  const isFilled = ([before, after]: (typeof templates)[number], key: string): boolean => {
    if (before.length + after.length === 0 || !key.startsWith(before) || !key.endsWith(after)) return false
    const gap = key.slice(before.length, key.length - after.length)
    return literals.has(gap) || words.has(gap)
  }
  return [...wants(texts).keys()].filter(
    (key) => !literals.has(key) && !looked.some((before) => key.startsWith(before)) && !templates.some((one) => isFilled(one, key)),
  )
}

/** Names that are the same in every language. */
const NO_WORDS: ReadonlySet<string> = new Set(['DLC', 'Ctrl K'])
const BETWEEN_TAGS = /(?<=[\w"'})/])>\s*([A-Z][^<>{}()=;|]*[a-z ][^<>{}()=;|]*?)\s*(?=<[/\w]|\{)|\}\s+([A-Za-z]{2,}[^<>{}()=;]*?)\s*<\//g
const IN_ATTRIBUTE = /\b(?:title|label|placeholder|aria-label|alt|hint|said)(?:=|: )(["'])([A-Z][^"']*|[^"']* [^"']*)\1/g

/** What a component says in words of its own, which no other language can say otherwise. */
export function bareWords(source: string): readonly string[] {
  const code = source.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/(^|\s)\/\/.*$/gm, '')
  const found = [
    ...[...code.matchAll(BETWEEN_TAGS)].map(([, words, after]) => (words ?? after)!.trim()),
    ...[...code.matchAll(IN_ATTRIBUTE)].map(([, , words]) => words!),
  ]
  return found.filter((words) => !NO_WORDS.has(words))
}
