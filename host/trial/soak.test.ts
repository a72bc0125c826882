import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { soak } from './soak.fixture.ts'
import { stage, type Stage } from './trial.fixture.ts'

let on: Stage
before(async () => void (on = await stage()))
after(() => on.server.stop())

// `node tools/soak.ts` runs hundreds
test('a few races with random faults: each ends with its reason, each file is read once, nothing is left behind', async (t) => {
  const { findings, ends } = await soak(on, { races: 10, seed: Date.now() % 100_000, say: (line) => t.diagnostic(line) })
  t.diagnostic([...ends].map(([name, count]) => `${count} × ${name}`).join(', '))
  assert.deepEqual(findings, [])
})
