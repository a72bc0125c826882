import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { LOCALES, type Locale } from '#core/locale.ts'
import type { Refusal } from '#core/refusal.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../locales')
const texts = new Map<Locale, Readonly<Record<string, string>>>(
  LOCALES.map((locale) => {
    const file = path.join(FOLDER, locale, 'refusals.json')
    return [locale, existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {}]
  }),
)

/** The sentence of a refusal in the reader's language, the one for its reason where there is one, its placeholders filled. */
export function refusalMessage(refusal: Refusal, locale: Locale): string {
  const keys = [`${refusal.code}.${String(refusal.params['reason'])}`, refusal.code]
  const template = [locale, 'en' as const].flatMap((one) => keys.map((key) => texts.get(one)?.[key])).find(Boolean) ?? 'Something went wrong'
  return fill(template)

  function fill(words: string): string {
    return words.replace(/\{\{(\w+)\}\}/g, (_, name: string) => partsOf(name, String(refusal.params[name] ?? '')))
  }

  /** A param that lists words of which each has a phrase of its own, `CODE.param.word`, says those. */
  function partsOf(name: string, value: string): string {
    const phrases = value.split(' ').map((word) => texts.get(locale)?.[`${refusal.code}.${name}.${word}`])
    return phrases.every((phrase) => phrase !== undefined) ? phrases.map(fill).join('; ') : value
  }
}
