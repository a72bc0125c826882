import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { HOUR_MS } from '#core/duration.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { nextStartStep } from '#modules/sessions/rules.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { newId } from '#server/db/change.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { entriesContract } from '../contract.ts'

describe('the event of the coming day', () => {
  let server: TestServer
  before(async () => (server = await testServer()))
  after(() => server.stop())
  const inHours = (hours: number): string => new Date(nextStartStep(server.clock.now().getTime() + hours * HOUR_MS)).toISOString()

  test('is the soonest that somebody drives, waits for or watches; not one of others, a later one, or one called off', async () => {
    const [owner, driver, second, watcher] = await Promise.all(
      ['Olga Owner', 'Dan Driver', 'Sue Second', 'Wim Watcher'].map((name) => person(server, name)),
    )
    const apex = await league(server, owner!, { members: [driver!, second!, watcher!] })
    const night = async (who = driver!) => (await who.as.ask(entriesContract.myNight, {})).body.event?.id ?? null
    const [soon, later, farOff] = [
      await event(server, owner!, apex, { startsAt: inHours(5), maxEntries: 2, hosting: 'ELSEWHERE' }),
      await event(server, owner!, apex, { startsAt: inHours(20) }),
      await event(server, owner!, apex, { startsAt: inHours(26) }),
    ]
    assert.equal(await night(), null)
    await driver!.as.done(entriesContract.AddEntry, { id: farOff }, entryBody('2'))
    assert.equal(await night(), null)
    await driver!.as.done(entriesContract.AddEntry, { id: later }, entryBody('2'))
    assert.equal(await night(), later)
    for (const who of [owner!, second!]) await who.as.done(entriesContract.AddEntry, { id: soon }, entryBody('2'))
    await driver!.as.done(entriesContract.AddEntry, { id: soon }, entryBody('2', { waitingList: true }))
    assert.equal(await night(), soon)
    assert.equal(await night(watcher), null)

    const { v } = (await owner!.as.ask(sessionsContract.race, { id: soon })).body
    const db = server.running.machine.db
    await db.insertInto('spectators').values({ session_id: later, user_id: watcher!.id, joined_at: server.clock.now() }).execute()
    await db.updateTable('sessions').set({ spectators: 1 }).where('id', '=', later).execute()
    assert.equal(await night(watcher), later)
    await owner!.as.done(sessionsContract.DeleteSession, { id: soon, v }, {})
    assert.equal(await night(), later)
    server.clock.advance(3 * HOUR_MS)
    assert.equal(await night(), later)
  })

  test('is not one whose split they drove in is over, while another of it goes on', async () => {
    const [owner, first, second] = await Promise.all(['Otto Owner', 'Fay First', 'Stu Second'].map((name) => person(server, name)))
    const bend = await league(server, owner!, { members: [first!, second!] })
    const [split, after] = [await event(server, owner!, bend, { startsAt: inHours(4) }), await event(server, owner!, bend, { startsAt: inHours(9) })]
    for (const who of [first!, second!]) for (const id of [split, after]) await who.as.done(entriesContract.AddEntry, { id }, entryBody('2'))
    const { db } = server.running.machine
    for (const [n, who] of [first!, second!].entries())
      await db
        .updateTable('entries')
        .set({ split_no: n + 1 })
        .where('session_id', '=', split)
        .where('id', 'in', db.selectFrom('entry_drivers').select('entry_id').where('user_id', '=', who.id))
        .execute()
    const at = server.clock.now()
    await db.updateTable('sessions').set({ status: 'IN_PROGRESS', split_count: 2 }).where('id', '=', split).execute()
    await db.updateTable('splits').set({ status: 'ENDED' }).where('session_id', '=', split).execute()
    await db
      .insertInto('splits')
      .values({ id: newId(at), session_id: split, split_no: 2, status: 'IN_PROGRESS', status_at: at })
      .execute()
    const seen = async ({ as }: Person) => [
      (await as.ask(entriesContract.myNight, {})).body.event?.id,
      (await as.ask(entriesContract.myNext, {})).body.event?.id,
    ]
    assert.deepEqual(await Promise.all([first!, second!].map(seen)), [
      [after, after],
      [split, split],
    ])
  })
})
