import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { newId } from '#server/db/change.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { join } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { sessionsContract as calls } from '../contract.ts'
import { eventWorld, type EventWorld } from '../sessions.fixture.ts'

describe('events of a community for the signed-in', () => {
  let { server, anna, bert, league, add } = {} as EventWorld
  let carl: Person
  let [coming, ended]: SessionId[] = []
  before(async () => {
    ;({ server, anna, bert, league, add } = await eventWorld(['status-of-splits']))
    carl = await person(server, 'Carl')
    await join(carl, league)
    ;[coming, ended] = [(await add({ publish: true })) as SessionId, (await add({ publish: true })) as SessionId]
    await server.running.machine.db.updateTable('sessions').set({ status: 'ENDED' }).where('id', '=', ended!).execute()
    await add()
  })
  after(() => server.stop())

  const idsOf = async (who: Person, more: object = {}) => {
    const { status, body } = await who.as.ask(calls.eventsOfLeague, { id: league, ...more })
    return status === 200 ? body.events.map((event) => event.id) : body.code
  }
  const set = (values: object) => server.running.machine.db.updateTable('leagues').set(values).where('id', '=', league).execute()

  test('by state and page, in the shape of the public list, without drafts', async () => {
    assert.deepEqual(await idsOf(bert), [coming])
    assert.deepEqual(await idsOf(bert, { status: 'ENDED' }), [ended])
    assert.equal((await idsOf(anna, { status: 'ALL' }))?.length, 2)
    const { body } = await bert.as.ask(calls.eventsOfLeague, { id: league, status: 'ALL', limit: 1, offset: 1 })
    assert.deepEqual([body.events.length, body.total], [1, 2])
    const open = (await server.visitor.ask(calls.publicEvents, { leagueId: league })).body
    assert.deepEqual((await bert.as.ask(calls.eventsOfLeague, { id: league })).body, open)
  })

  test('a hidden community’s are there for its members; for others it is missing, like one that does not exist', async () => {
    const missing = newId<'league'>() as LeagueId
    const texts = async (path: (id: LeagueId) => string, who = bert) =>
      Promise.all(
        [league, missing].map(async (id) => {
          const reply = await who.as.fetch(path(id))
          return [reply.status, await reply.text()]
        }),
      )
    const { v } = (await server.visitor.ask(leaguesContract.publicLeague, { id: league })).body
    const feed = (id: LeagueId) => `/public/leagues/${id}/calendar.ics`
    assert.equal((await server.visitor.fetch(feed(league))).status, 200)
    assert.equal((await carl.as.ask(calls.race, { id: coming! })).body.hasCalendar, true)
    await anna.as.done(leaguesContract.ChangeVisibility, { id: league, v }, { visibility: 'HIDDEN' })
    assert.deepEqual(await idsOf(carl, { status: 'ENDED' }), [ended])
    for (const path of [feed, (id: LeagueId) => `/query/events/by-league/${id}`]) {
      const [hidden, none] = await texts(path)
      assert.equal(hidden?.[0], 404)
      assert.deepEqual(hidden, none)
    }
    const file = await Promise.all([coming, newId<'session'>()].map(async (id) => (await carl.as.fetch(`/public/events/${id}/calendar.ics`)).text()))
    assert.equal(file[0], file[1])
    assert.equal((await carl.as.ask(calls.race, { id: coming! })).body.hasCalendar, false)
    await set({ visibility: 'PUBLIC' })
  })

  test('a closed community keeps its ended events, page and data alike, for everybody who finds them', async () => {
    const { v } = (await server.visitor.ask(leaguesContract.publicLeague, { id: league })).body
    await anna.as.done(leaguesContract.CloseLeague, { id: league, v }, {})
    assert.deepEqual(await idsOf(bert, { status: 'ENDED' }), [ended])
    assert.equal((await server.visitor.ask(calls.publicEvents, { leagueId: league, status: 'ENDED' })).body.total, 0)
    const open = ['/events/ID', '/public/events/ID', '/public/events/ID/calendar.ics', '/public/events/ID/card.png']
    const data = ['/public/entry-list/ID', '/results/ID', `/communities/${league}`, `/public/leagues/${league}/calendar.ics`]
    for (const path of [...open, ...data]) {
      const reply = await server.visitor.fetch(path.replace('ID', ended!), { headers: { accept: path.startsWith('/public') ? '*/*' : 'text/html' } })
      assert.equal(reply.status, 200, path)
    }
    for (const path of ['/query/race/ID', '/query/entry-list/ID']) assert.equal((await bert.as.fetch(path.replace('ID', ended!))).status, 200, path)
  })

  test('visitors have to log in', async () => {
    assert.equal((await server.visitor.ask(calls.eventsOfLeague, { id: league })).body.code, 'LOGIN_REQUIRED')
  })
})
