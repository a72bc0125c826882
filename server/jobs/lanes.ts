import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'

/** What works through the queues of one process. */
export type Lanes = {
  /** `together`: so many are taken with one statement, worked through one after the other, and told done with one. */
  readonly open: (name: string, together: number, work: (job: JobWithMetadata) => Promise<void>) => Promise<void>
  /** Says that one more job waits there: one lane that has nothing to do asks for it. */
  readonly wake: (name: string) => void
  readonly close: () => void
}

/** Jobs of one kind at a time: a slow one does not hold up those behind it. A lane more is opened when all that there are have work. */
const OF_A_KIND = 3
/** The queues themselves ask this seldom: what is ordered, and what is due, wakes them. */
const POLL_S = 30
/** How often is looked for what is due. */
const LOOK_MS = 1000

type Lane = { id: string; isBusy: boolean }

/**
 * Lets at most `atOnce` jobs run at the same time in this process and fetches on while there is work. Whoever orders a job wakes one lane for
 * it; what nobody tells of (that a time has come, what another process had no hands for) is looked for, and wakes the queue the moment it is due.
 */
export function lanesOf(boss: PgBoss, atOnce: number, log: Logger): Lanes {
  const slot = slots(atOnce)
  // the one that has been woken longest ago is the first
  const lanes = new Map<string, Lane[]>()
  const alarms = new Map<string, NodeJS.Timeout>()
  let looking: NodeJS.Timeout | undefined
  let closed = false

  const wakeAll = (name: string): void => {
    alarms.delete(name)
    for (const { id } of lanes.get(name) ?? []) boss.notifyWorker(id)
  }
  const wake = (name: string): void => {
    const all = lanes.get(name) ?? []
    const at = all.findIndex(({ isBusy }) => !isBusy)
    // all are busy: each asks again when it is done
    if (at < 0) return
    const [one] = all.splice(at, 1)
    all.push(one!)
    boss.notifyWorker(one!.id)
  }
  const look = async (): Promise<void> => {
    const due = await dueWithin(boss, [...lanes.keys()], LOOK_MS * 1.5).catch((fault: unknown) => {
      log.warn({ err: fault }, 'did not see which jobs are due, looking again')
      return []
    })
    if (closed) return
    for (const { name, inMs } of due) if (!alarms.has(name)) alarms.set(name, setTimeout(wakeAll, Math.max(0, inMs), name))
    looking = setTimeout(look, LOOK_MS)
  }
  return {
    open: async (name, together, work) => {
      const all: Lane[] = []
      lanes.set(name, all)
      const options = { ...OPTIONS, batchSize: together }
      let opened = 0
      const one = async (): Promise<void> => {
        opened++
        const lane = { id: '', isBusy: false }
        lane.id = await boss.work<object, readonly JobResult[], typeof options>(name, options, async (jobs) => {
          lane.isBusy = true
          // where there was one there may be more: the lane asks again as soon as it is done, and until then another one does
          boss.notifyWorker(lane.id)
          if (!closed && opened < OF_A_KIND && all.every(({ isBusy }) => isBusy))
            void one().catch((fault: unknown) => log.error({ err: fault, job: name }, 'one lane less'))
          const results: JobResult[] = []
          for (const job of jobs) results.push(await slot(() => done(job, work)))
          lane.isBusy = false
          return results
        })
        all.push(lane)
      }
      await one()
      looking ??= setTimeout(look, 0)
    },
    wake,
    close: () => {
      closed = true
      clearTimeout(looking)
      lanes.clear()
      for (const alarm of alarms.values()) clearTimeout(alarm)
    },
  }
}

const OPTIONS = { includeMetadata: true, perJobResults: true, pollingIntervalSeconds: POLL_S } as const

/** One that fails takes none of those it was taken with along. */
async function done(job: JobWithMetadata, work: (job: JobWithMetadata) => Promise<void>): Promise<JobResult> {
  try {
    // it waited so long that it was given back
    if (!job.signal.aborted) await work(job)
    return { id: job.id, status: 'completed' }
  } catch (fault) {
    return { id: job.id, status: 'failed', output: fault as object }
  }
}

type Due = { readonly name: string; readonly inMs: number }

/** Queues whose next job is due by then, and in how many milliseconds of the database's own time. */
async function dueWithin(boss: PgBoss, names: readonly string[], withinMs: number): Promise<readonly Due[]> {
  const { rows } = (await boss.getDb().executeSql(
    `select name, extract(epoch from due - clock_timestamp())::float8 * 1000 as "inMs"
     from unnest($1::text[]) as queue (name), lateral (
       select min(start_after) as due from jobs.job where job.name = queue.name and state < 'active' and not blocked
     ) as next
     where due < clock_timestamp() + make_interval(secs => $2)`,
    [[...names], withinMs / 1000],
  )) as { rows: readonly Due[] }
  return rows
}

/** At most so many at a time, the others in the order they came. */
function slots(most: number) {
  let free = most
  const waiting: (() => void)[] = []
  return async <T>(act: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await act()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
