import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RoundId } from '#core/ids.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person } from '#testing/people.ts'
import { testServer } from '#testing/server.ts'
import { roundsContract as calls } from './contract.ts'

test('a draft that is an event of a round becomes no daily template', async (t) => {
  const server = await testServer({ at: '2026-11-20T12:00:00Z', breaks: ['status-of-splits'] })
  t.after(() => server.stop())
  const owner = await person(server, 'Olga')
  const leagueId = await found(server, owner, { plan: 'LEAGUE_PLUS' })
  const id = (await owner.as.done(calls.AddRound, {}, { leagueId })).aggregateId as RoundId
  const sessionId = await event(server, owner, leagueId)
  await owner.as.done(calls.AddRoundSession, { id, v: 1 }, { sessionId })
  await server.running.machine.pool.query(`update sessions set status = 'DRAFT' where id = $1`, [sessionId])
  const schedule = { days: [1, 2, 3], times: ['20:00'], timeZone: 'Europe/Berlin', until: '2026-11-27' }
  const { v } = (await owner.as.ask(sessionsContract.race, { id: sessionId })).body
  assert.equal((await owner.as.send(sessionsContract.SetSchedule, { id: sessionId, v }, schedule)).body.code, 'WRONG_STATE')
})
