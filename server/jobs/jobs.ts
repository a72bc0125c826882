import { sql } from 'kysely'
import { fromKysely, PgBoss, type ConstructorOptions } from 'pg-boss'
import type { Logger } from 'pino'
import type { Db, Tx } from '../db/connect.ts'
import { change, type Changed, type Enqueue } from '../db/change.ts'
import type { Files } from '../outside/files.ts'
import type { Sealer } from '../outside/seal.ts'
import { order, type Job, type NoData } from '#core/joint.ts'
import { jobsOf, type Later, type Room, type When } from '../room.ts'
import { aheadOf } from './ahead.ts'
import { lanesOf } from './lanes.ts'

export type JobRunner = { readonly enqueue: Enqueue; readonly work: () => Promise<void>; readonly stop: () => Promise<void> }

/** A repeated job that is done says nothing of use an hour later. */
const KEEP_REPEATED_S = 3600
/** Done jobs, and those that failed for good, can be looked at for so long. */
export const KEEP_DONE_S = 3 * 86_400
/** Jobs at a time, as a share of the pool that serves the requests as well. */
const SHARE_OF_POOL = 0.4
/** A worker that gives no sign of life for so long is taken for dead, and so often is looked for one. */
const HEARTBEAT_S = 20
const MONITOR_S = 10
const CLEAN_UP_S = 3600

/** What follows from a job waits a breath: whoever waited for the job itself sees it first. */
const BREATH_MS = 50

/** Jobs of a crowd that a worker takes together. */
const OF_A_CROWD = 10

type Setting = {
  readonly url: string
  readonly db: Db
  readonly poolSize: number
  readonly clock: () => Date
  readonly log: Logger
  readonly publicUrl: string
  readonly sealer: Sealer
  readonly files: Files
  readonly rooms: readonly Room[]
  readonly changed: Changed
}

/** The queue in the same database: jobs commit with their cause, wake a worker of this process then, and go back when a worker dies. */
export async function startJobs(setting: Setting): Promise<JobRunner> {
  const names = namesOf(setting.rooms)
  const boss = await startQueues(setting.url, names, (fault) => setting.log.error({ err: fault }, 'job queue'))
  const lanes = lanesOf(boss, Math.max(1, Math.floor(setting.poolSize * SHARE_OF_POOL)), setting.log)
  const enqueue: Enqueue = async (tx, works) => {
    const unknown = works.find(({ job }) => !names.includes(job))
    if (unknown) throw new Error(`nobody does ${unknown.job}`)
    const send = async (work: Later): Promise<void> => {
      const options = { ...sendOptions(work, setting.clock()), db: fromKysely(tx as never) }
      while ((await boss.send(work.job, work.data, options)) === null) if (await holds(tx, work.job, options.singletonKey)) return
    }
    // one behind the other on the one connection, without waiting for each
    await Promise.all(works.map(send))
    return () => {
      for (const { job, at } of works) if (!at || at <= setting.clock()) lanes.wake(job)
    }
  }
  const enqueueNext: Enqueue = async (tx, works) => {
    const begin = await enqueue(tx, works)
    return () => void setTimeout(begin, BREATH_MS)
  }
  const timers: NodeJS.Timeout[] = []
  // the slot of time is part of the job's name: neither a second process nor a start anew adds another
  const repeat = async (name: string, everyMs: number): Promise<void> => {
    const options = { singletonKey: name, singletonSeconds: everyMs / 1000, deleteAfterSeconds: Math.max(KEEP_REPEATED_S, everyMs / 1000) }
    const order = () => boss.send(name, {}, options).catch((fault: unknown) => setting.log.error({ err: fault, job: name }, 'job not ordered'))
    timers.push(setInterval(() => void order(), everyMs))
    await order()
  }
  const orderNight = (job: Job<NoData>) =>
    setting.db.transaction().execute((tx) => enqueue(tx, [{ ...order(job, {}), ...nextNight(setting.clock()) }]))
  const work = async (): Promise<void> => {
    for (const room of setting.rooms) {
      for (const [name, handle] of Object.entries(jobsOf(room))) {
        const together = room.crowds?.some((one) => one.name === name) ? OF_A_CROWD : 1
        await lanes.open(name, together, async (job) => {
          const nightly = room.nightly?.find((one) => one.name === name)
          const cause = { requestId: `job-${job.id}`, actorId: null, command: name, objectId: null, byItself: true } as const
          const run = async (): Promise<void> => {
            // whatever becomes of this one
            if (nightly) await orderNight(nightly)
            const act = await aheadOf(handle, { ...setting, now: setting.clock(), left: job.signal }, job.data)
            await change({ ...setting, now: setting.clock(), enqueue: enqueueNext }, cause, async (context) => {
              await act?.({ ...context, attempt: job.retryCount + 1 })
              return { ok: true, value: null }
            })
          }
          await run().catch((fault: unknown) => {
            setting.log.error({ err: fault, job: name, jobId: job.id }, 'job failed')
            throw fault
          })
        })
      }
      for (const [job, everyMs] of room.every ?? []) await repeat(job.name, everyMs)
      for (const job of room.nightly ?? []) await orderNight(job)
    }
  }
  const stop = async (): Promise<void> => {
    for (const timer of timers) clearInterval(timer)
    lanes.close()
    await boss.stop({ graceful: true, timeout: 10_000 })
  }
  return { enqueue, work, stop }
}

/** What is worked for in the rooms, each name once. */
export function namesOf(rooms: readonly Room[]): readonly string[] {
  const names = rooms.flatMap(({ jobs, on }) => [...Object.keys(jobs ?? {}), ...(on ?? []).map(({ job }) => job)])
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice) throw new Error(`two jobs are called ${twice}`)
  return names
}

/** Of each name a queue, made where it is missing. */
export async function startQueues(url: string, names: readonly string[], onFault: (fault: unknown) => void): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: url,
    schema: 'jobs',
    max: 3,
    application_name: 'paddock-jobs',
    superviseIntervalSeconds: MONITOR_S,
    monitorIntervalSeconds: MONITOR_S,
    maintenanceIntervalSeconds: CLEAN_UP_S,
    // that a job was taken or done need not outlive a power cut: it is done again, as after a kill
    options: '-c synchronous_commit=off',
  } as ConstructorOptions)
  boss.on('error', onFault)
  await boss.start()
  const made = new Map((await boss.getQueues([...names])).map((queue) => [queue.name, queue]))
  for (const name of names) {
    const queue = made.get(name)
    // 'short': while a job of a key waits, a second one of it does nothing
    if (!queue) await boss.createQueue(name, { policy: 'short', ...QUEUE })
    // one that was made by an earlier release follows
    else if (SETTINGS.some((key) => queue[key] !== QUEUE[key])) await boss.updateQueue(name, QUEUE)
  }
  return boss
}

const QUEUE = {
  // the queue's own NOTIFY would let all commits that order something wait for one another
  notify: false,
  retryLimit: 20,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 120,
  heartbeatSeconds: HEARTBEAT_S,
  deleteAfterSeconds: KEEP_DONE_S,
} as const
const SETTINGS = Object.keys(QUEUE) as (keyof typeof QUEUE)[]

/** Three in the morning of this machine's calendar (UTC): races of an evening are over, those of the morning have not begun. */
function nextNight(now: Date): When {
  const at = new Date(now)
  at.setUTCHours(3, 0, 0, 0)
  if (at <= now) at.setUTCDate(at.getUTCDate() + 1)
  return { at, key: 'night' }
}

/**
 * Keeps a job that waits from being taken before this change stands: it would not see what it was ordered for once more. Others may hold it as well.
 * False: it has been taken meanwhile.
 */
async function holds(tx: Tx, name: string, key: string): Promise<boolean> {
  const { rows } = await sql`select from jobs.job where name = ${name} and singleton_key = ${key} and state = 'created' for key share`.execute(tx)
  return rows.length > 0
}

/** The queue counts in the database's own time: what our clock says is turned into a wait. */
const sendOptions = (work: Later, now: Date) => ({
  singletonKey: work.key ?? JSON.stringify(work.data),
  ...(work.at ? { startAfter: new Date(Date.now() + work.at.getTime() - now.getTime()) } : {}),
})
