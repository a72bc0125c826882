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
}

export type ChoiceWords = {
  readonly default: string | number
  readonly choices: readonly { readonly value: string | number; readonly label: string }[]
}

/** For what drivers may do, and where the game's own option forbids it. */
export const ALLOWED = { words: ['Not allowed', 'Allowed'] } as const
export const ALLOWED_UNLESS = { ...ALLOWED, inverted: true } as const
