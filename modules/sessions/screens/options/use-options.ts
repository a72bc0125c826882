import { inOtherWords, optionKey } from '#games/option-words.ts'
import { useTexts } from '#web/kit/texts.tsx'
import type { CatalogueReply } from '../../contract.ts'
import type { Option } from './options.ts'

/** The option table of a catalogue reply, which carries the game's own rows, in the reader's language. */
export function useOptions(rows: CatalogueReply['options'] | undefined): readonly Option[] {
  const text = useTexts('game-options')
  return ((rows ?? []) as unknown as readonly Option[]).map((option) => inOtherWords(option, (english) => text.find(optionKey(english)) ?? english))
}
