import { lookAt, type Look } from './figures.ts'
import type { Stage, Web } from './stage.ts'

/** What the two health pages of a process said. `null`: nothing. */
export type Health = {
  readonly atMs: number
  readonly of: string
  readonly live: number | null
  readonly liveMs: number
  readonly ready: number | null
  readonly readyMs: number
}
export type Watch = { readonly health: readonly Health[]; readonly looks: readonly Look[]; readonly stop: () => void }

const EVERY_MS = 250
const LOOK_MS = 5000
const WAIT_MS = 5000

/** Asks every web process for its health four times a second, and looks at all processes every five seconds. */
export function startWatch(stage: Stage): Watch {
  const health: Health[] = []
  const looks: Look[] = []
  const timers = stage.webs.map((web) => setInterval(() => void healthOf(web).then((one) => health.push(one)), EVERY_MS))
  timers.push(setInterval(() => void look(stage).then((one) => looks.push(one)), LOOK_MS))
  return { health, looks, stop: () => timers.forEach((timer) => clearInterval(timer)) }
}

async function healthOf({ url, program }: Web): Promise<Health> {
  const atMs = Date.now()
  const [live, ready] = await Promise.all([asked(`${url}/health/live`), asked(`${url}/health/ready`)])
  return { atMs, of: program.name, live: live.status, liveMs: live.ms, ready: ready.status, readyMs: ready.ms }
}

async function asked(url: string): Promise<{ readonly status: number | null; readonly ms: number }> {
  const beganAt = performance.now()
  const status = await fetch(url, { signal: AbortSignal.timeout(WAIT_MS) }).then(
    async (reply) => {
      await reply.arrayBuffer()
      return reply.status
    },
    () => null,
  )
  return { status, ms: performance.now() - beganAt }
}

async function look({ programs, postgres }: Stage): Promise<Look> {
  const states = programs.flatMap((one) => {
    const state = lookAt(one.pid())
    return state ? [[one.name, state] as const] : []
  })
  const [database] = await postgres
    .query<{ mb: number; connections: number }>(
      `select pg_database_size(current_database()) / 1048576.0 as mb, (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections`,
    )
    .catch(() => [])
  return {
    atMs: Date.now(),
    rssMb: Object.fromEntries(states.map(([name, { rssMb }]) => [name, rssMb])),
    files: Object.fromEntries(states.map(([name, { files }]) => [name, files])),
    databaseMb: database ? Number(database.mb) : null,
    connections: database?.connections ?? null,
  }
}
