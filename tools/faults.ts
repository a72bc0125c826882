/**
 * `npm run faults`: the platform as real processes under mixed traffic, a random fault every half minute for an hour. Says what must not be,
 * exits 1 where there is any. `--minutes 60 --every 30 --rate 20 --limit 2000 --seed N --only "the power is cut,Steam hangs" --out FILE --list`.
 * `--rate` are actions a second, `--limit` milliseconds an answer may take: both for a machine with nothing else to do.
 */
import { writeFileSync } from 'node:fs'
import os from 'node:os'
import { parseArgs } from 'node:util'
import type { Fault } from '#testing/faults/happens/fault.ts'
import { reportOf } from '#testing/faults/report.ts'
import { runFaults, type Order } from '#testing/faults/run.ts'
import { FAULTS } from '#testing/faults/happens/table.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    every: { type: 'string', default: '30' },
    rate: { type: 'string', default: '20' },
    limit: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    out: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
})
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const numbers = [values.minutes, values.every, values.rate, values.seed, values.limit].map(Number)
const [minutes = 60, everyS = 30, perSecond = 20, seed = 1, limitMs = 2000] = numbers

if (values.list) for (const { name, what } of FAULTS) say(`${name}: ${what}`)
else process.exitCode = await main()

async function main(): Promise<number> {
  const wanted = values.only?.split(',').map((name) => name.trim())
  const among = wanted ? FAULTS.filter(({ name }) => wanted.includes(name)) : FAULTS
  if (among.length === 0) {
    say('--only names no fault; --list shows them all')
    return 2
  }
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      // who asks twice is not kept waiting; everything ends all the same
      if (ending.signal.aborted) process.exit(130)
      say('ending …')
      ending.abort()
    })
  say(`${minutes} minutes, a fault every ${everyS} s, seed ${seed}`)
  const outcome = await runFaults({
    seed,
    flow: { perSecond, hangMs: 5 * limitMs },
    drivers: 16,
    next: shuffled(among),
    // until heaps and cached answers are as large as they become: what a process keeps of its first minutes is no growth
    warmUpMs: 900_000,
    coolDownMs: 10_000,
    limitMs,
    ownDisk: true,
    say,
    signal: ending.signal,
  })
  const [cpu] = os.cpus()
  const machine = `${os.cpus().length} × ${cpu?.model ?? 'unknown'}, ${Math.round(os.totalmem() / 2 ** 30)} GB, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`
  const { text, findings } = reportOf(outcome, { seed, perSecond, machine })
  say(`\n${text}`)
  if (values.out) writeFileSync(values.out, text)
  return findings.length === 0 ? 0 : 1
}

/** All of them in any order, and then again in another, until the time is over. */
function shuffled(among: readonly Fault[]): Order['next'] {
  let deck: Fault[] = []
  let beganMs = 0
  return (count, elapsedMs, dice) => {
    const dueMs = Math.max(elapsedMs, count === 0 ? 0 : beganMs + everyS * 1000)
    if (dueMs >= minutes * 60_000) return null
    beganMs = dueMs
    if (deck.length === 0) deck = [...among]
    const [fault] = deck.splice(dice(deck.length), 1)
    return { fault: fault!, inMs: dueMs - elapsedMs }
  }
}
