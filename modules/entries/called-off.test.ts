import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { work } from '#modules/hosting/hosting.fixture.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { openMail } from '#server/outside/mail.ts'
import { league } from '#testing/league.ts'
import { entryBody, event, eventBody, ordinary, type WrittenEvent } from '#testing/event.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { entriesContract as contract } from './contract.ts'

const HOUR_MS = 3_600_000

describe('events that are called off or moved', () => {
  let server: TestServer
  let [owner, anna, bert]: Person[] = []
  let apex: LeagueId
  before(async () => {
    server = await testServer({ at: '2026-11-20T12:00:00Z', breaks: ['status-of-splits'] })
    ;[owner, anna, bert] = await Promise.all(['Olga Owner', 'Anna Berg', 'Bert Cox'].map((name) => person(server, name)))
    apex = await community()
  })
  after(() => server.stop())

  const at = (hours: number): string => new Date(Date.parse('2026-11-20T12:00:00Z') + hours * HOUR_MS).toISOString()
  const community = (): Promise<LeagueId> => league(server, owner!, { type: 'OPEN_EVENTS_COMMUNITY' })
  const fields = (leagueId: LeagueId, more: Partial<WrittenEvent> = {}) =>
    eventBody({ ...ordinary(leagueId, server.clock.now()), startsAt: at(24), maxEntries: 2, ...more })
  const planned = (leagueId: LeagueId, more: Partial<WrittenEvent> = {}): Promise<SessionId> =>
    event(server, owner!, leagueId, { startsAt: at(24), maxEntries: 2, ...more })
  const register = (who: Person, id: SessionId, model = '2') => who.as.done(contract.AddEntry, { id }, entryBody(model, { waitingList: true }))
  /** Two who are in and one who waits. */
  const full = async (leagueId: LeagueId, more: Partial<WrittenEvent> = {}): Promise<SessionId> => {
    const id = await planned(leagueId, more)
    for (const who of [owner!, anna!, bert!]) await register(who, id)
    return id
  }
  const toldOf = (kind: string) =>
    server.running.machine.db.selectFrom('notifications').select(['user_id', 'params', 'link', 'effect_key']).where('kind', '=', kind).execute()
  const live = async (id: SessionId): Promise<number> => {
    const rows = server.running.machine.db.selectFrom('entries').select('id').where('session_id', '=', id)
    return (await rows.where('status', 'in', ['ACTIVE', 'WAITING_LIST']).execute()).length
  }
  const everybody = () => new Set([owner!.id, anna!.id, bert!.id])
  const mailsOf = async (cause: string) => {
    const { db, sealer } = server.running.machine
    const rows = await db.selectFrom('mails').select('sealed').where('effect_key', 'like', `${cause}%`).execute()
    return rows.map((row) => openMail(sealer, row.sealed!))
  }

  test('a deleted event sets everybody free and tells who was in and who waited', async () => {
    const id = await full(apex)
    await owner!.as.done(sessionsContract.DeleteSession, { id, v: 1 }, {})
    const told = async () => (await toldOf('event-cancelled')).filter((row) => row.effect_key.includes(id))
    await until('all are told', async () => (await told()).length === 3)
    assert.deepEqual(new Set((await told()).map((row) => row.user_id)), everybody())
    assert.deepEqual((await told())[0]?.params, { event: 'Friday GT' })
    assert.equal((await told())[0]?.link, `/communities/${apex}`)
    assert.equal(await live(id), 0)
    const { taken, waiting } = await server.running.machine.db
      .selectFrom('sessions')
      .select(['taken', 'waiting'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    assert.deepEqual([taken, waiting], [0, 0])
    assert.deepEqual((await anna!.as.ask(contract.myEntries, {})).body.entries, [])
    const mails = await mailsOf(`event-cancelled:${id}`)
    assert.deepEqual(
      mails.map((mail) => mail.subject),
      Array.from({ length: 3 }, () => 'Friday GT was cancelled'),
    )
  })

  test('closing a community calls off what has not started and lets the running end', async () => {
    const shut = await community()
    const [coming, running, draft] = [await full(shut), await full(shut, { sessionName: 'Already on' }), await planned(shut, { publish: false })]
    const { db } = server.running.machine
    await db.updateTable('sessions').set({ status: 'IN_PROGRESS' }).where('id', '=', running).execute()
    await owner!.as.done(leaguesContract.CloseLeague, { id: shut, v: 1 }, {})
    const told = async () => (await toldOf('event-cancelled')).filter((row) => row.link === `/communities/${shut}`)
    await until('all are told', async () => (await told()).length === 3)
    assert.deepEqual(new Set((await told()).map((row) => row.effect_key.split(':')[1])), new Set([coming]))
    const rows = await db.selectFrom('sessions').select(['id', 'deleted_at', 'status']).where('league_id', '=', shut).execute()
    assert.deepEqual(
      new Map(rows.map((row) => [row.id, row.deleted_at !== null])),
      new Map([
        [coming, true],
        [running, false],
        [draft, true],
      ]),
    )
    assert.deepEqual([await live(coming), await live(running)], [0, 3])
    assert.equal((await server.visitor.ask(sessionsContract.publicEvent, { id: coming })).status, 404)
  })

  test('a new start is told to everybody in the event, any other change is not', async () => {
    const id = await full(apex)
    const edit = async (v: number, more: Partial<WrittenEvent>) => {
      return (await owner!.as.done(sessionsContract.EditSession, { id, v }, fields(apex, more))).v
    }
    const told = async () => (await toldOf('event-moved')).filter((row) => row.link === `/events/${id}`)
    let v = await edit(1, { sessionName: 'Another name' })
    v = await edit(v, { startsAt: at(26) })
    await until('all are told', async () => (await told()).length === 3)
    assert.deepEqual(new Set((await told()).map((row) => row.user_id)), everybody())
    assert.deepEqual((await told())[0]?.params, { event: 'Friday GT', startsAt: at(26) })
    const [mail] = await mailsOf(`event-moved:${id}`)
    assert.match(mail!.body, /Friday GT now starts 2026-11-21 14:00 \(UTC\)\./)
    // there and back again is a move, too
    v = await edit(v, { startsAt: at(24) })
    await until('all are told', async () => (await told()).length === 6)
  })

  test('an event that its community’s plan no longer carries is declined: who is in, waits or watches is told, and who looks after it', async () => {
    const { db } = server.running.machine
    const watcher = await person(server, 'Wim Watcher')
    const shrunk = await league(server, owner!, { type: 'OPEN_EVENTS_COMMUNITY', members: [watcher] })
    const id = await planned(shrunk, { hosting: 'AUTOMATIC', maxEntries: 3, startsAt: at(1) })
    await watcher.as.done(contract.AddSpectator, { refId: id }, { driverId: watcher.id })
    for (const who of [anna!, bert!, owner!]) await register(who, id)
    await db.updateTable('leagues').set({ plan: 'FREE' }).where('id', '=', shrunk).execute()
    await db.updateTable('sessions').set({ max_entries: 31 }).where('id', '=', id).execute()
    server.clock.set(new Date(Date.parse(at(1)) - HOUR_MS / 12))
    await work(server, 'hosting.schedule', { sessionId: id })
    const told = async (kind: string) => (await toldOf(kind)).filter((row) => row.link === `/events/${id}`)
    await until('all are told', async () => (await told('event-declined')).length === 4 && (await told('launch-declined')).length === 1)
    assert.deepEqual(new Set((await told('event-declined')).map((row) => row.user_id)), new Set([...everybody(), watcher.id]))
    assert.deepEqual(
      (await told('launch-declined')).map((row) => [row.user_id, row.params]),
      [[owner!.id, { event: 'Friday GT' }]],
    )
    assert.match((await mailsOf(`event-declined:${id}`))[0]!.body, /Friday GT does not take place/)
    assert.equal((await server.visitor.ask(sessionsContract.publicEvent, { id })).body.status, 'DECLINED')
  })

  test('a class with more room takes in who waited for it', async () => {
    const carClasses = (maxClassEntries: number) => [
      { id: 'A', name: 'A', color: '#4aa8ff', cars: ['2'], maxClassEntries },
      { id: 'B', name: 'B', color: '#e10600', cars: ['34'] },
    ]
    const id = await planned(apex, { cars: [], carClasses: carClasses(1), maxEntries: 10 })
    await register(owner!, id)
    assert.equal((await register(anna!, id)).status, 'WAITING_LIST')
    await owner!.as.done(sessionsContract.EditSession, { id, v: 1 }, fields(apex, { cars: [], carClasses: carClasses(2), maxEntries: 10 }))
    await until('the next has moved up', async () => (await anna!.as.ask(contract.entryList, { refId: id })).body.mine?.status === 'ACTIVE')
    const view = (await server.visitor.ask(sessionsContract.publicEvent, { id })).body
    assert.deepEqual([view.taken, view.waiting, view.carClasses[0]?.currentEntries], [2, 0, 2])
  })
})
