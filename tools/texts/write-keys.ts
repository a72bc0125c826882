/** Writes core/texts/keys.ts from the English texts: `node tools/texts/write-keys.ts`. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { keysFile, textsOf } from './texts.ts'

writeFileSync(path.resolve(import.meta.dirname, '../../core/texts/keys.ts'), keysFile(textsOf('en')))
