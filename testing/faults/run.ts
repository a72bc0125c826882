import pg from 'pg'
import { brokenInvariants } from '../invariants.ts'
import type { Dice } from './actions.ts'
import { castOf, type Cast } from './cast.ts'
import { wait, type Fault } from './happens/fault.ts'
import type { Look, Seen } from './figures.ts'
import { judged, type Happened } from './judge.ts'
import { ledger } from './ledger.ts'
import { stage, until, type Stage } from './stage.ts'
import { startTraffic, type Flow } from './traffic.ts'
import { startWatch } from './watch.ts'

export type Order = {
  readonly seed: number
  readonly flow: Flow
  readonly drivers: number
  /** Faults in the order they happen; `null` ends the run. */
  readonly next: (count: number, elapsedMs: number, dice: Dice) => { readonly fault: Fault; readonly inMs: number } | null
  /** Traffic before the first figure counts, and after the last fault. */
  readonly warmUpMs: number
  readonly coolDownMs: number
  /** An answer may take so long. */
  readonly limitMs: number
  readonly ownDisk: boolean
  readonly say: (line: string) => void
  /** Ends early, everything in order. */
  readonly signal?: AbortSignal
}
export type Outcome = {
  readonly findings: readonly string[]
  readonly happened: readonly Happened[]
  readonly seen: readonly Seen[]
  readonly offered: readonly number[]
  readonly looks: readonly Look[]
  /** When the figures begin and end. */
  readonly fromMs: number
  readonly toMs: number
  readonly acknowledged: Readonly<Record<string, number>>
  readonly doubleMails: number
}

const BACK_MS = 60_000
const SETTLE_MS = 240_000

/** Chance that is the same for the same seed. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0
  return (sides) => {
    // mulberry32
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * sides)
  }
}

/** The platform under traffic and faults; whatever comes of it, nothing of it is left behind. */
export async function runFaults(order: Order): Promise<Outcome> {
  order.say('starting the platform …')
  const on = await stage({ ownDisk: order.ownDisk })
  try {
    return await onStage(on, order)
  } finally {
    await on.abort()
  }
}

async function onStage(on: Stage, order: Order): Promise<Outcome> {
  const cast = await castOf(on, order.drivers)
  const book = ledger()
  order.say('traffic begins')
  const dice = diceOf(order.seed)
  const watch = startWatch(on)
  const traffic = startTraffic(on, cast, book, diceOf(order.seed + 1), order.flow)
  const ended = (): boolean => order.signal?.aborted ?? false
  const rest = async (ms: number): Promise<void> => until(ended, ms).catch(() => undefined)
  await rest(order.warmUpMs)
  const fromMs = Date.now()
  const happened: Happened[] = []
  const findings: string[] = []
  for (let count = 0; !ended(); count++) {
    const next = order.next(count, Date.now() - fromMs, dice)
    if (!next) break
    await rest(next.inMs)
    if (ended()) break
    happened.push(await happen(on, cast, next.fault, dice, order))
  }
  await rest(order.coolDownMs)
  const toMs = Date.now()
  order.say('no more traffic; waiting for what is on its way …')
  await traffic.stop()
  watch.stop()
  await until(async () => (await book.pending(on.postgres)) === 0, SETTLE_MS, 500).catch(() => undefined)
  findings.push(...judged(traffic.seen, watch.health, happened, order.limitMs))
  findings.push(...happened.flatMap(({ name, wrong }) => wrong.map((sentence) => `"${name}": ${sentence}`)))
  findings.push(...traffic.wrong())
  findings.push(...shortened(await book.check(on.postgres)))
  findings.push(...(await invariantsOf(on)))
  for (const one of on.programs)
    for (const exit of one.exits()) {
      const fault = happened.find((each) => exit.atMs >= each.fromMs && exit.atMs <= each.toMs)?.name
      if (!exit.isWanted) findings.push(`${one.name} ended by itself (${exit.code ?? exit.signal})${fault ? ` during "${fault}"` : ''}`)
    }
  // an hour's figures are told whatever its end leaves behind
  findings.push(...(await on.stop().catch((fault: unknown) => [`the end of the run: ${String(fault)}`])))
  return {
    findings: counted(findings),
    happened,
    seen: traffic.seen,
    offered: traffic.offered,
    looks: watch.looks,
    fromMs,
    toMs,
    acknowledged: book.counts(),
    doubleMails: on.mail.doubles(),
  }
}

async function invariantsOf({ postgres }: Stage): Promise<readonly string[]> {
  const pool = new pg.Pool({ connectionString: postgres.url(), max: 1 })
  return brokenInvariants(pool).finally(() => pool.end())
}

/** One fault: it begins, it ends, and everything comes back by itself. */
async function happen(on: Stage, cast: Cast, fault: Fault, dice: Dice, order: Order): Promise<Happened> {
  const [least, most] = fault.forMs
  const forMs = least + dice(most - least + 1)
  const fromMs = Date.now()
  const cutOff: Happened['cutOff'][number][] = []
  const withoutDatabase = async (processes: readonly string[], during: () => Promise<void>): Promise<void> => {
    const beganMs = Date.now()
    await during()
    cutOff.push(...processes.map((of) => ({ of, fromMs: beganMs, toMs: Date.now() })))
  }
  const result = await fault
    .act({ stage: on, cast, forMs, dice, withoutDatabase })
    .catch((error: unknown) => [`it could not be done: ${String(error).slice(0, 600)}`])
  const endedMs = Date.now()
  const isBack = await until(() => answersAll(on, cast), BACK_MS, 200).then(
    () => true,
    () => false,
  )
  const backMs = isBack ? Date.now() - endedMs : null
  const skipped = 'skipped' in result ? result.skipped : null
  const wrong = 'skipped' in result ? [] : [...result]
  if (!isBack) {
    wrong.push(`not everything answers again within ${BACK_MS / 1000} s`)
    await startAgain(on)
  }
  order.say(
    `${new Date(fromMs).toISOString().slice(11, 19)} ${fault.name}: ${skipped ? `not proven, ${skipped}` : `${seconds(endedMs - fromMs)}, back after ${backMs === null ? '–' : seconds(backMs)}`}${wrong.length > 0 ? `; ${wrong.join('; ')}` : ''}`,
  )
  return {
    name: fault.name,
    fromMs,
    endedMs,
    backMs,
    toMs: Date.now(),
    away: fault.away ?? [],
    cutOff,
    wrong,
    skipped,
  }
}

/** Every process is ready, reads and writes. */
async function answersAll({ webs }: Stage, { drivers }: Cast): Promise<boolean> {
  const asked = webs.flatMap(({ url }) => [
    fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(3000) }),
    drivers[0]!.as.at(url).fetch('/query/user/me', { signal: AbortSignal.timeout(3000) }),
  ])
  const replies = await Promise.allSettled(asked)
  return replies.every((one) => one.status === 'fulfilled' && one.value.status === 200)
}

/** What did not come back by itself is noted; the rest of the run wants a platform. */
async function startAgain({ programs }: Stage): Promise<void> {
  for (const one of programs) {
    await one.end('SIGKILL')
    await one.start().catch(() => undefined)
    await wait(100)
  }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

const MOST = 10
const shortened = (sentences: readonly string[]): readonly string[] =>
  sentences.length > MOST ? [...sentences.slice(0, MOST), `… and ${sentences.length - MOST} more that are lost or there twice`] : sentences

const counted = (sentences: readonly string[]): readonly string[] =>
  [...Map.groupBy(sentences, (one) => one)].map(([sentence, all]) => (all.length > 1 ? `${sentence} (${all.length} times)` : sentence))
