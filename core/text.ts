import { z } from 'zod'
import { searchWords } from './search-words.ts'

// control characters, lone surrogates, and the marks that turn the reading direction around; a new line only where it is wanted
const FORBIDDEN = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]|\p{Surrogate}/u
const EVERY_FORBIDDEN = new RegExp(FORBIDDEN, 'gu')

// What is wrong is said as a word and its bounds, `short 2`: server/http/malformed.ts reads it, and every language has a sentence for the word.

/** Schemas of texts that hold nothing a database, a log or a game's file could stumble over. Contracts use no other texts; a test looks. */
export const cleanTexts = z.registry<{ readonly kind: 'text' | 'word' | 'bytes' }>()

const isClean = (value: string): boolean => !FORBIDDEN.test(value)
const isCleanLine = (value: string): boolean => !FORBIDDEN.test(value) && !value.includes('\n')
const characters = { error: 'characters' } as const

const checked = (min: number, max: number, newLines: boolean) =>
  z
    .string()
    .max(max * 8, { abort: true, error: `long ${max}` })
    .overwrite((value) => value.normalize('NFC').replaceAll('\r\n', '\n').trim())
    .refine(newLines ? isClean : isCleanLine, characters)
    .refine((value) => [...value].length >= min, { error: `short ${min}` })
    .refine((value) => [...value].length <= max, { error: `long ${max}` })
    .register(cleanTexts, { kind: 'text' })

/** One line a person types: NFC, trimmed, `min` to `max` characters of any script, no control or direction marks. */
export const text = (min: number, max: number) => checked(min, max, false)

/** A name of a person: letters and digits of any script, spaces and ' - . ; characters count as readers see them, spaces in a row as one. */
export const personName = (min: number, max: number) =>
  checked(0, max, false)
    .overwrite((value) => value.replaceAll(/\s+/g, ' '))
    .refine((value) => isPersonName(value) && visibleLength(value) >= min && visibleLength(value) <= max, { error: `name ${min} ${max}` })

/** As `text`, with new lines. */
export const longText = (min: number, max: number) => checked(min, max, true)

/** What a program sends back as it was given it (a key, a file's name), or a password: one line of at most `max` characters, taken as it is. */
export const word = (max: number) => z.string().max(max, { abort: true }).refine(isCleanLine, characters).register(cleanTexts, { kind: 'word' })

/** A word of a form of its own; `said` is the form in the words of malformed.ts, where people type it. */
export const wordLike = (form: RegExp, said = 'value', max = 1000) =>
  z.string().max(max, { abort: true }).regex(form, { error: said }).refine(isCleanLine, characters).register(cleanTexts, { kind: 'word' })

/** What somebody looks for: signs that stand in no name count as spaces, since nobody sees them in what was pasted. */
export const searchText = (max: number) =>
  z
    .string()
    .max(max, { abort: true })
    .overwrite((value) => searchWords(withoutForbidden(value)))
    .register(cleanTexts, { kind: 'text' })

/** What a machine tells of itself, such as the end of a log: kept without the signs that cannot be. */
export const toldText = (max: number) => z.string().max(max, { abort: true }).overwrite(withoutForbidden).register(cleanTexts, { kind: 'text' })

/** The address of a page elsewhere. */
export const webLink = (max: number) =>
  z
    .url({ protocol: /^https$/ })
    .max(max, { abort: true })
    .refine(isCleanLine, characters)
    .register(cleanTexts, { kind: 'word' })

/** Bytes in base64: they are decoded, never kept as text. */
export const base64 = (max: number) => z.string().max(max, { abort: true }).register(cleanTexts, { kind: 'bytes' })

// two joiners are part of how some scripts are written; other letters nobody sees are not
const isPersonName = (value: string): boolean =>
  /^[\p{L}\p{M}\p{N} '’.\u200C\u200D-]*$/u.test(value) &&
  !/(?![\u200C\u200D])\p{Default_Ignorable_Code_Point}/u.test(value) &&
  /[\p{L}\p{N}]/u.test(value)

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const visibleLength = (value: string): number => [...graphemes.segment(value)].length

function withoutForbidden(value: string): string {
  return value.replaceAll(EVERY_FORBIDDEN, ' ')
}
