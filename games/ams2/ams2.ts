import type { Game } from '#games/game.ts'
import { catalogue } from './catalogue.ts'
import { emulate } from './emulate.ts'
import { facts } from './facts.ts'
import { KEEPS, readFiles, writeFiles } from './files.ts'
import { launch } from './launch.ts'
import { options, segmentOptions } from './options.ts'
import { readResults } from './results.ts'

export const ams2: Game = {
  ...facts,
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
  server: { writeFiles, keeps: KEEPS, readFiles, launch, emulate },
  readResults,
  looks: { begins: '//', keys: ['"history"', '"stats"'] },
}
