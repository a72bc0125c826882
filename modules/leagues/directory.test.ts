import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DAY_MS, HOUR_MS } from '#core/duration.ts'
import type { LeagueId } from '#core/ids.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { leaguesContract } from './contract.ts'

// a Friday
const NOW = Date.parse('2026-11-20T12:00:00Z')

describe('the directory tells when a community races', () => {
  let server: TestServer
  let anna: Person
  before(async () => {
    server = await testServer({ at: new Date(NOW).toISOString(), breaks: ['status-of-splits'] })
    anna = await person(server, 'Anna Berg')
  })
  after(() => server.stop())

  const found = async (shortName: string, starts: readonly number[], more: object = {}): Promise<LeagueId> => {
    const id = await league(server, anna, { shortName, ...more })
    for (const at of starts) await event(server, anna, id, { startsAt: new Date(at).toISOString() })
    return id
  }
  const shown = async (id: LeagueId) => {
    const { leagues } = (await server.visitor.ask(leaguesContract.publicLeagues, {})).body
    const card = leagues.find((one) => one.id === id)!
    assert.equal(
      card.trackOutline !== null,
      (await server.visitor.ask(sessionsContract.publicEvents, { leagueId: id, status: 'ALL' })).body.total > 0,
    )
    return [card.usualStart, card.nextStart]
  }
  const iso = (at: number): string => new Date(at).toISOString()
  const FRIDAY = NOW + 8 * HOUR_MS

  test('most of its starts are at one weekday and hour: the nearest of them', async () => {
    const id = await found('MOST', [FRIDAY + DAY_MS, FRIDAY + 14 * DAY_MS, FRIDAY + 7 * DAY_MS, FRIDAY + 9 * DAY_MS])
    assert.deepEqual(await shown(id), [iso(FRIDAY + 7 * DAY_MS), iso(FRIDAY + DAY_MS)])
  })

  test('one start makes no habit, and what is far off does not count', async () => {
    assert.deepEqual(await shown(await found('ONCE', [FRIDAY, FRIDAY + DAY_MS])), [null, iso(FRIDAY)])
    assert.deepEqual(await shown(await found('NONE', [])), [null, null])
    const id = await found('OFF', [FRIDAY, FRIDAY + 7 * DAY_MS])
    const { pool } = server.running.machine
    await pool.query(`update sessions set starts_at = starts_at + interval '20 weeks' where league_id = $1`, [id])
    // what is kept of the directory goes with the next change
    await found('LATER', [])
    assert.deepEqual(await shown(id), [null, iso(FRIDAY + 20 * 7 * DAY_MS)])
  })

  test('what was driven there lately counts too, though nothing is planned', async () => {
    const id = await found('PAST', [FRIDAY, FRIDAY + 7 * DAY_MS])
    const { pool } = server.running.machine
    await pool.query(`update sessions set starts_at = starts_at - interval '3 weeks', status = 'ENDED', ended_at = starts_at where league_id = $1`, [
      id,
    ])
    await found('STIR', [FRIDAY])
    assert.deepEqual(await shown(id), [iso(FRIDAY - 14 * DAY_MS), null])
  })

  test('drafts tell nobody anything', async () => {
    const id = await league(server, anna, { shortName: 'DRAFT' })
    for (const weeks of [0, 1]) await event(server, anna, id, { startsAt: iso(FRIDAY + weeks * 7 * DAY_MS), publish: false })
    assert.deepEqual(await shown(id), [null, null])
  })

  test('a card begins with the description in plain words', async () => {
    const id = await found('WORDS', [], { description: '## Apex\n\nGT3 every **Friday**.' })
    const { leagues } = (await server.visitor.ask(leaguesContract.publicLeagues, { search: 'words' })).body
    assert.deepEqual(
      leagues.map((one) => [one.id, one.description]),
      [[id, 'Apex GT3 every Friday.']],
    )
  })
})
