import { readFileSync } from 'node:fs'
import { request, type ClientRequest } from 'node:http'
import type { Bench } from '../measures.ts'
import type { Platform } from '../platform.ts'
import { ROUNDS } from '../rounds.ts'
import { median, ms, type Line } from '../table.ts'
import { crowdEvents, crowdLeague, registration } from '../writes.ts'
import { load } from '../machine.ts'

const STREAMS = 2000
/** Of one person at most twenty may be open. */
const LISTENERS = 200
const MOST_MS = 1000
const MOST_KB = 25
const PATIENCE_MS = 60_000

/** A crowd before one event, half of it signed in: somebody registers, and every open page is told. */
export async function streamLines({ full, reference }: Bench): Promise<readonly Line[]> {
  const drivers = Array.from({ length: ROUNDS + 1 }, (_, index) => index + 3001)
  const cookies = await full.signIn(drivers)
  const listeners = await full.signIn(Array.from({ length: LISTENERS }, (_, index) => index + 4001))
  const league = await crowdLeague(full, drivers)
  const [event = ''] = await crowdEvents(full, league, 1, 45)
  const topics = `/live?topics=session:${event},league:${league}`
  // what the process needs before anybody listens: warm, and idle
  await crowd(full.port, () => '/health/live', 200).then(({ close }) => close())
  const before = residentKb(full)
  const own = await crowd(
    full.port,
    () => topics,
    STREAMS,
    (n) => ({ ...(n % 2 === 0 && { cookie: listeners[(n / 2) % LISTENERS]! }) }),
  )
  const each = (residentKb(full) - before) / STREAMS
  const bare = await crowd(reference.port, () => '/streams', STREAMS)
  const took: { own: number; bare: number }[] = []
  for (const [round, cookie] of cookies.entries()) {
    const bareMs = await reaches(bare, 'tell', () => load({ port: reference.port, connections: 1, requests: [full.post('/tell', round, {}, '')] }))
    const ownMs = await reaches(own, event, () => load({ port: full.port, connections: 1, requests: [registration(full, event, round, cookie)] }))
    // the first warms both up
    if (round > 0) took.push({ own: ownMs, bare: bareMs })
  }
  own.close()
  bare.close()
  const ownMs = median(took.map((one) => one.own))
  return [
    {
      name: `a registration reaches ${STREAMS} open pages`,
      figure: ms(ownMs),
      reference: `${ms(median(took.map((one) => one.bare)))} (Fastify, one word to as many)`,
      ratio: ownMs / MOST_MS,
      goal: { most: 1 },
    },
    { name: 'memory of an open page, kB', figure: each.toFixed(1), reference: `${MOST_KB} kB`, ratio: each / MOST_KB, goal: { most: 1 } },
  ]
}

type Crowd = { readonly heard: (word: string) => number; readonly forget: () => void; readonly close: () => void }

/** Opens streams, each from an address of its own, and waits until all of them have begun. */
async function crowd(port: number, path: () => string, count: number, more: (n: number) => Record<string, string> = () => ({})): Promise<Crowd> {
  const open: ClientRequest[] = []
  const said: string[] = Array.from({ length: count }, () => '')
  let next = 0
  const one = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++) {
      const headers = { 'x-forwarded-for': `10.9.${n >> 8}.${n & 255}`, ...more(n) }
      const asked = request({ port, path: path(), headers, agent: false })
      open.push(asked)
      await new Promise<void>((resolve, reject) => {
        asked.on('error', reject).on('response', (reply) => {
          if (reply.statusCode !== 200) return reject(new Error(`a stream answered ${reply.statusCode}`))
          reply
            .on('data', (part: Buffer) => {
              said[n] += part.toString()
              resolve()
            })
            .on('error', () => undefined)
        })
        asked.end()
      })
      asked.on('error', () => undefined)
    }
  }
  await Promise.all(Array.from({ length: 50 }, one))
  return {
    heard: (word) => said.filter((text) => text.includes(word)).length,
    forget: () => void said.fill(''),
    close: () => open.forEach((asked) => asked.destroy()),
  }
}

/** From the moment somebody acts until the last one has heard. */
async function reaches(all: Crowd, word: string, act: () => Promise<{ readonly statuses: Readonly<Record<string, number>> }>): Promise<number> {
  all.forget()
  const began = performance.now()
  const acted = act()
  while (all.heard(word) < STREAMS) {
    if (performance.now() - began > PATIENCE_MS) throw new Error(`only ${all.heard(word)} of ${STREAMS} heard`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const took = performance.now() - began
  const { statuses } = await acted
  if (statuses['200'] !== 1) throw new Error(`not done: ${JSON.stringify(statuses)}`)
  return took
}

/** Resident memory of a process, as the system tells it. */
const residentKb = ({ pid }: Platform): number => Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
