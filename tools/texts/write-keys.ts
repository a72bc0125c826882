/** Writes what the games' options are called, and core/texts/keys.ts from the English texts: `node tools/texts/write-keys.ts`. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { PLAYABLE } from '#games/index.ts'
import { keysFile, optionTexts, OPTIONS_FILE, textsOf } from './texts.ts'

writeFileSync(OPTIONS_FILE, optionTexts(PLAYABLE.flatMap(({ options, segmentOptions }) => [...options, ...segmentOptions])))
writeFileSync(path.resolve(import.meta.dirname, '../../core/texts/keys.ts'), keysFile(textsOf('en')))
