import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { inRuns, type Between } from './runs.ts'
import { ownSegment, sharedSegment, stitch, type Segment } from './stitch.ts'

const text = fc.string({ unit: 'binary', maxLength: 40 })
const asText = (piece: Segment | string): string => (typeof piece === 'string' ? piece : gunzipSync(stitch([piece])).toString())

test('whatever stands between the parts, each reader has their page, however often they come', () => {
  const page = fc.array(text, { minLength: 1, maxLength: 9 }).chain((parts) =>
    fc.record({
      parts: fc.constant(parts),
      pieces: fc.array(text, { minLength: 1, maxLength: 3 }),
      // of each reader, for each hole: pieces many have, by their numbers, or a text of their own
      readers: fc.array(
        fc.array(fc.oneof({ weight: 4, arbitrary: fc.array(fc.nat(2), { maxLength: 2 }) }, text), {
          minLength: parts.length - 1,
          maxLength: parts.length - 1,
        }),
        {
          minLength: 1,
          maxLength: 8,
        },
      ),
    }),
  )
  fc.assert(
    fc.property(page, ({ parts, pieces, readers }) => {
      const [shared, kept] = [parts.map(sharedSegment), pieces.map(ownSegment)]
      const whole = inRuns(shared)
      const betweenOf = (reader: readonly (readonly number[] | string)[]): readonly Between[] =>
        reader.map((hole) => (typeof hole === 'string' ? [hole] : hole.map((no) => kept[no % kept.length]!)))
      for (const reader of [...readers, ...readers, ...readers]) {
        const between = betweenOf(reader)
        const expected = parts.map((part, at) => part + (between[at] ?? []).map(asText).join('')).join('')
        assert.equal(gunzipSync(stitch(whole(between))).toString(), expected)
      }
    }),
  )
})

test('what stands alike for many is packed as one from the second time on, beside what does not', () => {
  const card = (no: number): string =>
    `<li class="card"><a href="/events/${no}">Friday GT, round ${no}, at Nürburgring</a><span>40 of 60 seats</span></li>`
  const parts = Array.from({ length: 30 }, (_, no) => sharedSegment(card(no)))
  const [none, mine] = [ownSegment(''), ownSegment('<b>you are in</b>')]
  const whole = inRuns(parts)
  const bytesOf = (in_: readonly number[]): number => stitch(whole(parts.slice(1).map((_, at) => [in_.includes(at) ? mine : none]))).length
  const apart = bytesOf([])
  assert.ok(bytesOf([]) < apart / 2)
  // who is in one of them: two runs
  assert.ok(bytesOf([12]) > apart / 2)
  assert.ok(bytesOf([12]) < apart / 2)
  // not one for each who differs, and never two for the same
  for (let at = 0; at < 29; at += 3) for (let twice = 0; twice < 2; twice++) bytesOf([at])
  bytesOf([7])
  assert.ok(bytesOf([7]) > apart / 2)
  assert.ok(bytesOf([12]) < apart / 2)
})
