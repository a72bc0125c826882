import { DAY_MS } from '#core/duration.ts'
import { job } from '#core/joint.ts'
import { does, type Keep, type Room } from '../room.ts'
import { MACHINE_KEEPS } from './keeps.ts'

const work = { night: job('retention.night'), prune: job<{ readonly what: string }>('retention.prune') }
/** Rows of one transaction: a fraction of a second, so that nobody waits for it. */
const MOST = 2000

export const keepsOf = (rooms: readonly Room[]): readonly Keep[] => [...MACHINE_KEEPS, ...rooms.flatMap((room) => room.keeps ?? [])]

/**
 * Every night one job for each thing that does not stay for ever; each takes away one batch in its own transaction and orders the next
 * while there is more.
 */
export function retentionRoom(rooms: readonly Room[], pruned: (what: string, count: number) => void): Room {
  const keeps = keepsOf(rooms)
  const jobs = does(work, {
    night: async ({ later }) => {
      for (const { what } of keeps) later(work.prune, { what })
    },
    prune: async (context, { what }) => {
      const keep = keeps.find((one) => one.what === what)
      if (!keep) return
      const count = await keep.prune(context, new Date(context.now.getTime() - keep.days * DAY_MS), MOST)
      if (count === 0) return
      pruned(what, count)
      context.later(work.prune, { what })
    },
  })
  return { name: 'retention', contracts: {}, commands: {}, queries: {}, jobs, nightly: [work.night] }
}
