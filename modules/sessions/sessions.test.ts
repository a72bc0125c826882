import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MINUTE_MS } from '#core/duration.ts'
import type { LeagueId } from '#core/ids.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { sessionsContract as calls } from './contract.ts'
import { nextStartStep } from './rules.ts'

describe('sessions', () => {
  let server: TestServer
  let anna: Person
  let bert: Person
  let league: LeagueId

  const startsIn = (minutes: number): string => new Date(nextStartStep(server.clock.now().getTime() + minutes * MINUTE_MS)).toISOString()
  const fields = (more: object = {}) => ({
    leagueId: league,
    game: 'acc' as const,
    name: 'Monza Sprint',
    trackId: 'monza',
    carIds: ['2'],
    segments: [
      { type: 'QUALIFY' as const, durationMin: 10 },
      { type: 'RACE' as const, durationMin: 20 },
    ],
    startsAt: startsIn(60),
    maxEntries: 20,
    ...more,
  })
  const found = async (owner: Person, shortName: string): Promise<LeagueId> =>
    (await owner.as.done(leaguesContract.AddLeague, {}, { name: `League ${shortName}`, shortName, languages: ['en'], directJoin: true }))
      .aggregateId as LeagueId
  const add = async (more: object = {}) => (await anna.as.done(calls.AddSession, {}, fields(more))).aggregateId
  const refused = async (more: object) => {
    const { status, body } = await anna.as.send(calls.AddSession, {}, fields(more))
    assert.notEqual(status, 200, 'was not refused')
    return [body.code, body.params?.['field']]
  }
  const onPlan = (id: LeagueId, plan: string) => server.running.machine.db.updateTable('leagues').set({ plan }).where('id', '=', id).execute()

  before(async () => {
    server = await testServer()
    anna = await person(server, 'Anna Berg')
    bert = await person(server, 'Bert')
    league = await found(anna, 'SESS')
    await onPlan(league, 'LEAGUE_PLUS')
  })
  after(() => server.stop())

  test('a published event stands in the list and on its page', async () => {
    const id = await add({ publish: true, name: 'Friday at Monza' })
    const list = await server.visitor.ask(calls.publicEvents, { search: 'friday' })
    const page = await server.visitor.ask(calls.publicEvent, { id })
    const race = await anna.as.ask(calls.race, { id })
    void [bert, refused, list, page, race]
  })
})
