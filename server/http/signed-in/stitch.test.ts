import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { onceSegment, ownSegment, quickSegment, sharedSegment, stitch } from './stitch.ts'

for (const [what, texts] of [
  ['nothing', []],
  ['nothing at all in one', ['']],
  ['one', ['a page']],
  ['some', ['<p>', 'Ada', '</p>']],
  ['empty ones between', ['', '<p>', '', '</p>', '']],
  ['letters of several bytes', ['Nürburgring ', '🏁', ' 富士']],
  ['much of the same', ['<tr></tr>'.repeat(20_000), 'mine', '<tr></tr>'.repeat(20_000)]],
  ['what cannot be packed', Array.from({ length: 9 }, (_, at) => randomBytes(at * 7001).toString('base64'))],
] as const) {
  test(`segments make one gzip stream: ${what}`, () => {
    const whole = texts.join('')
    for (const kinds of [
      [sharedSegment],
      [ownSegment],
      [sharedSegment, ownSegment],
      [ownSegment, sharedSegment],
      [onceSegment, sharedSegment, ownSegment],
      [quickSegment, onceSegment, quickSegment],
    ]) {
      const segments = texts.map((text, at) => kinds[at % kinds.length]!(text))
      assert.equal(gunzipSync(stitch(segments)).toString(), whole)
      // the same segments serve any number of streams
      assert.equal(gunzipSync(stitch([...segments, ...segments])).toString(), whole + whole)
    }
  })
}
