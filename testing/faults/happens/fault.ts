import type { Dice } from '../actions.ts'
import type { Cast } from '../cast.ts'
import type { Stage } from '../stage.ts'

/** Something that happens to the platform, and what of it may be felt. */
export type Fault = {
  readonly name: string
  readonly what: string
  /** How long it lasts, where that can be chosen. */
  readonly forMs: readonly [from: number, to: number]
  /** Processes that are themselves away: whoever asks them may get no answer until they are back. */
  readonly away?: readonly string[]
  /** Part of the short form. */
  readonly isShort?: boolean
  /** Does it, waits, and undoes what does not undo itself. What it finds wrong by itself, in words; `skipped`: why it could not be done here. */
  readonly act: (given: FaultContext) => Promise<readonly string[] | { readonly skipped: string }>
}

export type FaultContext = {
  readonly stage: Stage
  readonly cast: Cast
  readonly forMs: number
  readonly dice: Dice
  /** Meanwhile these processes cannot reach the database, and must say so. */
  readonly withoutDatabase: (processes: readonly string[], during: () => Promise<void>) => Promise<void>
}

export const BOTH = ['all', 'web'] as const
export const NOTHING_WRONG: readonly string[] = []
export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
