import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { NO_FIELD_OF_TWO, VERSIONED } from './edits.ts'

/** How often a file begins a form with a version. */
const editsIn = (file: string): number => [...readFileSync(file, 'utf8').matchAll(/(?<!function )\buseEdit(<[^(]*>)?\(/g)].length
const FILES = globSync('{web,modules}/**/*.{ts,tsx}').filter((file) => editsIn(file) > 0)

const NAMED = [...Object.values(VERSIONED), ...NO_FIELD_OF_TWO.map(({ of }) => of)]

test('every form with a version is changed in two tabs at once', () => {
  const without = FILES.filter((file) => NAMED.filter((one) => one === file).length < editsIn(file))
  assert.deepEqual(without, [], 'give each a row in e2e/two-tabs, and its name in e2e/two-tabs/edits.ts')
  assert.ok(FILES.length > 15, 'the forms are found')
})

test('whatever is named there is such a form', () => {
  assert.deepEqual(
    NAMED.filter((file) => !FILES.includes(file)),
    [],
  )
  assert.deepEqual(
    NO_FIELD_OF_TWO.filter(({ tried }) => !existsSync(tried)),
    [],
  )
})
