import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bareWords, keysFile, unsaid, wants } from './texts.ts'

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

test('words that a component says itself', () => {
  const rows: readonly [source: string, words: readonly string[]][] = [
    ['<Button onClick={() => void send()}>Offer a lift</Button>', ['Offer a lift']],
    ['<Button>\n  Offer a lift\n</Button>', ['Offer a lift']],
    ['<p>{count} seats are free</p>', ['seats are free']],
    ['<p>From {place}</p>', ['From']],
    ['<Section title="Lifts" aside={<Chip />}>', ['Lifts']],
    ["useSend(contract.OfferLift, { said: 'You offer a lift' })", ['You offer a lift']],
    ["<Section title={text('title')}>{text('words')}</Section>", []],
    ['<TextField placeholder="https://" label={text(`field.${name}`)} />', []],
    ['<b>DLC</b> <i>#{no}</i> <td>–</td> // <p>Words</p>', []],
    ['const columns = (rows: ReadonlyMap<string, Row>): readonly Column<Row>[] => []\nexport function Table<Row>() {}', []],
  ]
  for (const [source, words] of rows) assert.deepEqual(bareWords(source), words, source)
})
