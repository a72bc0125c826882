import type { Game } from '#games/game.ts'
import { catalogue } from './catalogue.ts'
import { emulate } from './emulate.ts'
import { facts } from './facts.ts'
import { readFiles, writeFiles } from './files.ts'
import { launch } from './launch.ts'
import { options, segmentOptions } from './options.ts'
import { readResults } from './results.ts'

export const acc: Game = {
  ...facts,
  catalogue,
  options,
  segmentOptions,
  // A server without a practice or qualifying session in front of the race does not start.
  segmentRules: {
    order: ['PRACTICE', 'QUALIFY', 'RACE'],
    required: ['QUALIFY', 'RACE'],
    maxOf: { PRACTICE: 2, QUALIFY: 2, RACE: 3 },
    raceLaps: false,
  },
  bop: { ballastKg: { min: -40, max: 40, step: 1 }, restrictor: { min: 0, max: 20, step: 1 } },
  server: { writeFiles, readFiles, launch, emulate },
  readResults,
  looks: { keys: ['"sessionResult"', '"sessionType"'] },
}
