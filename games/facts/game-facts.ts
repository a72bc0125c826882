import type { Platform } from './platform.ts'

export const GAME_IDS = ['assetto_corsa', 'acc', 'r3e', 'ams2', 'lmu', 'iracing', 'manual'] as const
export type GameId = (typeof GAME_IDS)[number]

/** What everybody needs to know of a game, pages too: no tables and no files, so that it is small (`games/facts/facts.ts`). */
export type GameFacts = {
  readonly id: GameId
  readonly name: string
  /** Short name as drivers say it: AC, ACC, R3E, AMS2, LMU, iRacing. */
  readonly shortName: string
  /** Which account of a driver the game's files name. */
  readonly platform: Platform | 'none'
  /** No code here knows it: whoever plans the event names it. */
  readonly isAnother?: true
  /** Who usually starts its servers: a race host of ours, or somebody elsewhere. `null`: it has none, its results are kept by hand or imported. */
  readonly hosting: 'AUTOMATIC' | 'ELSEWHERE' | null
  /** The passwords its server knows (game-formats.md §8). */
  readonly passwords: readonly ServerPassword[]
  /** How drivers get to its server; `null` where they look for it by its name. */
  readonly join: Join | null
  /** Nobody can hand a car over in it: no event of it is driven by teams. */
  readonly oneDriver?: true
  /** Its server rounds a practice or a qualifying up to lengths of its own. */
  readonly roundsLengths?: true
  /** Name of the file in which its server has the entry list of a team race. */
  readonly entryListFile?: string
  /** Its servers give a car the race number of its entry, so that drivers have a reason to choose one. */
  readonly raceNumbers?: true
  /** How its result files follow each other; `null` where none are read. */
  readonly resultFiles: ResultFileLayout | null
  /** The option that has the server drive a second race, with so many places turned. */
  readonly reverseOption?: string
}

export type ServerPassword = 'server' | 'admin' | 'spectator'

/** Through Content Manager or through Steam, at a port of the server's, or by a file for the game that names the server. */
export type Join =
  | { readonly by: 'CONTENT_MANAGER'; readonly port: string }
  | { readonly by: 'STEAM'; readonly app: number; readonly port: string }
  | { readonly by: 'SERVER_LIST' }

/** COUNTED: a file for each session, which says how many the server had before; EACH: one that does not; WHOLE: one file, rewritten as it grows, for all. */
export type ResultFileLayout = 'COUNTED' | 'EACH' | 'WHOLE'
