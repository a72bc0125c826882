import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { almost, find, folded, halves, type Findable } from './finding.ts'

const TRACKS: readonly Findable[] = [
  { names: ['24h Nürburgring'], parts: ['Nordschleife', 'Grand Prix'], places: ['Germany', 'DE'] },
  { names: ['Autodromo Enzo e Dino Ferrari', 'imola'], places: ['Italy'] },
  { names: ['Autódromo José Carlos Pace', 'interlagos'], places: ['Brazil'] },
  { names: ['Brands Hatch'], parts: ['Indy', 'Grand Prix'], places: ['United Kingdom', 'uk'] },
  { names: ['Circuit de Spa-Francorchamps'], places: ['Belgium'] },
  { names: ['Circuit of the Americas', 'cota'], places: ['United States', 'usa'] },
  { names: ['Indianapolis Motor Speedway', 'indy'], places: ['United States', 'usa'] },
  { names: ['Jerez'], places: ['Spain'] },
  { names: ['Monza'], places: ['Italy'] },
  { names: ['Monza 1966'], places: ['Italy'] },
  { names: ['Nordschleife', 'nords', 'green hell'], places: ['Germany'] },
  { names: ['Red Bull Ring'], places: ['Austria'] },
  { names: ['Spa 1966'], places: ['Belgium'] },
  { names: ['Spa'], places: ['Belgium'] },
  { names: ['Łódź Ring'], places: ['Poland'] },
]
const found = (typed: string): readonly string[] => find(TRACKS, typed, (track) => track).map(({ names }) => names[0]!)

const FIRST = [
  ['accents left out', 'nurburgring', '24h Nürburgring'],
  ['accents typed where there are none', 'mónza', 'Monza'],
  ['letters that are no accents', 'lodz', 'Łódź Ring'],
  ['capitals', 'SPA', 'Spa'],
  ['called exactly so before what begins so', 'monza', 'Monza'],
  ['called exactly so before what holds it', 'spa', 'Spa'],
  ['words in another order', 'ring bull red', 'Red Bull Ring'],
  ['beginnings of words', 'fran spa', 'Circuit de Spa-Francorchamps'],
  ['beginnings of words in order', 're bu ri', 'Red Bull Ring'],
  ['the middle of a word', 'schleife', 'Nordschleife'],
  ['signs between words', 'spa francorchamps', 'Circuit de Spa-Francorchamps'],
  ['signs for spaces', 'brands-hatch', 'Brands Hatch'],
  ['two words as one', 'brandshatch', 'Brands Hatch'],
  ['a letter wrong', 'mpnza', 'Monza'],
  ['the first letter wrong', 'nonza', 'Monza'],
  ['the last letter wrong', 'monzs', 'Monza'],
  ['a letter missing', 'francorchmps', 'Circuit de Spa-Francorchamps'],
  ['a letter too many', 'interrlagos', 'Autódromo José Carlos Pace'],
  ['two letters in turn', 'mnoza', 'Monza'],
  ['a letter wrong in what is not typed to its end', 'nordszhl', 'Nordschleife'],
  ['a letter wrong in one of several words', 'bramds hatch', 'Brands Hatch'],
  ['nicknames', 'imola', 'Autodromo Enzo e Dino Ferrari'],
  ['nicknames', 'cota', 'Circuit of the Americas'],
  ['nicknames', 'nords', 'Nordschleife'],
  ['nicknames of two words', 'green hell', 'Nordschleife'],
  ['names before layouts', 'indy', 'Indianapolis Motor Speedway'],
  ['names before countries', 'spa', 'Spa'],
  ['layouts before countries', 'grand', '24h Nürburgring'],
  ['a name and its country', 'italy monza', 'Monza'],
] as const

describe('what people type finds', () => {
  for (const [what, typed, first] of FIRST) test(`${what}: ${typed}`, () => assert.equal(found(typed)[0], first))

  test('names stand before layouts, layouts before countries', () => {
    assert.deepEqual(found('indy'), ['Indianapolis Motor Speedway', 'Brands Hatch'])
    assert.deepEqual(found('spa'), ['Spa', 'Spa 1966', 'Circuit de Spa-Francorchamps', 'Jerez'])
  })

  test('what is right stands before what is nearly right, and two wrong words find nothing', () => {
    assert.deepEqual(found('italy'), ['Autodromo Enzo e Dino Ferrari', 'Monza', 'Monza 1966'])
    assert.deepEqual(found('bramds hstch'), [])
    assert.deepEqual(found('abcdefgh'), [])
  })

  test('nothing typed finds everything in its order, short words are taken as typed', () => {
    assert.equal(found('  ').length, TRACKS.length)
    assert.deepEqual(found('spx'), [])
  })

  test('hostile words find nothing and take no time', () => {
    for (const typed of [
      '%',
      '_',
      '\\',
      '.*',
      '(',
      '[a-z]+',
      '^',
      '🏁',
      '\u202Eazno\u202C',
      '%_\\',
      '\uD800',
      'x'.repeat(10_000),
      'q x '.repeat(2500),
    ])
      assert.deepEqual(found(typed), [], typed.slice(0, 20))
    assert.equal(find(['100 % GT3 🏁', 'Other'], '🏁', (name) => ({ names: [name] }))[0], '100 % GT3 🏁')
    assert.equal(find(['سباق الخليج', 'Other'], 'الخليج', (name) => ({ names: [name] }))[0], 'سباق الخليج')
  })
})

const word = fc.stringMatching(/^[a-zà-öø-ýčłß]{2,12}$/)
const name = fc.array(word, { minLength: 1, maxLength: 4 })
const isFound = (words: readonly string[], typed: string): boolean => find([words.join(' ')], typed, (one) => ({ names: [one] })).length === 1

test('whatever a word may be but for a letter has one of its halves', () => {
  const has = (text: string, part: string): boolean => text.includes(part)
  fc.assert(
    fc.property(fc.stringMatching(/^[ab-dz]{5,24}$/), (typed) => {
      for (const variant of almost(typed))
        assert.ok(
          halves(typed).some((half) => has(` ${variant}`, half)),
          `${typed}: ${variant}`,
        )
    }),
  )
})

describe('every name', () => {
  test('is found by itself, and by beginnings of its words in any order', () => {
    fc.assert(
      fc.property(name, fc.infiniteStream(fc.nat(11)), fc.infiniteStream(fc.nat()), (words, cuts, turns) => {
        assert.ok(isFound(words, words.join(' ')))
        const beginnings = words.map((one) => [...folded(one).trim()].slice(0, 1 + cuts.next().value!).join(''))
        const order = beginnings.map((one) => [turns.next().value!, one] as const).toSorted(([a], [b]) => a - b)
        assert.ok(isFound(words, order.map(([, one]) => one).join(' ')))
      }),
    )
  })

  test('is found with one letter wrong in a word of five or more', () => {
    fc.assert(
      fc.property(
        name,
        fc.nat(),
        fc.constantFrom('wrong', 'missing', 'doubled', 'turned'),
        fc.constantFrom('x', 'q', '7'),
        (words, where, how, letter) => {
          const plain = words.map((one) => [...folded(one).trim()])
          const at = plain.findIndex((letters) => letters.length > (how === 'missing' ? 5 : 4))
          if (at === -1) return
          const letters = plain[at]!
          const i = where % letters.length
          const wrong =
            how === 'wrong'
              ? letters.with(i, letter)
              : how === 'missing'
                ? letters.toSpliced(i, 1)
                : how === 'doubled'
                  ? letters.toSpliced(i, 0, letters[i]!)
                  : letters.toSpliced(Math.max(i - 1, 0), 2, ...letters.slice(Math.max(i - 1, 0), Math.max(i - 1, 0) + 2).toReversed())
          assert.ok(isFound(words, plain.map((one, index) => (index === at ? wrong : one).join('')).join(' ')))
        },
      ),
      { numRuns: 500 },
    )
  })
})
