import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SessionId, TournamentId } from '#core/ids.ts'
import { wallTime } from '#core/time-zone.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { tournamentsContract } from '#modules/tournaments/contract.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { roundsContract as calls } from './contract.ts'

const BERLIN = 'Europe/Berlin'
const SYDNEY = 'Australia/Sydney'

describe('the same event once more in its series', () => {
  let server: TestServer
  let owner: Person
  before(async () => {
    server = await testServer({ at: '2026-11-26T12:00:00Z' })
    owner = await person(server, 'Olga')
  })
  after(() => server.stop())

  /** An event that was driven in summer at eight in the evening of Berlin, cloned in winter. */
  async function cloned(planZone: string | null, timeZone?: string): Promise<string> {
    const leagueId = await found(server, owner, {})
    const fields = { leagueId, type: 'SERIES', game: 'acc', name: 'Fridays', maxEntries: 10 } as const
    const id = (await owner.as.done(tournamentsContract.AddTournament, {}, fields)).aggregateId as TournamentId
    const made = await event(server, owner, leagueId)
    await owner.as.done(tournamentsContract.AddTournamentSession, { id, v: 1 }, { sessionId: made })
    const { pool } = server.running.machine
    await pool.query('update tournaments set time_zone = $2 where id = $1', [id, planZone])
    await pool.query(`update sessions set starts_at = '2026-10-16T18:00:00Z' where id = $1`, [made])
    const { v } = (await owner.as.ask(sessionsContract.race, { id: made })).body
    const copy = (await owner.as.done(calls.CloneSession, { id: made, v }, timeZone ? { timeZone } : {})).aggregateId as SessionId
    return (await owner.as.ask(sessionsContract.race, { id: copy })).body.startsAt
  }

  test('is at the same hour of the clocks that its series was planned by, else of those of who makes it', async () => {
    assert.equal(wallTime(await cloned(BERLIN, SYDNEY), BERLIN), '2026-11-27T20:00')
    assert.equal(wallTime(await cloned(null, BERLIN), BERLIN), '2026-11-27T20:00')
    assert.equal(await cloned(null), '2026-11-27T18:00:00.000Z')
  })

  test('opens to registration as long before its start as was chosen for the other', async () => {
    const leagueId = await found(server, owner, {})
    const fields = { leagueId, type: 'SERIES', game: 'acc', name: 'Saturdays', maxEntries: 10 } as const
    const id = (await owner.as.done(tournamentsContract.AddTournament, {}, fields)).aggregateId as TournamentId
    const chosen = { startsAt: '2026-11-28T19:00:00.000Z', registrationOpensAt: '2026-11-27T18:30:00.000Z' }
    const made = await event(server, owner, leagueId, chosen)
    await owner.as.done(tournamentsContract.AddTournamentSession, { id, v: 1 }, { sessionId: made })
    const { pool } = server.running.machine
    const aWeekAgo = `starts_at = starts_at - interval '7 days', registration_opens_at = registration_opens_at - interval '7 days'`
    await pool.query(`update sessions set ${aWeekAgo} where id = $1`, [made])
    const { v } = (await owner.as.ask(sessionsContract.race, { id: made })).body
    const copy = (await owner.as.done(calls.CloneSession, { id: made, v }, { timeZone: BERLIN })).aggregateId as SessionId
    const { startsAt, chosenRegistrationOpensAt } = (await owner.as.ask(sessionsContract.race, { id: copy })).body
    assert.deepEqual({ startsAt, registrationOpensAt: chosenRegistrationOpensAt }, chosen)
  })
})
