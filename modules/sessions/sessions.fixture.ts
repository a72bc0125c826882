import { MINUTE_MS } from '#core/duration.ts'
import { eventBody, ordinary, type WrittenEvent } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person } from '#testing/people.ts'
import { testServer } from '#testing/server.ts'
import { sessionsContract } from './contract.ts'
import { nextStartStep } from './rules.ts'

/** A community of Anna's on the Advanced plan, Bert beside it, and what an ordinary event of it is. */
export async function eventWorld(breaks: readonly string[] = []) {
  const server = await testServer({ at: '2026-11-20T12:00:00Z', breaks })
  const anna = await person(server, 'Anna Berg')
  const bert = await person(server, 'Bert')
  const community = await league(server, anna, { shortName: 'SESS' })
  const startsIn = (minutes: number): string => new Date(nextStartStep(server.clock.now().getTime() + minutes * MINUTE_MS)).toISOString()
  const fields = (more: Partial<WrittenEvent> = {}) =>
    eventBody({ ...ordinary(community, server.clock.now()), sessionName: 'Monza Sprint', cars: ['2'], startsAt: startsIn(60), ...more })
  const add = async (more: Partial<WrittenEvent> = {}) => (await anna.as.done(sessionsContract.AddSession, {}, fields(more))).aggregateId
  return { server, anna, bert, league: community, startsIn, fields, add }
}
export type EventWorld = Awaited<ReturnType<typeof eventWorld>>
