import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { fillPath, inSteps } from './contract.ts'
import { toCsv } from './csv.ts'
import { formatDuration, parseDuration } from './duration.ts'
import { formatGap, formatLapTime, parseLapTime } from './lap-time.ts'
import { pickLocale } from './locale.ts'
import { returnPath } from './return-path.ts'
import { personName, text } from './text.ts'

describe('lap times', () => {
  for (const [ms, shown] of [
    [0, '0:00.000'],
    [42_317, '0:42.317'],
    [137_204, '2:17.204'],
    [-4_000, '-0:04.000'],
    [3_641_318, '1:00:41.318'],
    [null, ''],
  ] as const) {
    test(`${ms} ms reads ${shown || 'empty'}`, () => assert.equal(formatLapTime(ms), shown))
  }
  for (const [ms, shown] of [
    [3904, '+3.904'],
    [-120, '-0.120'],
    [62_004, '+1:02.004'],
    [0, '+0.000'],
  ] as const) {
    test(`a gap of ${ms} ms reads ${shown}`, () => assert.equal(formatGap(ms), shown))
  }
  for (const wrong of ['', '1:60.000', '60:00.000', '1.2345', '-1.000', 'a', '1:2:3:4'])
    test(`"${wrong}" is no time`, () => assert.equal(parseLapTime(wrong), null))

  test('what is written is read back', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 99 * 3_600_000 + 3_599_999 }), (ms) => parseLapTime(formatLapTime(ms)) === ms))
  })
})

describe('durations', () => {
  test('what is written is read back', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 99 * 60 + 59 }), (minutes) => parseDuration(formatDuration(minutes)) === minutes))
  })
  for (const wrong of ['1:00', '01:60', '0100', '01:0', '']) test(`"${wrong}" is no duration`, () => assert.equal(parseDuration(wrong), null))
})

describe('csv', () => {
  /** A plain reader, to prove that what is written comes back. */
  const read = (csv: string): string[][] =>
    [...csv.matchAll(/((?:"(?:[^"]|"")*"|[^",\r\n]*)(?:,(?:"(?:[^"]|"")*"|[^",\r\n]*))*)\r\n/g)].map(([, line]) =>
      [...`${line},`.matchAll(/("(?:[^"]|"")*"|[^",]*),/g)].map(([, field]) =>
        field!.startsWith('"') ? field!.slice(1, -1).replaceAll('""', '"') : field!,
      ),
    )

  test('texts of any kind come back, formulas with an apostrophe in front', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.string(), { minLength: 1, maxLength: 5 }), { maxLength: 5 }), (rows) => {
        const back = read(toCsv(rows))
        assert.deepEqual(
          back,
          rows.map((row) => row.map((field) => (/^[=+\-@]/.test(field.trimStart()) || /^[\t\r\n]/.test(field) ? `'${field}` : field))),
        )
      }),
    )
  })
  test('no text begins like a formula; numbers stay numbers', () => {
    assert.equal(
      toCsv([['=1+1', ' +cmd', '-2', '@x', '\tx', -2, 1.5, null, undefined, true, { a: '"' }]]),
      `'=1+1,' +cmd,'-2,'@x,'\tx,-2,1.5,,,true,"{""a"":""\\""""}"\r\n`,
    )
  })
})

describe('own paths', () => {
  for (const own of ['/', '/events/1?a=b#race-1', '/communities/x#members']) test(`${own} stays`, () => assert.equal(returnPath(own), own))
  for (const foreign of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/%09/evil'.replace('%09', '\t'),
    '',
    null,
    undefined,
    `/${'a'.repeat(512)}`,
    'events',
  ]) {
    test(`${JSON.stringify(foreign)?.slice(0, 40)} leads home`, () => assert.equal(returnPath(foreign), '/'))
  }
})

describe('typed texts', () => {
  const name = text(2, 10)
  for (const [typed, kept] of [
    ['  Åsa  ', 'Åsa'],
    ['A\u030Asa', 'Åsa'],
    ['日本', '日本'],
    ['😀😀', '😀😀'],
  ] as const) {
    test(`${JSON.stringify(typed)} is kept as ${kept}`, () => assert.equal(name.parse(typed), kept))
  }
  for (const wrong of ['a', 'a'.repeat(11), 'a\u0000b', 'a\u202Eb', 'a\nb', '\uD800b', ' \t '])
    test(`${JSON.stringify(wrong)} is refused`, () => assert.equal(name.safeParse(wrong).success, false))
})

test('a path takes its parameters, the rest goes elsewhere', () => {
  assert.deepEqual(fillPath('/a/{id}/{v}', { id: 'x/y', v: 2, q: 1 }), { path: '/a/x%2Fy/2', rest: { q: 1 } })
})

for (const [header, locale] of [
  ['de-DE,de;q=0.9,en;q=0.8', 'de'],
  ['ja,pt-BR;q=0.7', 'pt'],
  ['ja', 'en'],
  [undefined, 'en'],
] as const) {
  test(`a browser asking for ${header} reads ${locale}`, () => assert.equal(pickLocale(header), locale))
}

describe('names of people', () => {
  const name = personName(2, 40)
  for (const [typed, kept] of [
    ['Max Müller', 'Max Müller'],
    ["Seán O'Brien-Ó Néill Jr.", "Seán O'Brien-Ó Néill Jr."],
    ['Jean‑Luc', null],
    ['O’Brien', 'O’Brien'],
    ['田中', '田中'],
    ['محمد', 'محمد'],
    ['می‌خواهم', 'می‌خواهم'],
    ['क्‍षमा', 'क्‍षमा'],
    ['Racer 97', 'Racer 97'],
    ['  Two   words\u00A0here ', 'Two words here'],
    ['Å'.normalize('NFD') + 'sa', 'Åsa'],
    ['A'.repeat(40), 'A'.repeat(40)],
    ['A'.repeat(41), null],
    ['A', null],
    // one character as readers see it
    ['क्ष', null],
    ["'-.", null],
    ['Max_97', null],
    ['[TAG] Max', null],
    ['Max 🏁', null],
    ['<b>Max</b>', null],
    ['a\u200Bb', null],
    ['\u3164\u3164', null],
    ['Max\u202E', null],
  ] as const) {
    test(`${JSON.stringify(typed)} is ${kept === null ? 'none' : 'one'}`, () => {
      const read = name.safeParse(typed)
      assert.equal(read.success ? read.data : null, kept)
    })
  }
})

describe('numbers in steps', () => {
  for (const [step, value, may] of [
    [0.001, 1.234, true],
    [0.001, -36_000, true],
    [0.001, 0.3, true],
    [0.001, 1.2345, false],
    [0.001, 1.1670241233387128e-134, false],
    [0.01, 25.5, true],
    [0.01, 0.001, false],
    [1, 3, true],
    [1, 2.5, false],
  ] as const) {
    test(`${value} in steps of ${step}: ${may}`, () => assert.equal(inSteps(step).safeParse(value).success, may))
  }
  test('every hundredth and every thousandth', () =>
    fc.assert(fc.property(fc.integer({ min: -36_000_000, max: 36_000_000 }), (n) => inSteps(0.001).safeParse(n / 1000).success)))
})
