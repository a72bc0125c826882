import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { entriesContract as contract } from '../contract.ts'
import { AC, CARS } from '../entries.fixture.ts'

const HEAD = 'pos,raceNumber,participant,drivers,country,car,class,livery,split,status'

describe('the entry list to speak from', () => {
  let server: TestServer
  let [owner, steward, anna, bert, cora]: Person[] = []
  let apex: LeagueId
  before(async () => {
    server = await testServer()
    const names = ['Olga Owner', 'Stella Steward', 'Anna Berg', 'Bert Cox', 'Cora Dunn']
    ;[owner, steward, anna, bert, cora] = await Promise.all(names.map((name) => person(server, name)))
    apex = await league(server, owner!, { members: [anna!, bert!, cora!], stewards: [steward!] })
  })
  after(() => server.stop())

  const csv = async (who: Person, id: SessionId) => {
    const reply = await who.as.fetch(`/query/entry-list/${id}/export.csv`)
    const text = await reply.text()
    return reply.status === 200 ? text : (JSON.parse(text) as { code: string }).code
  }
  const lines = async (who: Person, id: SessionId) => (await csv(who, id)).split('\r\n').slice(0, -1)

  test('admins, stewards and spectators have it, others do not', async () => {
    const id = await event(server, owner!, apex, { ...AC, maxEntries: 2, hasGridPositions: true })
    const first = (await bert!.as.done(contract.AddEntry, { id }, entryBody(CARS.gt3))).aggregateId
    await cora!.as.done(contract.AddEntry, { id }, entryBody(CARS.gt3))
    await anna!.as.done(contract.AddEntry, { id }, entryBody(CARS.gt3, { waitingList: true }))
    const { entries } = (await owner!.as.ask(contract.entryList, { refId: id })).body
    const grid = entries.map((entry) => entry.id).toReversed()
    await owner!.as.done(contract.SetGridPositions, { id }, { grid })
    assert.notEqual(grid[0], first)
    const expected = (await lines(owner!, id)).map((line) => line.split(','))
    assert.equal(expected[0]?.join(), HEAD)
    assert.deepEqual(
      expected.slice(1).map(([place, , name, drivers, , , , , , status]) => [place, name, drivers, status]),
      [
        ['1', 'Cora Dunn', 'Cora Dunn', 'ACTIVE'],
        ['2', 'Bert Cox', 'Bert Cox', 'ACTIVE'],
        ['1', 'Anna Berg', 'Anna Berg', 'WAITING_LIST'],
      ],
    )
    assert.deepEqual(await lines(steward!, id), await lines(owner!, id))
    for (const who of [anna!, bert!]) assert.equal(await csv(who, id), 'FORBIDDEN')
    const open = await event(server, owner!, apex, AC)
    assert.equal(await csv(anna!, open), 'FORBIDDEN')
    await anna!.as.done(contract.AddSpectator, { id: open }, { driverId: anna!.id })
    assert.deepEqual(await lines(anna!, open), [HEAD])
  })

  test('a name that a spreadsheet would run as a formula is a text', async () => {
    const id = await event(server, owner!, apex, { game: 'acc', cars: ['2'], driverSwap: true })
    const names = ['=1+1', '+44 Racing', '-Team-', '@home, "sweet" home']
    for (const [index, who] of [anna!, bert!, cora!, steward!].entries())
      await who.as.done(contract.RegisterTeam, { id }, { team: { name: names[index]!, pin: 'K7QP', car: { model: '2' } } })
    const text = await csv(owner!, id)
    for (const cell of [`,'=1+1,`, `,'+44 Racing,`, `,'-Team-,`, `,"'@home, ""sweet"" home",`]) assert.ok(text.includes(cell), text)
    assert.doesNotMatch(text, /(^|,)"?[=+@-]/m)
  })
})
