import type { Game } from '#games/game.ts'
import { catalogue } from './catalogue.ts'
import { emulate } from './emulate.ts'
import { KEEPS, readFiles, writeFiles } from './files.ts'
import { launch } from './launch.ts'
import { options, segmentOptions } from './options.ts'
import { readResults } from './results.ts'

export const lmu: Game = {
  id: 'lmu',
  name: 'Le Mans Ultimate',
  shortName: 'LMU',
  catalogue,
  options,
  segmentOptions,
  segmentRules: {
    order: ['PRACTICE', 'QUALIFY', 'RACE'],
    required: ['RACE'],
    maxOf: { PRACTICE: 1, QUALIFY: 1, RACE: 1 },
    raceLaps: true,
  },
  bop: null,
  platform: 'none',
  raceNumbers: false,
  server: { writeFiles, keeps: KEEPS, readFiles, launch, emulate },
  readResults,
}
