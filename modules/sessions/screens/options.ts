import type { GameOption } from '#games/game.ts'
import type { Text } from '#web/kit/texts.tsx'
import type { CatalogueReply } from '../contract.ts'

export type Option = GameOption

/** The option table of a catalogue reply, which carries the game's own rows. */
export const optionsOf = (rows: CatalogueReply['options']): readonly Option[] => rows as unknown as readonly Option[]

/** A value in the words of its table: `Off`, `22 °C`, `Fastest lap`. */
export function shownValue(option: Option, value: unknown, text: Text<'sessions'>): string {
  if (option.type === 'switch') return text(value === true ? 'config.on' : 'config.off')
  if (option.type === 'choice') return option.choices.find((choice) => choice.value === value)?.label ?? String(value)
  const named = option.labels?.[String(value)]
  return named ?? `${String(value)}${option.unit ? ` ${option.unit}` : ''}`
}
