import type { Game } from '#games/game.ts'
import { catalogue } from './catalogue.ts'
import { emulate } from './emulate.ts'
import { facts } from './facts.ts'
import { readFiles, writeFiles } from './files.ts'
import { launch } from './launch.ts'
import { options } from './options.ts'
import { readResults } from './results.ts'

export const ac: Game = {
  ...facts,
  catalogue,
  options,
  segmentOptions: [],
  segmentRules: { order: ['PRACTICE', 'QUALIFY', 'RACE'], required: ['RACE'], maxOf: { PRACTICE: 1, QUALIFY: 1, RACE: 1 }, raceLaps: true },
  bop: { ballastKg: { min: 0, max: 150, step: 1 }, restrictor: { min: 0, max: 100, step: 1 } },
  server: { writeFiles, readFiles, launch, emulate },
  readResults,
  looks: { keys: ['"Result"', '"TrackName"'] },
}
