import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runFaults } from './run.ts'
import { FAULTS } from './happens/table.ts'

const SEED = Number(process.env['FAULTS_SEED'] ?? Date.now() % 1_000_000)
const GAP_MS = 1000
/** No figure of this machine is asserted: others may be using it. An answer that takes so long is none. */
const LIMIT_MS = 15_000

/** The short form of `npm run faults`: a handful of faults, one after the other, under a trickle of traffic. */
test(`the platform lives through what happens to it (seed ${SEED})`, { timeout: 500_000 }, async (t) => {
  const short = FAULTS.filter(({ isShort }) => isShort)
  const outcome = await runFaults({
    seed: SEED,
    flow: { perSecond: 4, hangMs: 2 * LIMIT_MS, without: ['races'] },
    drivers: 5,
    next: (count) => (short[count] ? { fault: short[count], inMs: GAP_MS } : null),
    warmUpMs: 0,
    coolDownMs: GAP_MS,
    limitMs: LIMIT_MS,
    ownDisk: false,
    say: (line) => t.diagnostic(line),
  })
  assert.equal(outcome.happened.length, short.length)
  assert.ok(outcome.seen.length > 50, 'there was traffic')
  assert.deepEqual(outcome.findings, [])
})
