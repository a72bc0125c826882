import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingFiles } from './named-files.ts'

const FILES = ['README.md', 'docs/decisions/0004-notices.md', 'server/http/kept.ts', 'modules/entries/contract.ts', 'locales/en/entries.json']
const TOPS = new Set(['docs', 'server', 'modules', 'locales'])

test('what a page names of the tree is there', () => {
  const rows: readonly [text: string, missing: readonly string[]][] = [
    ['`server/http/kept.ts`, `server/http/`, `modules/<room>/contract.ts`, `locales/*/entries.json`, [so](docs/decisions/0004-notices.md)', []],
    ['see docs/decisions/0004 and `README.md`', []],
    ['`server/http/gone.ts` and [there](./docs/none.md), docs/decisions/0005', ['server/http/gone.ts', 'docs/none.md', 'docs/decisions/0005']],
    ['`NOTICE.md`; `modules/<room>/none.ts`', ['NOTICE.md', 'modules/<room>/none.ts']],
    // no file of the tree: calls, packages, commands, addresses
    ['`/public/events`, `npm test modules/leagues`, `https://docs/x`, `node:test`, `a/b`', []],
  ]
  for (const [text, missing] of rows) assert.deepEqual(missingFiles(text, FILES, TOPS), missing, text)
})
