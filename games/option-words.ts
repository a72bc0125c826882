import { formatDuration } from '#core/duration.ts'
import type { GameOption } from './game.ts'

export type SwitchWords = {
  /** The game's own option forbids what the label names: it is shown as on while the value is off. */
  readonly inverted?: true
  /** What off and on are as people see them, where these are not the words. */
  readonly words?: readonly [off: string, on: string]
}

export type NumberWords = {
  /** Numbers that are words. */
  readonly labels?: Readonly<Record<string, string>>
  /** What numbers are in words, each from its number up to the next. */
  readonly bands?: readonly (readonly [from: number, word: string])[]
  /** Minutes after midnight in the game: 870 is read as `14:30`. */
  readonly isClock?: true
}

export type ChoiceWords = {
  readonly default: string | number
  readonly choices: readonly { readonly value: string | number; readonly label: string }[]
}

/** For what drivers may do, and where the game's own option forbids it. */
export const ALLOWED = { words: ['Not allowed', 'Allowed'] } as const
export const ALLOWED_UNLESS = { ...ALLOWED, inverted: true } as const

/** Hours of the game's day as its clock shows them: 14 is read as `14:00`. */
export const HOURS: NonNullable<NumberWords['bands']> = Array.from({ length: 24 }, (_, hour) => [hour, formatDuration(hour * 60)])

/** Under what the texts of a language say an option's English words: `Pit window` is `pit-window`. */
export const optionKey = (english: string): string =>
  english
    .toLowerCase()
    .replaceAll('%', 'percent')
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll('.', '_')
    .replaceAll(/^[-_]+|[-_]+$/g, '')

/** Whether a word is one, which languages say otherwise: `×10`, `4` and `S` are none. */
export const isWord = (english: string): boolean => /[a-z]{2}/i.test(english)

/** An option with all that people read of it said by `say`; units stay. */
export function inOtherWords<Option extends GameOption>(option: Option, say: (english: string) => string): Option {
  const other = (english: string): string => (isWord(english) ? say(english) : english)
  const told = { ...option, label: other(option.label), ...(option.hint ? { hint: other(option.hint) } : {}) }
  if (told.type === 'choice') return { ...told, choices: told.choices.map((one) => ({ ...one, label: other(one.label) })) }
  if (told.type === 'switch') return told.words ? { ...told, words: [other(told.words[0]), other(told.words[1])] } : told
  return {
    ...told,
    ...(told.labels ? { labels: Object.fromEntries(Object.entries(told.labels).map(([value, word]) => [value, other(word)])) } : {}),
    ...(told.bands ? { bands: told.bands.map(([from, word]) => [from, other(word)] as const) } : {}),
  }
}
