import { z } from 'zod'

// control characters, lone surrogates, and the marks that turn the reading direction around; a new line only where it is wanted
const FORBIDDEN = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]|\p{Surrogate}/u

const checked = (min: number, max: number, newLines: boolean) =>
  z
    .string()
    .max(max * 8)
    .transform((value) => value.normalize('NFC').replaceAll('\r\n', '\n').trim())
    .refine((value) => !FORBIDDEN.test(value) && (newLines || !value.includes('\n')), { error: 'characters' })
    .refine((value) => [...value].length >= min, { error: `min ${min}` })
    .refine((value) => [...value].length <= max, { error: `max ${max}` })

/** One line a person types: NFC, trimmed, `min` to `max` characters of any script, no control or direction marks. */
export const text = (min: number, max: number) => checked(min, max, false)

/** As `text`, with new lines. */
export const longText = (min: number, max: number) => checked(min, max, true)
