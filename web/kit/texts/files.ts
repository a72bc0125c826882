import type { RoomTexts } from './words.ts'

/** Every room in every language, by its path: a file of its own, since a page comes with the texts it shows. */
export const files = import.meta.glob<{ readonly default: RoomTexts }>('../../../locales/*/*.json')
