import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, TournamentId } from '#core/ids.ts'
import { membersContract } from '#modules/members/contract.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { tournamentsContract as calls } from './contract.ts'

const CROWD = 200
const SEATS = 40

/** Many at once, half of them at a second process of the platform. */
describe('a crowd at the season', () => {
  let server: TestServer
  let owner: Person
  let admin: Person
  let crowd: Person[]
  let league: LeagueId
  const urls: string[] = []
  before(async () => {
    server = await testServer()
    urls.push(server.url, (await server.another()).address)
    ;[owner, admin] = await Promise.all([person(server, 'Olga'), person(server, 'Adam')])
    crowd = []
    for (let made = 0; made < CROWD; made += 20)
      crowd.push(...(await Promise.all(Array.from({ length: 20 }, (_, index) => person(server, `Driver ${made + index}`)))))
    league = await found(server, owner, { members: crowd, admins: [admin] })
  })
  after(async () => {
    const { rows } = await server.running.machine.pool.query('select deadlocks from pg_stat_database where datname = current_database()')
    await server.stop()
    assert.deepEqual(rows, [{ deadlocks: 0 }], 'everybody locks in the same order')
  })

  const CLASSES = ['PRO', 'AM'].map((id) => ({ id, name: id, color: '#ff0000', cars: ['2'], maxClassEntries: SEATS / 2 }))
  async function season(more: object = {}): Promise<TournamentId> {
    const body = { leagueId: league, type: 'CHAMPIONSHIP', game: 'acc', name: 'Winter', maxEntries: SEATS, ...more } as const
    const { aggregateId } = await owner.as.done(calls.AddTournament, {}, body)
    await owner.as.done(calls.PublishTournament, { id: aggregateId, v: 1 }, {})
    return aggregateId as TournamentId
  }
  const join = (who: Person, index: number, id: TournamentId, body: object = {}) =>
    who.as.at(urls[index % 2]!).send(calls.JoinTournament, { id }, body)
  const tally = (replies: readonly { status: number; body: { code?: string } }[]) => {
    const counts: Record<string, number> = {}
    for (const { status, body } of replies) {
      assert.ok(status < 500, JSON.stringify(body))
      counts[body.code ?? 'in'] = (counts[body.code ?? 'in'] ?? 0) + 1
    }
    return counts
  }
  const view = async (id: TournamentId) => (await owner.as.ask(calls.tournament, { id })).body

  test('200 registrations for 40 seats: 40 are in, the rest wait, each once; who leaves is followed by who waits longest', async () => {
    const id = await season()
    const replies = await Promise.all([...crowd, ...crowd.slice(0, 50)].map((who, index) => join(who, index, id)))
    const counts = tally(replies)
    assert.deepEqual(counts, { in: CROWD, ALREADY_REGISTERED: 50 })
    assert.equal((await view(id)).taken, SEATS)
    const all = async () => {
      const pages = await Promise.all([0, 100].map((offset) => owner.as.ask(calls.participants, { id, limit: 100, offset })))
      return pages.flatMap(({ body }) => body.participants)
    }
    const before = await all()
    const ids = (status: string, of = before) => of.flatMap((one) => (one.status === status ? [one.driverId!] : []))
    assert.deepEqual([ids('ACTIVE').length, new Set([...ids('ACTIVE'), ...ids('WAITING_LIST')]).size], [SEATS, CROWD])
    const first = ids('WAITING_LIST').slice(0, 10)
    const leaving = crowd.filter((who) => ids('ACTIVE').slice(0, 10).includes(who.id))
    await Promise.all(leaving.map((who, index) => who.as.at(urls[index % 2]!).done(calls.LeaveTournament, { id }, {})))
    const after = await all()
    assert.equal((await view(id)).taken, SEATS)
    assert.deepEqual(
      first.filter((one) => !ids('ACTIVE', after).includes(one)),
      [],
    )
  })

  test('of each class its seats', async () => {
    const id = await season({ carClasses: CLASSES, maxEntries: 100 })
    const counts = tally(await Promise.all(crowd.map((who, index) => join(who, index, id, { carClassId: index % 3 === 0 ? 'PRO' : 'AM' }))))
    assert.deepEqual(counts, { in: CROWD })
    assert.deepEqual(
      (await view(id)).carClasses.map(({ currentEntries }) => currentEntries),
      [SEATS / 2, SEATS / 2],
    )
  })

  test('of more than stand on a page everybody finds their own row', async () => {
    const id = await season({ maxEntries: CROWD })
    const last = crowd[CROWD - 1]!
    for (const [index, who] of crowd.entries()) assert.equal((await join(who, index, id)).status, 200)
    const { mine, rows, total } = (await last.as.ask(calls.standings, { id, limit: 100 })).body
    assert.deepEqual([rows.length, total, mine?.key, mine?.driverId], [100, CROWD, String(CROWD), last.id])
    const rest = (await last.as.ask(calls.standings, { id, limit: 100, offset: 100 })).body
    assert.deepEqual(rest.rows.at(-1), mine)
    assert.equal((await owner.as.ask(calls.standings, { id })).body.mine, null, 'who does not drive it has none')
    assert.equal((await last.as.ask(calls.standings, { id, scope: 'nations' })).body.mine, null)
  })

  test('the season ends at the deadline: who was in before is in, nobody after', async () => {
    const id = await season({ maxEntries: 300 })
    const [replies] = await Promise.all([
      Promise.all(crowd.map((who, index) => join(who, index, id))),
      owner.as.send(calls.EndTournament, { id, v: 2 }, {}),
    ])
    const counts = tally(replies)
    assert.equal((counts['in'] ?? 0) + (counts['REGISTRATION_CLOSED'] ?? 0), CROWD)
    assert.equal((await view(id)).taken, counts['in'] ?? 0)
  })

  test('whoever is thrown out of the community while they register is in no season of it', async () => {
    const id = await season({ maxEntries: 300 })
    const gone = crowd.slice(0, 20)
    const ban = async (who: Person) => {
      for (;;) {
        const { v } = (await admin.as.ask(membersContract.league, { id: league })).body
        const reply = await admin.as.send(
          membersContract.BanMember,
          { id: league, v },
          { userId: who.id, reason: 'Crashed into half the field', days: null },
        )
        if (reply.body.code !== 'VERSION_CONFLICT') return assert.equal(reply.status, 200, JSON.stringify(reply.body))
      }
    }
    await Promise.all([
      ...gone.map((who, index) => join(who, index, id)),
      (async () => {
        for (const who of gone) await ban(who)
      })(),
    ])
    assert.equal((await view(id)).taken, 0)
  })
})
