import { formatDuration } from '#core/duration.ts'
import type { GameOption } from '#games/game.ts'
import type { Text } from '#web/kit/texts.tsx'

export type Option = GameOption

/** A value in the words of its table: `Off`, `22 °C`, `Fastest lap`. */
export function shownValue(option: Option, value: unknown, text: Text<'sessions'>): string {
  if (option.type === 'switch') {
    const isOn = isShownOn(option, value)
    return option.words?.[isOn ? 1 : 0] ?? text(isOn ? 'config.on' : 'config.off')
  }
  if (option.type === 'choice') return option.choices.find((choice) => choice.value === value)?.label ?? String(value)
  if (option.unit === '×') return inWords(option, value) ?? `×${String(value)}`
  return inWords(option, value) ?? `${String(value)}${option.unit ? ` ${option.unit}` : ''}`
}

/** Whether a switch stands on as people see it; some of the games' own forbid what it names. */
export const isShownOn = (option: Extract<Option, { type: 'switch' }>, value: unknown): boolean => (value === true) !== (option.inverted === true)

/** The word for a number, where it has one of its own or lies among those that share one, or the time of day that it is. */
export const inWords = (option: Extract<Option, { type: 'number' }>, value: unknown): string | undefined =>
  option.labels?.[String(value)] ?? (option.isClock ? formatDuration(Number(value)) : option.bands?.findLast(([from]) => Number(value) >= from)?.[1])
