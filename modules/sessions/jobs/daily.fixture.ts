import { byHand, patiently } from '#testing/steps.ts'
import type { SentOf } from '#core/contract.ts'
import type { SessionId } from '#core/ids.ts'
import type { JobContext } from '#server/room.ts'
import type { Running } from '#server/start.ts'
import { sessionsContract as calls } from '../contract.ts'
import { sessionsJobs } from '../jobs.ts'
import type { EventWorld } from '../sessions.fixture.ts'

type Written = SentOf<typeof calls.SetSchedule>
/** The platform's day is a Friday, its hour 12 in London: two races an evening on weekdays. */
export const EVENINGS: Written = { timeZone: 'Europe/London', days: [1, 2, 3, 4, 5], times: ['19:00', '21:00'], until: '2026-11-27' }

/** What is asked of the templates of a world, and what became of them. */
export function dailyWorld({ server, anna, add }: EventWorld) {
  const starts = async (id: SessionId) => (await anna.as.ask(calls.schedule, { id })).body.starts
  return {
    /** A template, at version 2. */
    template: async (schedule: Partial<Written> = {}, more: Parameters<typeof add>[0] = {}): Promise<SessionId> => {
      const id = (await add(more)) as SessionId
      await anna.as.done(calls.SetSchedule, { id, v: 1 }, { ...EVENINGS, ...schedule })
      return id
    },
    starts,
    /** `CREATED 2026-11-20T19:00` */
    states: async (id: SessionId): Promise<readonly string[]> => (await starts(id)).map(({ state, startsAt }) => `${state} ${startsAt.slice(0, 16)}`),
    madeOf: async (id: SessionId): Promise<number> => {
      const { rows } = await server.running.machine.pool.query('select id from sessions where template_id = $1', [id])
      return rows.length
    },
    /** Does what is due of a template, as a process does. */
    makeDue: (running: Running, sessionId: SessionId, now = running.machine.clock()): Promise<unknown> => {
      const act = sessionsJobs['sessions.daily'] as (context: JobContext, data: object) => Promise<void>
      return patiently(() => byHand({ running }, (context) => act(context, { sessionId }), { command: 'sessions.daily', now }))
    },
  }
}
