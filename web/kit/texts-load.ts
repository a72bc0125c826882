import { DEFAULT_LOCALE, type Locale } from '#core/locale.ts'
import type { RoomTexts } from './texts/words.ts'

const files = import.meta.glob<RoomTexts>('../../locales/*/*.json', { import: 'default' })

/** One room of one language, fetched when first needed; English where that language lacks the room. */
export async function loadRoom(locale: Locale, room: string): Promise<RoomTexts> {
  const load = files[`../../locales/${locale}/${room}.json`] ?? files[`../../locales/${DEFAULT_LOCALE}/${room}.json`]
  return load ? await load() : {}
}
