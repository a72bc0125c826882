import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadPublished } from './polling.ts'

for (const [name, answers, loads, waits] of [
  ['there at once', [1], 1, 0],
  ['there at the second poll', [0, 0, 1], 3, 2],
  ['never: three polls, then the race is over all the same', [0, 0, 0, 0, 0], 4, 3],
] as const)
  test(`results ${name}`, async () => {
    let [asked, ended] = [0, 0]
    const waited: number[] = []
    const load = () => Promise.resolve({ results: Array.from({ length: answers[asked++] ?? 0 }, () => ({})) })
    await loadPublished(load, () => void (ended += 1), async (ms) => void waited.push(ms)) // prettier-ignore
    assert.deepEqual([asked, ended, waited], [loads, 1, Array.from({ length: waits }, () => 10_000)])
  })
