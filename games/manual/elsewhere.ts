import type { GameId } from '#games/game.ts'
import { RACE_CONTROL } from '#games/lmu/race-control.ts'

/** Somebody else's form in which a server is ordered. */
export type SetUpForm = {
  readonly name: string
  readonly url: string
  /** Its fields in its order and words, each with the option of the game that fills it. */
  readonly fields: readonly (readonly [label: string, option: string])[]
  /** Fields no option of ours says anything of. */
  readonly unplanned: readonly string[]
}

/** How a server is set up that no race host of ours starts. */
export type Elsewhere = {
  readonly form?: SetUpForm
  /** The one of the game's server files that a person gives to the server's own page. */
  readonly file?: string
  /** Where the game itself leaves its results, within its own folder, on the machine of whoever was there to the end. */
  readonly results?: string
}

const ELSEWHERE: Partial<Readonly<Record<GameId, Elsewhere>>> = {
  lmu: { form: RACE_CONTROL, results: 'UserData/Log/Results' },
  r3e: { file: 'server-backup.json' },
}

/** `undefined` where the event's own words must do. */
export const elsewhereOf = (game: GameId): Elsewhere | undefined => ELSEWHERE[game]
