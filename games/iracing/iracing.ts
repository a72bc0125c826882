import type { Game } from '#games/game.ts'
import { catalogue } from './catalogue.ts'
import { facts } from './facts.ts'
import { readResults } from './results.ts'

/** Events are run inside iRacing itself; their results are imported. */
export const iracing: Game = {
  ...facts,
  catalogue,
  options: [],
  segmentOptions: [],
  segmentRules: {
    order: ['PRACTICE', 'QUALIFY', 'RACE'],
    required: ['RACE'],
    maxOf: { PRACTICE: 1, QUALIFY: 1, RACE: 3 },
    raceLaps: true,
  },
  bop: null,
  server: null,
  readResults,
  looks: { keys: ['"session_results"'] },
  unreadable: 'error_parsing_results_json',
}
