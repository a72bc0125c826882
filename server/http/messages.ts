import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { LOCALES, type Locale } from '#core/locale.ts'
import type { Refusal } from '#core/refusal.ts'
import type { ReaderClock } from '#core/time-zone.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../locales')
const texts = new Map<Locale, Readonly<Record<string, string>>>(
  LOCALES.map((locale) => {
    const file = path.join(FOLDER, locale, 'refusals.json')
    return [locale, existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {}]
  }),
)

/** The sentence of a refusal in the reader's language, the one for its reason where there is one, its placeholders filled; moments by the reader's clock. */
export function refusalMessage(refusal: Refusal, locale: Locale, clock: ReaderClock | null = null): string {
  const keys = [`${refusal.code}.${String(refusal.params['reason'])}`, refusal.code]
  const template = [locale, 'en' as const].flatMap((one) => keys.map((key) => texts.get(one)?.[key])).find(Boolean) ?? 'Something went wrong'
  return fill(template)

  function fill(words: string): string {
    return words.replace(/\{\{(\w+)\}\}/g, (_, name: string) => partsOf(name, readable(String(refusal.params[name] ?? ''))))
  }

  function readable(value: string): string {
    return MOMENT.test(value) ? momentText(new Date(value), locale, clock) : value
  }

  /** A param that lists words of which each has a phrase of its own, `CODE.param.word`, says those. */
  function partsOf(name: string, value: string): string {
    const phrases = value.split(' ').map((word) => texts.get(locale)?.[`${refusal.code}.${name}.${word}`])
    return phrases.every((phrase) => phrase !== undefined) ? phrases.map(fill).join('; ') : value
  }
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** With its zone, as everywhere. */
const momentText = (at: Date, locale: Locale, clock: ReaderClock | null): string =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hour12: clock?.hours === 12,
    timeZone: clock?.zone ?? 'UTC',
    timeZoneName: 'short',
  }).format(at)
