import { MINUTE_MS } from '#core/duration.ts'
import type { LeagueId } from '#core/ids.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { eventBody, type WrittenEvent } from '#testing/event.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer } from '#testing/server.ts'
import { sessionsContract } from './contract.ts'
import { nextStartStep } from './rules.ts'

/** A community of Anna's on the Advanced plan, Bert beside it, and what an ordinary event of it is. */
export async function eventWorld(breaks: readonly string[] = []) {
  const server = await testServer({ at: '2026-11-20T12:00:00Z', breaks })
  const anna = await person(server, 'Anna Berg')
  const bert = await person(server, 'Bert')
  const found = async (owner: Person, shortName: string): Promise<LeagueId> =>
    (await owner.as.done(leaguesContract.AddLeague, {}, { name: `League ${shortName}`, shortName, languages: ['en'], directJoin: true }))
      .aggregateId as LeagueId
  const league = await found(anna, 'SESS')
  await server.running.machine.db.updateTable('leagues').set({ plan: 'LEAGUE_PLUS' }).where('id', '=', league).execute()
  const startsIn = (minutes: number): string => new Date(nextStartStep(server.clock.now().getTime() + minutes * MINUTE_MS)).toISOString()
  const fields = (more: Partial<WrittenEvent> = {}) =>
    eventBody({
      leagueId: league,
      game: 'acc' as const,
      sessionName: 'Monza Sprint',
      trackId: 'monza',
      cars: ['2'],
      segments: [
        { type: 'QUALIFY' as const, durationMin: 10 },
        { type: 'RACE' as const, durationMin: 20 },
      ],
      startsAt: startsIn(60),
      maxEntries: 20,
      ...more,
    })
  const add = async (more: Partial<WrittenEvent> = {}) => (await anna.as.done(sessionsContract.AddSession, {}, fields(more))).aggregateId
  return { server, anna, bert, league, found, startsIn, fields, add }
}
export type EventWorld = Awaited<ReturnType<typeof eventWorld>>
