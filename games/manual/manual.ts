import type { Game } from '#games/game.ts'
import { facts } from './facts.ts'

/** A game without code here, named by whoever plans the event; and the plan of every event whose results are kept by hand. */
export const manual: Game = {
  ...facts,
  catalogue: { cars: [], classes: [], tracks: [] },
  options: [],
  segmentOptions: [],
  segmentRules: { order: ['PRACTICE', 'QUALIFY', 'RACE'], required: ['RACE'], maxOf: { PRACTICE: 1, QUALIFY: 1, RACE: 8 }, raceLaps: true },
  bop: null,
  server: null,
  readResults: null,
}
