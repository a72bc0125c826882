import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keysFile, unsaid, wants } from './texts.ts'

const TEXTS = new Map([
  ['title', 'Entries'],
  ['full_one', 'Full; {{count}} waits behind {{name}}'],
  ['full_other', 'Full; {{count}} wait'],
  ['role.owner', 'Owner'],
  ['role.judge', 'Judge'],
  ['hint.acc', 'A hint'],
])

test('what a text wants filled in, all of its forms together', () => {
  assert.deepEqual(Object.fromEntries(wants(TEXTS)), { title: [], full: ['count', 'name'], 'role.owner': [], 'role.judge': [], 'hint.acc': [] })
  assert.match(keysFile(new Map([['room', TEXTS]])), /^ {4}full: 'count' \| 'name'\n {4}'role\.owner': never$/m)
})

test('keys that nobody says', () => {
  const rows: readonly [source: string, unsaid: readonly string[]][] = [
    ['', ['title', 'full', 'role.owner', 'role.judge', 'hint.acc']],
    ["text('title'); text('full', { count, name })", ['role.owner', 'role.judge', 'hint.acc']],
    // a template says those whose gap somebody names
    ["text(`role.${role}`); const ROLES = ['owner']", ['title', 'full', 'role.judge', 'hint.acc']],
    ['text.find(`hint.${game}`)', ['title', 'full', 'role.owner', 'role.judge']],
  ]
  for (const [source, keys] of rows) assert.deepEqual(unsaid(TEXTS, [source]), keys, source)
})
