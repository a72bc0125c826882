/**
 * `node tools/soak.ts --races 200 --seed 1 --out FILE`: emulated races of all hosted games on real host programs, with faults of servers, disks, scripts,
 * hosts and the network by the dice. Says how they ended and what must not be; exits 1 where there is any.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { soak } from '#host/trial/soak.fixture.ts'
import { stage } from '#host/trial/trial.fixture.ts'
import { embeddedPostgres } from '#server/db/embedded.ts'
import { TEST_SETTINGS } from '#testing/database.ts'

const { values } = parseArgs({
  options: {
    races: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    out: { type: 'string' },
  },
})
const [races, seed] = [Number(values.races), Number(values.seed)]
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    // who asks twice is not kept waiting
    if (ending.signal.aborted) process.exit(130)
    say('ending with the races that are on …')
    ending.abort()
  })
const folder = mkdtempSync(path.join(tmpdir(), 'paddock-soak-'))
// the embedded PostgreSQL may run as a user of its own
chmodSync(folder, 0o755)
const cluster = await embeddedPostgres(folder, TEST_SETTINGS)
try {
  process.exitCode = await main()
} finally {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function main(): Promise<number> {
  const begun = performance.now()
  say(`${races} races, seed ${seed}`)
  const on = await stage({ cluster })
  try {
    const { ends, troubles, filesWritten, filesRead, findings } = await soak(on, { races, seed, say, signal: ending.signal })
    const listed = (counts: ReadonlyMap<string, number>): readonly string[] =>
      [...counts].sort().map(([name, count]) => `${String(count).padStart(5)} × ${name}`)
    const text = [
      `${races} races in ${Math.round((performance.now() - begun) / 60_000)} min, seed ${seed}`,
      ...listed(ends),
      'with',
      ...listed(troubles),
      `${filesWritten} files written, ${filesRead} read (a file that grows counts each time), ${findings.length} findings`,
      ...findings,
    ].join('\n')
    say(text)
    if (values.out) writeFileSync(values.out, `${text}\n`)
    return findings.length === 0 ? 0 : 1
  } finally {
    await on.server.stop()
  }
}
