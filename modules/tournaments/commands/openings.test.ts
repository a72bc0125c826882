import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DAY_MS } from '#core/duration.ts'
import type { LeagueId, SessionId, TournamentId } from '#core/ids.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { nextStartStep } from '#modules/sessions/rules.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { tournamentsContract as calls } from '../contract.ts'

/** When registration opens of rounds that are moved (docs/decisions/0060). */
describe('a chosen opening of a round', () => {
  let server: TestServer
  let owner: Person
  let league: LeagueId
  before(async () => {
    server = await testServer({ at: '2026-11-20T12:00:00Z' })
    owner = await person(server, 'Olga')
    league = await found(server, owner)
  })
  after(() => server.stop())

  test('moves along, alone or with all later rounds; registration that is open stays open', async () => {
    const fields = { leagueId: league, type: 'CHAMPIONSHIP', game: 'acc', name: 'Winter', maxEntries: 20 } as const
    const id = (await owner.as.done(calls.AddTournament, {}, fields)).aggregateId as TournamentId
    const version = async () => (await owner.as.ask(calls.tournament, { id })).body.v
    const rounds: SessionId[] = []
    for (const days of [7, 14, 21]) {
      const startsAt = nextStartStep(server.clock.now().getTime() + days * DAY_MS)
      const times = { startsAt, registrationOpensAt: startsAt - 2 * DAY_MS }
      rounds.push(await event(server, owner, league, { startsAt: at(times.startsAt), registrationOpensAt: at(times.registrationOpensAt) }))
      await owner.as.done(calls.AddTournamentSession, { id, v: await version() }, { sessionId: rounds.at(-1)! })
    }
    // less than two days before the first its registration is open
    server.clock.advance(5.5 * DAY_MS)
    const seen = async (one: SessionId) => {
      const { startsAt, chosenRegistrationOpensAt } = (await owner.as.ask(sessionsContract.race, { id: one })).body
      return [startsAt, chosenRegistrationOpensAt!].map((moment) => Date.parse(moment)) as [number, number]
    }
    const before = await Promise.all(rounds.map(seen))
    for (const body of [{ sessionId: rounds[0]! }, { sessionId: rounds[2]!, only: true }])
      await owner.as.done(calls.MoveRounds, { id, v: await version() }, { ...body, weeks: 1, timeZone: 'Europe/Berlin' })
    for (const [no, one] of rounds.entries()) {
      const [startsAt, opensAt] = await seen(one)
      assert.equal(startsAt, before[no]![0] + (no === 2 ? 14 : 7) * DAY_MS)
      assert.equal(opensAt, no === 0 ? before[no]![1] : startsAt - 2 * DAY_MS, `round ${no + 1}`)
    }
  })
})

const at = (ms: number): string => new Date(ms).toISOString()
