import { DEFAULT_LOCALE, type Locale } from '#core/locale.ts'
import type { RoomTexts } from './words.ts'

/** Every language and room at once: for the server's render only, never imported by the browser entry. */
const files = import.meta.glob<RoomTexts>('../../../locales/*/*.json', { eager: true, import: 'default' })

/** All rooms of a language; a room that is not translated yet speaks English. */
export function allTexts(locale: Locale): Readonly<Record<string, RoomTexts>> {
  const rooms = { ...textsOf(DEFAULT_LOCALE), ...textsOf(locale) }
  return Object.fromEntries(Object.entries(rooms).toSorted(([a], [b]) => a.localeCompare(b)))
}

const textsOf = (locale: Locale): Record<string, RoomTexts> =>
  Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => path.includes(`/locales/${locale}/`))
      .map(([path, texts]) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), texts]),
  )
