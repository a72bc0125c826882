import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Text } from '#web/kit/texts.tsx'
import { segmentName } from './segment-name.ts'

const text = ((key: string, params?: { readonly no: number }) => (params ? `${key} ${params.no}` : key)) as unknown as Text<'sessions'>
const named = (...types: readonly ('PRACTICE' | 'QUALIFY' | 'RACE')[]): readonly string[] => {
  const segments = types.map((type) => ({ type }))
  return segments.map((_, index) => segmentName(text, segments, index))
}

test('races of an event have numbers where there are several', () => {
  assert.deepEqual(named('PRACTICE', 'QUALIFY', 'RACE'), ['segment.PRACTICE', 'segment.QUALIFY', 'segment.RACE'])
  assert.deepEqual(named('QUALIFY', 'RACE', 'RACE', 'RACE'), ['segment.QUALIFY', 'config.raceNo 1', 'config.raceNo 2', 'config.raceNo 3'])
})
