import { caller } from '../door.ts'
import { ACTIONS, type Dice, type Traffic } from './actions.ts'
import { measuredFetch } from './ask.ts'
import type { Cast } from './cast.ts'
import type { Seen } from './figures.ts'
import type { Ledger } from './ledger.ts'
import { until, type Stage } from './stage.ts'

export type Running = {
  readonly seen: readonly Seen[]
  /** When actions were begun. */
  readonly offered: readonly number[]
  readonly wrong: () => readonly string[]
  /** No more actions; resolves when all that were begun are over. */
  readonly stop: () => Promise<void>
}

export type Flow = {
  readonly perSecond: number
  /** Longer than this nobody waits for an answer. */
  readonly hangMs: number
  /** Actions that are left out. */
  readonly without?: readonly string[]
}

const TICK_MS = 20
const STREAMS = 8
const LAST_ANSWERS_MS = 120_000

/** Actions at a fixed rate, whether or not those before them are answered: what is offered does not shrink where the platform is slow. */
export function startTraffic(stage: Stage, cast: Cast, ledger: Ledger, dice: Dice, { perSecond, hangMs, without = [] }: Flow): Running {
  const seen: Seen[] = []
  const offered: number[] = []
  const wrong = new Map<string, number>()
  const under = new Set<Promise<void>>()
  const names = new Map(stage.webs.map(({ url, program }) => [url, program.name]))
  const over = measuredFetch(
    (one) => void seen.push(one),
    (origin) => names.get(origin) ?? origin,
    hangMs,
  )
  const traffic: Traffic = {
    stage,
    cast,
    ledger,
    dice,
    anybody: caller(stage.all.url, null, over),
    wrong: (sentence) => void wrong.set(sentence, (wrong.get(sentence) ?? 0) + 1),
  }
  const actions = ACTIONS.filter(({ name }) => !without.includes(name))
  const total = actions.reduce((sum, { weight }) => sum + weight, 0)
  const draw = () => {
    let left = dice(total)
    return actions.find(({ weight }) => (left -= weight) < 0)!
  }
  const streams = Array.from({ length: STREAMS }, (_, n) => follow(stage.webs[n % 2]!.url, cast))
  const beganAt = performance.now()
  const timer = setInterval(() => {
    const due = ((performance.now() - beganAt) / 1000) * perSecond
    while (offered.length < due) {
      offered.push(Date.now())
      // an answer that did not come is noted where it was asked for
      const work = draw()
        .act(traffic)
        .catch(() => undefined)
        .finally(() => under.delete(work))
      under.add(work)
    }
  }, TICK_MS)
  return {
    seen,
    offered,
    wrong: () => [...wrong].map(([sentence, count]) => (count > 1 ? `${count} times: ${sentence}` : sentence)),
    stop: async () => {
      clearInterval(timer)
      await until(() => under.size === 0, LAST_ANSWERS_MS).catch(() => traffic.wrong(`${under.size} actions never ended`))
      for (const stream of streams) {
        if (stream.heardMsAgo() > LAST_ANSWERS_MS) traffic.wrong('an open page has heard nothing for minutes')
        stream.stop()
      }
    },
  }
}

/** An open page: listens for what changed, and comes back when the connection ends, as browsers do. */
function follow(url: string, cast: Cast) {
  const topics = [...cast.open.map((id) => `session:${id}`), `league:${cast.league}`].join(',')
  const state = { ending: new AbortController(), stopped: false }
  let heardAt = performance.now()
  const listen = async (): Promise<void> => {
    while (!state.stopped) {
      state.ending = new AbortController()
      try {
        const reply = await fetch(`${url}/live?topics=${topics}`, { signal: state.ending.signal })
        for await (const chunk of reply.body ?? []) if (Buffer.from(chunk).includes('data:')) heardAt = performance.now()
      } catch {
        // it ended: a browser waits a second and comes back
      }
      if (!state.stopped) await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }
  void listen()
  return {
    heardMsAgo: () => performance.now() - heardAt,
    stop: () => {
      state.stopped = true
      state.ending.abort()
    },
  }
}
