import { pino } from 'pino'
import type { Config } from '../config.ts'
import type { Around } from '../db/change.ts'
import type { Db } from '../db/connect.ts'
import { startJobs } from '../jobs/jobs.ts'
import { localFiles } from '../outside/files.ts'
import { sealer } from '../outside/seal.ts'
import { ROOMS } from '../registry.ts'
import { jobsOf } from '../room.ts'
import type { WaitingJob } from './tables.ts'

type At = { readonly config: Config; readonly databaseUrl: string; readonly db: Db }

/**
 * Orders anew what waited when the backup was made, through the door all jobs come in by; nothing is worked on before the platform starts.
 * Jobs look at the state of things again when their time comes, so what is out of date by then does nothing. `also` may change more.
 */
export async function putBackJobs<T>(
  { config, databaseUrl, db }: At,
  waiting: readonly WaitingJob[],
  also: (around: Around) => Promise<T>,
): Promise<T> {
  const own = {
    db,
    publicUrl: config.publicUrl,
    sealer: sealer(config.secret),
    files: localFiles(config.dataDir, config.secret),
    changed: () => undefined,
    rooms: ROOMS,
  }
  const clock = (): Date => new Date()
  const jobs = await startJobs({ ...own, url: databaseUrl, poolSize: 2, clock, log: pino({ level: 'silent' }) })
  // the machine's own, of every night, are ordered by its start
  const done = new Set(ROOMS.flatMap((room) => Object.keys(jobsOf(room))))
  try {
    await db.transaction().execute((tx) =>
      jobs.enqueue(
        tx,
        waiting
          .filter(({ job }) => done.has(job))
          .map(({ job, data, key, at }) => ({ job, data, at: new Date(at), ...(key === null ? {} : { key }) })),
      ),
    )
    return await also({ ...own, rooms: ROOMS, now: clock(), enqueue: jobs.enqueue })
  } finally {
    await jobs.stop()
  }
}
