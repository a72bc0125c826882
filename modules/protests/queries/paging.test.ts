import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { protestsContract as calls } from '../contract.ts'
import { decidedAgain, protestWorld, setRules, type ProtestWorld } from '../protests.fixture.ts'

const MORE = 130

/** Communities of many seasons: what they decided is read page by page to its end. */
describe('lists of more than a hundred', () => {
  let world: ProtestWorld
  let report: Awaited<ReturnType<ProtestWorld['decided']>>
  before(async () => {
    world = await protestWorld('PAGES')
    report = await world.decided('ACCEPT', { penalties: [{ kind: 'GRID_DROP', amount: 5 }] })
    await decidedAgain(world.server, report, MORE)
    await setRules(world.owner, world.leagueId, { public_decisions: true })
  })
  after(() => world.server.stop())

  const { reports, decisions, publicDecisions, penaltyPool } = calls
  type Page = { readonly ids: readonly string[]; readonly total?: number }
  const LISTS: Readonly<Record<string, (at: { limit?: number; offset?: number }) => Promise<Page>>> = {
    reports: async (at) => ({ ids: idsOf((await world.member.as.ask(reports, { leagueId: world.leagueId, ...at })).body.reports) }),
    decisions: async (at) => {
      const { body } = await world.stranger.as.ask(decisions, { leagueId: world.leagueId, search: 'dora', penalty: 'GRID_DROP', ...at })
      return { ids: idsOf(body.decisions), total: body.total }
    },
    publicDecisions: async (at) => {
      const { body } = await world.server.visitor.ask(publicDecisions, { leagueId: world.leagueId, ...at })
      return { ids: idsOf(body.decisions), total: body.total }
    },
    penaltyPool: async (at) => {
      const { body } = await world.stewards[0]!.as.ask(penaltyPool, { leagueId: world.leagueId, ...at })
      return { ids: idsOf(body.penalties), total: body.total }
    },
  }
  const idsOf = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id)

  for (const [name, read] of Object.entries(LISTS))
    test(`${name}: every one of them once, twenty at a time, and never more than a hundred`, async () => {
      const all: string[] = []
      for (;;) {
        const { ids, total } = await read({ offset: all.length })
        if (total !== undefined) assert.equal(total, MORE + 1)
        all.push(...ids)
        if (ids.length < 20) break
      }
      assert.deepEqual([all.length, new Set(all).size], [MORE + 1, MORE + 1])
      assert.deepEqual((await read({ limit: 5000 })).ids, all.slice(0, 100))
      assert.deepEqual((await read({ offset: 100, limit: 100 })).ids, all.slice(100))
    })

  test('its members read what was decided where nobody else does', async () => {
    const { owner, member, stranger, server, leagueId } = world
    await setRules(owner, leagueId, {})
    assert.equal((await member.as.ask(decisions, { leagueId, search: 'overlap' })).body.total, MORE + 1)
    assert.equal((await stranger.as.ask(decisions, { leagueId })).status, 404)
    assert.equal((await server.visitor.ask(publicDecisions, { leagueId })).status, 404)
  })

  test('the queue of stewards holds two hundred, and says how many follow', async () => {
    const { server, leagueId, stewards } = world
    const { pool } = server.running.machine
    const kept = 'status, verdict, decided_at, appeal_until'
    await decidedAgain(server, report, 100)
    await pool.query(`create table put_aside as select id, ${kept} from protest_reports where league_id = $1`, [leagueId])
    await pool.query(
      "update protest_reports set status = 'IN_PROGRESS', verdict = null, decided_at = null, appeal_until = null where league_id = $1",
      [leagueId],
    )
    const { body } = await stewards[0]!.as.ask(calls.queue, { leagueId })
    await pool.query(`update protest_reports p set (${kept}) = (select ${kept} from put_aside a where a.id = p.id) where p.league_id = $1`, [
      leagueId,
    ])
    await pool.query('drop table put_aside')
    assert.deepEqual([body.cases.length + body.hidden, body.behind], [200, MORE + 101 - 200])
    assert.equal((await stewards[0]!.as.ask(calls.queue, { leagueId })).body.behind, 0)
  })
})
