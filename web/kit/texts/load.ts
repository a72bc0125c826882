import { DEFAULT_LOCALE, type Locale } from '#core/locale.ts'
import { loadPart } from '../connection/persist.ts'
import type { RoomTexts } from './words.ts'

const list = () => import('./files.ts')

/** One room of one language, fetched when first needed; English where that language lacks the room. */
export async function loadRoom(locale: Locale, room: string): Promise<RoomTexts> {
  const { files } = await loadPart(list)
  const load = files[`../../../locales/${locale}/${room}.json`] ?? files[`../../../locales/${DEFAULT_LOCALE}/${room}.json`]
  return load ? (await loadPart(load)).default : {}
}

/** Where the files lie, before somebody waits for one of them. */
export const listRooms = (): void => void list().catch(() => undefined)
