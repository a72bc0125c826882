import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { cards, type Card } from './card.ts'
import { coverageOf, prepareFonts } from './fonts.ts'
import { svgOf } from './layout.ts'
import { readable, textWidth, wrap } from './words.ts'

const CARD: Card = {
  site: 'paddock.example',
  above: 'Apex Racing League',
  logo: null,
  title: 'Monza Sprint',
  plainTitle: 'Monza Circuit',
  place: { country: 'IT', words: 'Monza Circuit' },
  facts: ['Fri 27 Nov 2026, 20:00 UTC'],
  seats: { taken: 12, most: 30 },
  podium: [],
  picture: null,
  drawing: null,
}

test('where the machine has our own fonts only, nothing is written that would come out as a box', () => {
  prepareFonts()
  const ours = coverageOf([path.join(tmpdir(), `paddock-fonts-${process.getuid?.() ?? 0}`)])
  const written = (title: string): string => readable(ours, title, 'Suzuka Circuit')
  const cases = {
    'Crème brûlée GT3 – Łódź': 'Crème brûlée GT3 – Łódź',
    '🏁 Friday Night 🔥 GT3': 'Friday Night GT3',
    '👨‍👩‍👧 family 🇩🇪 race 1️⃣': 'family race',
    '🏁🔥': 'Suzuka Circuit',
    鈴鹿サーキット: 'Suzuka Circuit',
    'GT3 鈴鹿': 'Suzuka Circuit',
    'Гонка 24': 'Suzuka Circuit',
    'two\u0000lines\n here': 'two lines here',
    '': 'Suzuka Circuit',
  }
  assert.deepEqual(Object.fromEntries(Object.keys(cases).map((title) => [title, written(title)])), cases)
})

test('with a font that has them, they are written as they are', () => {
  const all = [[0x20, 0x1ffff]] as const
  for (const title of ['鈴鹿サーキット', '🏁 Friday', 'Гонка 24']) assert.equal(readable(all, title, '-'), title)
})

test('lines fit, wide signs break anywhere, and what is too long ends in an ellipsis', () => {
  const [size, width] = [64, 680]
  const sixty = 'ENDURANCE CHAMPIONSHIP ROUND FOUR: NIGHT OF THE LONGEST STIN'
  for (const text of [sixty, '鈴'.repeat(60), 'X'.repeat(60), 'Ж'.repeat(60), 'a '.repeat(30)]) {
    const lines = wrap(text, size, width, 4)
    assert.ok(lines.length <= 4 && lines.every((line) => textWidth(line, size) <= width), text)
  }
  assert.equal(wrap(sixty, size, width, 4).join(' '), sixty)
  assert.ok(wrap('鈴'.repeat(60), size, width, 4).at(-1)!.endsWith('…'))
})

test('of a title whose longest word is too long for a line all is written, in smaller letters', () => {
  const drawing = { width: 1000, height: 500, lap: 'M0 0', start: 'M0 0', line: 'M0 0', arrows: '' }
  const title = 'Spa-Francorchamps 60'
  for (const podium of [[], [{ country: null, name: 'Dora Klein', more: '' }]]) {
    const svg = svgOf({ ...CARD, title, podium, drawing }, false)
    const lines = [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map(([, words]) => words)
    assert.ok(lines.includes(title.toUpperCase()), lines.join(' | '))
  }
  // one that fits in no letters at all is cut
  assert.match(svgOf({ ...CARD, title: 'X'.repeat(90), drawing }, false), /X…</)
})

test('a name on the podium has the room that its time leaves, and never meets it', () => {
  const podium = ['1:00:41.318', '+1 L', ''].map((more) => ({ country: 'DE', name: 'Maximilian-Alexander von und zu Hohenstein', more }))
  const drawing = { width: 1000, height: 500, lap: 'M0 0', start: 'M0 0', line: 'M0 0', arrows: '' }
  for (const card of [
    { ...CARD, podium, drawing },
    { ...CARD, podium },
  ]) {
    const texts = [...svgOf(card, false).matchAll(/<text x="(\d+)" y="(\d+)"[^>]*font-size="(\d+)"[^>]*text-anchor="(\w+)">([^<]*)</g)]
    const names = texts.filter(([, , , , , words]) => words!.startsWith('Maxi'))
    assert.equal(names.length, podium.length)
    const ends = names.map(([, x, , size, , words]) => Number(x) + textWidth(words!, Number(size)))
    const times = names.map(([, , y]) => texts.find(([, , at, , anchor]) => at === y && anchor === 'end'))
    for (const [at, end] of ends.entries()) {
      const time = times[at]
      const from = time ? Number(time[1]) - textWidth(time[5]!, Number(time[3])) : Infinity
      assert.ok(end < from, `line ${at + 1}: ${end} and ${from}`)
    }
    assert.ok(names[1]![5]!.length >= names[0]![5]!.length)
  }
})

test('a card is 1200×630 PNG whatever it holds, and the same one is drawn once', async () => {
  const { draw } = cards((name) => `/nowhere/${name}`)
  const podium = [
    { country: 'DE', name: 'Dora <Klein> & Söhne', more: '1:00:41.318' },
    { country: '../x', name: '山田', more: '' },
  ]
  const drawing = { width: 1000, height: 500, lap: 'M0 0L1000 500z', start: 'M0 0L10 5', line: 'M0 0L5 5', arrows: '' }
  const drawn = await Promise.all(
    [CARD, { ...CARD, title: '鈴'.repeat(128) }, { ...CARD, podium, drawing }, { ...CARD, place: null, seats: null }].map(draw),
  )
  for (const one of drawn) {
    const { width, height, format } = await sharp(one).metadata()
    assert.deepEqual([width, height, format], [1200, 630, 'png'])
  }
  assert.equal(await draw({ ...CARD }), drawn[0])
  await assert.rejects(draw({ ...CARD, picture: 'missing.jpg' }))
})
