import type { Game } from '#games/game.ts'
import { catalogue } from './catalogue.ts'
import { emulate } from './emulate.ts'
import { facts } from './facts.ts'
import { readFiles, writeFiles } from './files.ts'
import { launch } from './launch.ts'
import { BOP, options, segmentOptions } from './options.ts'
import { readResults } from './results.ts'

export const r3e: Game = {
  ...facts,
  catalogue,
  options,
  segmentOptions,
  segmentRules: {
    order: ['PRACTICE', 'QUALIFY', 'RACE'],
    required: ['RACE'],
    maxOf: { PRACTICE: 1, QUALIFY: 1, RACE: 3 },
    raceLaps: true,
  },
  bop: BOP,
  server: { writeFiles, readFiles, launch, emulate },
  readResults,
  looks: { keys: ['"Sessions"', '"Players"'] },
}
