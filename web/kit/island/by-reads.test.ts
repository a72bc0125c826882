import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { byReads } from './by-reads.ts'
import { ownWords } from './own-words.ts'

const name = fc.constantFrom('a', 'b', '0', 'length')

type Given = {
  readonly name: string
  readonly id: string
  readonly role: string | null
  readonly places: Readonly<Record<string, { readonly no: number }>>
}
const somebody = (name: string, more: Partial<Given> = {}): Given => ({ name, id: `id-${name}`, role: null, places: {}, ...more })

describe('made by what is read', () => {
  test('those alike in what is read share what was made, others never', async () => {
    let count = 0
    const say = byReads(async (given: Given) => (count++, given.role === null ? 'a stranger' : `${given.role} ${given.name}`), 10)
    assert.equal(await say(somebody('Ada')), 'a stranger')
    assert.equal(await say(somebody('Bob')), 'a stranger')
    assert.equal(await say(somebody('Cem', { role: 'admin' })), 'admin Cem')
    assert.equal(await say(somebody('Dan', { role: 'admin' })), 'admin Dan')
    assert.equal(await say(somebody('Cem', { role: 'admin', id: 'another' })), 'admin Cem')
    assert.equal(count, 3)
  })

  test('lists, names and what is missing are read too', async () => {
    const say = byReads(
      async ({ places }: Given) =>
        `${Object.entries(places)
          .map(([name, { no }]) => `${name}=${no}`)
          .join()} ${'x' in places} ${places['y']?.no ?? '-'}`,
      10,
    )
    const cases: readonly Given['places'][] = [{}, { x: { no: 1 } }, { x: { no: 2 } }, { y: { no: 2 } }, { y: { no: 2 }, x: { no: 1 } }]
    for (const places of cases) {
      const whole = `${Object.entries(places)
        .map(([name, { no }]) => `${name}=${no}`)
        .join()} ${'x' in places} ${places['y']?.no ?? '-'}`
      for (let twice = 0; twice < 2; twice++) assert.equal(await say(somebody('Ada', { places })), whole)
    }
  })

  test('one thing in two places is two questions', async () => {
    const same = { no: 1 }
    const say = byReads(async ({ places }: Given) => `${places['a']?.no} ${places['b']?.no}`, 10)
    assert.equal(await say(somebody('Ada', { places: { a: same, b: same } })), '1 1')
    assert.equal(await say(somebody('Bob', { places: { a: { no: 1 }, b: { no: 2 } } })), '1 2')
  })

  test('whatever is read of whatever data, it is what a making of their own would be', async () => {
    const { of: tree } = fc.letrec((tie) => ({
      of: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, 0, 1, '', 'a'),
        fc.array(tie('of'), { maxLength: 2 }),
        fc.dictionary(name, tie('of'), { maxKeys: 3 }),
      ),
    }))
    const steps = fc.array(fc.tuple(fc.array(name, { maxLength: 4 }), fc.constantFrom('value', 'names', 'has')), { maxLength: 6 })
    const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null
    const readOf = (given: object, asked: readonly (readonly [readonly string[], string])[]): string =>
      JSON.stringify(
        asked.map(([path, how]) => {
          let value: unknown = given
          for (const part of path) value = isHolder(value) ? value[part as never] : 'nothing'
          if (!isHolder(value)) return value ?? null
          return how === 'names' ? Object.keys(value) : how === 'has' ? 'b' in value : Array.isArray(value) ? value.length : 'held'
        }),
      )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.dictionary(name, tree, { maxKeys: 3 }), { minLength: 1, maxLength: 8 }), steps, async (all, asked) => {
        const say = byReads(async (given: object) => readOf(given, asked), 5)
        for (const given of [...all, ...all]) assert.equal(await say(given), readOf(given, asked))
      }),
    )
  })

  test('it keeps no more than it is told to', async () => {
    let count = 0
    const say = byReads(async ({ name }: Given) => (count++, name), 3)
    for (const name of ['a', 'b', 'c', 'a', 'd', 'd']) assert.equal(await say(somebody(name)), name)
    assert.equal(count, 4)
    assert.equal(await say(somebody('a')), 'a')
    assert.equal(count, 5)
  })

  test('of words with a mark only counts whether there are any', async () => {
    let count = 0
    const markAt = ([name]: readonly string[]) => (name === 'name' ? '<the name>' : null)
    const say = byReads(async (given: Given) => (count++, given.name === '' ? 'nobody' : `${given.name} ${given.role}`), 10, markAt)
    for (const name of ['Ada', 'Bob']) assert.equal(await say(somebody(name)), '<the name> null')
    assert.equal(await say(somebody('')), 'nobody')
    assert.equal(count, 2)
  })
})

describe('own words', () => {
  test('stand where their mark does, also in what is made of them', () => {
    const words = ownWords<Given>('sign')
    const name = words.mark((own) => own.name)
    const initial = words.madeOf(`Dr. ${name}`, (text) => text.slice(4, 5))
    assert.equal(
      words.madeOf('plain', (text) => text.toUpperCase()),
      'PLAIN',
    )
    const pieces = words.pieces(`<b title="${name}">${initial}</b>`)
    const filled = (own: Given): string => pieces.map((piece) => (typeof piece === 'string' ? piece : piece(own))).join('')
    assert.equal(filled(somebody('Ada')), '<b title="Ada">A</b>')
    assert.equal(filled(somebody(`<'&">`)), '<b title="&lt;&#x27;&amp;&quot;&gt;">&lt;</b>')
  })
})
