import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LEAGUES } from '#testing/world.ts'
import { hueOf } from './hue.ts'

test('the communities of the demo have colours that nobody mistakes for one another', () => {
  const hues = LEAGUES.map(({ name }) => hueOf(name)).toSorted((a, b) => a - b)
  for (const [at, hue] of hues.entries()) assert.ok((hues[at + 1] ?? hues[0]! + 360) - hue >= 30, String(hues))
})
