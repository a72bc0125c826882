import type { Job } from '#modules/hosting/contract.ts'
import { loadAll, prune } from './disk.ts'
import { AT_START } from './hear/follow.ts'
import type { Platform } from './platform.ts'
import { superviseServer, type Care } from './server.ts'
import type { Settings } from './settings.ts'

export type Keeper = {
  /** Fences of all servers in care. */
  readonly have: () => readonly number[]
  /** Makes what runs here what the platform wants. */
  readonly syncJobs: (jobs: readonly Job[]) => void
  readonly leave: () => Promise<void>
}

/** A host runs for months: folders of servers that are over go while it does. */
const PRUNE_EVERY_MS = 3_600_000

/** All servers of this host. Those a killed run left behind are taken over at once. */
export function keeper(settings: Settings, platform: Platform, say: (what: string, more?: object) => void): Keeper {
  const cares = new Map<number, Care>()
  const add = (care: Care): void => {
    const { fence } = care.state().job
    cares.set(fence, care)
    void care.done.then(() => cares.delete(fence))
  }
  for (const state of loadAll(settings.folder)) {
    say('taken over', { fence: state.job.fence, pid: state.pid })
    add(superviseServer(state, { settings, platform, say, after: Promise.resolve() }))
  }
  prune(settings.folder, Date.now())
  setInterval(() => prune(settings.folder, Date.now()), PRUNE_EVERY_MS).unref()
  return {
    have: () => [...cares.keys()],
    syncJobs: (jobs) => {
      const wanted = new Map(jobs.map((job) => [job.fence, job]))
      for (const [fence, care] of cares) if (!wanted.has(fence)) care.lose()
      for (const { order, ...job } of jobs) {
        const care = cares.get(job.fence)
        // a number of another platform's, kept in this folder from before
        if (care && care.state().job.serverId !== job.serverId) care.lose()
        else if (care) care.want(job.wanted)
        else if (order) {
          const earlier = [...cares.values()].filter(
            (other) => other.state().job.sessionId === job.sessionId && other.state().job.splitNo === job.splitNo,
          )
          const fresh = {
            launched: false,
            pid: null,
            pidMark: null,
            stopped: false,
            offset: 0,
            course: AT_START,
            tail: [],
            answer: null,
            uploaded: {},
            end: null,
            reported: null,
          }
          // a split never has two: the new server waits until the old one is gone
          add(superviseServer({ job, order, ...fresh }, { settings, platform, say, after: Promise.all(earlier.map((other) => other.done)) }))
        }
      }
    },
    leave: async () => {
      for (const care of cares.values()) care.leave()
      await Promise.all([...cares.values()].map((care) => care.done))
    },
  }
}
