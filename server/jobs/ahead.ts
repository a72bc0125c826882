import type { JobAhead, JobContext, Jobs } from '../room.ts'

/** What a job does in its transaction; where it has work before that, this is done here, without any. `null`: there is nothing to do. */
export async function aheadOf(
  job: Jobs[string],
  context: Parameters<JobAhead>[0],
  data: unknown,
): Promise<((context: JobContext) => Promise<void>) | null> {
  if (typeof job !== 'function') return job.ahead(context, data as never)
  return (inside) => job(inside, data as never)
}
