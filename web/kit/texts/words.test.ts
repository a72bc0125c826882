import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notice } from '#core/joint.ts'
import { refuse } from '#core/result.ts'
import { wordsOf } from './words.ts'

const text = wordsOf<'entries'>(
  { waitingList_one: '{{count}} driver', waitingList_other: '{{count}} drivers', state: { waits: 'place {{place}}' } },
  'en',
)

test('a text with its placeholders, in the form its number wants', () => {
  assert.deepEqual(
    [1, 2000].map((count) => text('waitingList', { count })),
    ['1 driver', '2,000 drivers'],
  )
  assert.equal(text('state.waits', { place: 3 }), 'place 3')
  assert.deepEqual([text.find('state.waits'), text.find('state.nothing')], ['place {{place}}', undefined])
})

test('a key that is not there, and a placeholder left open, do not compile', () => {
  // each of these lines is an error of the compiler, which this test file would otherwise be told is none
  // @ts-expect-error no such key
  text('state.wait')
  // @ts-expect-error its place is missing
  text('state.waits')
  // @ts-expect-error a number chooses among its forms
  text('waitingList', { count: 'two' })
  // @ts-expect-error nothing to fill in
  text('participants', { place: 1 })
  // @ts-expect-error the sentence names the least age
  refuse('UNDER_AGE')
  // @ts-expect-error its text names the event
  notice('promoted', [], 'You are in', 'You moved up.')
  // @ts-expect-error its mail names a reason
  notice('promoted', ['event'], 'You are in', 'You moved up: {{reason}}')
  const kind = 'state.in' as 'state.in' | 'state.waits'
  // @ts-expect-error one of the two wants a place
  text(kind)
  assert.equal(text(kind, { place: 1 }), 'state.in')
})
