import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MINUTE_MS } from '#core/duration.ts'
import { statements } from '#server/db/prepared.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { host, race, work } from './hosting.fixture.ts'

// Hundreds of events begin at a full hour: how long that takes is how many statements each of them costs.
describe('the launch of one event', () => {
  let server: TestServer
  let owner: Person
  before(async () => {
    server = await testServer({ role: 'web' })
    owner = await person(server, 'Olga Owner')
  })
  after(() => server.stop())

  // one of the ten asks whether the event is of a season, which begins with it; of the seventeen one asks for a season's ballast, one for penalties to serve
  test('sends seventeen statements at most, its beginning ten', async () => {
    const { db } = server.running.machine
    const leagueId = await league(server, owner, { shortName: 'COST' })
    const on = await host(server)
    const at = await race(server, owner, leagueId)
    const sentFor = async (job: 'hosting.schedule' | 'hosting.begin'): Promise<number> => {
      const sent = { count: 0 }
      await statements.run(sent, () => work(server, job, { sessionId: at.id }))
      return sent.count
    }
    server.clock.set(new Date(at.startsAt.getTime() - 5 * MINUTE_MS))
    await on.jobs()
    const launch = await sentFor('hosting.schedule')
    const { id, fence } = await db.selectFrom('servers').select(['id', 'fence']).where('session_id', '=', at.id).executeTakeFirstOrThrow()
    await on.report(id, { fence, phase: 'STARTED' })
    server.clock.set(at.startsAt)
    const begin = await sentFor('hosting.begin')
    const history = await db
      .selectFrom('session_status_history')
      .select(['split_no', 'status'])
      .where('session_id', '=', at.id)
      .where('status', 'in', ['SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS'])
      .orderBy('seq')
      .execute()
    assert.deepEqual(
      history.map(({ split_no, status }) => `${split_no ?? 'event'} ${status}`),
      ['SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS'].flatMap((status) => [`1 ${status}`, `event ${status}`]),
    )
    assert.ok(launch <= 17 && begin <= 10, `${launch} and ${begin}`)
  })
})
