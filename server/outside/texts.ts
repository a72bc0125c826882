import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { LOCALES, type Locale } from '#core/locale.ts'
import { filled, lookUp, type RoomTexts } from '#core/texts/look-up.ts'
import type { ReaderClock } from '#core/time-zone.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../locales')

/** The texts of a room in every language, for what is said without a page; a language that lacks them has none. */
export const textsOf = (room: string): ReadonlyMap<Locale, RoomTexts> =>
  new Map(
    LOCALES.map((locale) => {
      const file = path.join(FOLDER, locale, `${room}.json`)
      return [locale, existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RoomTexts) : {}]
    }),
  )

/** Says the texts of a room without a page. */
export function wordsOf(room: string) {
  const texts = textsOf(room)
  return (locale: Locale) => {
    const find = (key: string): string | undefined => lookUp(texts.get(locale) ?? {}, key)
    const say = (key: string, values: Readonly<Record<string, string>>): string => filled(find(key) ?? '', (name) => values[name] ?? '')
    return { find, say }
  }
}

/** A moment by the reader's clock, with its zone, as everywhere. */
export const momentText = (at: Date, locale: Locale, clock: Pick<ReaderClock, 'zone'> & Partial<ReaderClock>): string =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hour12: clock.hours === 12,
    timeZone: clock.zone,
    timeZoneName: 'short',
  }).format(at)
