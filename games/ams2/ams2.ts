import type { Game } from '#games/game.ts'
import { catalogue } from './catalogue.ts'
import { emulate } from './emulate.ts'
import { KEEPS, readFiles, writeFiles } from './files.ts'
import { launch } from './launch.ts'
import { options, segmentOptions } from './options.ts'
import { readResults } from './results.ts'

export const ams2: Game = {
  id: 'ams2',
  name: 'Automobilista 2',
  shortName: 'AMS2',
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
  platform: 'steam',
  raceNumbers: false,
  server: { writeFiles, keeps: KEEPS, readFiles, launch, emulate },
  readResults,
}
