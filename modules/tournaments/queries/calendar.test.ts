import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { accountsContract } from '#modules/accounts/contract.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { calendarContract } from '../contract/calendar.ts'

describe('a driver’s races as a calendar', () => {
  let server: TestServer
  before(async () => (server = await testServer()))
  after(() => server.stop())

  test('whoever has its address reads what they drive, until they make another one', async () => {
    const [owner, driver] = await Promise.all(['Olga Owner', 'Dan Driver'].map((name) => person(server, name)))
    const apex = await league(server, owner!, { members: [driver!] })
    const [mine, others] = [await event(server, owner!, apex), await event(server, owner!, apex)]
    const path = async () => (await driver!.as.ask(calendarContract.myCalendar, {})).body.path
    const read = async (at: string) => {
      const reply = await server.visitor.fetch(at)
      const text = await reply.text()
      return reply.status === 200 ? [mine, others].map((id) => text.includes(id)) : reply.status
    }
    assert.equal(await path(), null)
    await driver!.as.done(calendarContract.MakeCalendar, {}, {})
    const first = (await path())!
    assert.match(first, /^\/public\/calendars\/[0-9a-f]{64}\/races\.ics$/)
    assert.deepEqual(await read(first), [false, false])
    await driver!.as.done(entriesContract.AddEntry, { id: mine }, entryBody('2'))
    assert.deepEqual(await read(first), [true, false])
    await driver!.as.done(calendarContract.MakeCalendar, {}, {})
    const second = (await path())!
    assert.equal(await read(first), 404)
    assert.deepEqual(await read(second), [true, false])
    assert.equal((await owner!.as.ask(calendarContract.myCalendar, {})).body.path, null)
    assert.equal((await driver!.as.send(accountsContract.RemoveUser, { id: driver!.id }, {})).status, 200)
    assert.equal(await read(second), 404)
  })
})
