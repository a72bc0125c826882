import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MINUTE_MS } from '#core/duration.ts'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { decodeText } from '#games/text.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { RESTART_WINDOW_MS } from '#modules/sessions/rules.ts'
import { join, league } from '#testing/league.ts'
import { event, eventBody, ordinary, type WrittenEvent } from '#testing/event.ts'
import { linkAccount, person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { atLocks, until } from '#testing/time.ts'
import { entriesContract as contract } from './contract.ts'
import { orderEntries } from './door.ts'
import { faultsOf } from './entries.fixture.ts'

const GAMES = {
  r3e: ['5818', 'no_association_for_r3e_alert_event'],
  iracing: ['132', 'no_association_for_iracing_alert_event'],
  acc: ['34', 'no_association_for_steam_alert_event'],
} as const

const TRACKS = {
  r3e: { trackId: '1670', layoutId: '1671' },
  iracing: { trackId: 'pkg-151' },
  acc: { trackId: 'monza' },
} as const

describe('the accounts that servers and results know drivers by', () => {
  let server: TestServer
  let [owner, anna, bert, cora]: Person[] = []
  let apex: LeagueId
  before(async () => {
    server = await testServer()
    ;[owner, anna, bert, cora] = await Promise.all(['Olga Owner', 'Anna Berg', 'Bert Cox', 'Cora Dunn'].map((name) => person(server, name)))
    apex = await league(server, owner!, { members: [anna!, bert!, cora!] })
    // Bert and Cora sign in by mail
    for (const who of [bert!, cora!]) await server.running.machine.db.deleteFrom('linked_accounts').where('user_id', '=', who.id).execute()
  })
  after(() => server.stop())

  const eventOf = (game: keyof typeof GAMES, more: Partial<WrittenEvent> = {}): Promise<SessionId> =>
    event(server, owner!, apex, { game, cars: [GAMES[game][0]], ...TRACKS[game], ...more })
  const register = async (who: Person, id: SessionId, model: string) =>
    (await who.as.send(contract.AddEntry, { id }, { listType: 'SingleEvent', entry: { car: { model } } })).body.code ?? 'in'
  const seen = async (who: Person, refId: SessionId) => (await who.as.ask(contract.entryList, { refId })).body
  const unlink = async (who: Person, provider: 'steam' | 'r3e') => {
    const { v } = (await who.as.ask(accountsContract.me, {})).body
    return (await who.as.send(accountsContract.UnlinkAccount, { id: who.id, v }, { provider })).body
  }

  for (const game of ['r3e', 'iracing'] as const) {
    const [model, alert] = GAMES[game]
    test(`${game}: nobody registers without the account, and the alert comes before they try`, async () => {
      const id = await eventOf(game)
      const before = await seen(bert!, id)
      assert.deepEqual([before.account, before.may.register, before.whyNot.register], [{ provider: game, needed: true, alert }, false, alert])
      assert.equal(await register(bert!, id, model), alert)
      await linkAccount(server, bert!, game, '5001')
      const after = await seen(bert!, id)
      assert.deepEqual([after.account, after.may.register], [{ provider: game, needed: true, alert: null }, true])
      assert.equal(await register(bert!, id, model), 'in')
      assert.deepEqual(await faultsOf(server, id), [])
    })
  }

  test('before registration opens the alert is there, the countdown as well', async () => {
    const id = await eventOf('r3e', { registrationOpensAt: new Date(server.clock.now().getTime() + 3_600_000).toISOString() })
    const list = await seen(cora!, id)
    assert.deepEqual([list.whyNot.register, list.account?.alert], ['REGISTRATION_NOT_OPEN', GAMES.r3e[1]])
  })

  test('Steam: a closed grid takes nobody without it, an open one only warns', async () => {
    const [open, closed] = [await eventOf('acc'), await eventOf('acc', { closedEntry: true })]
    const [alert] = [GAMES.acc[1]]
    assert.deepEqual((await seen(bert!, open)).account, { provider: 'steam', needed: false, alert })
    assert.deepEqual((await seen(bert!, closed)).account, { provider: 'steam', needed: true, alert })
    assert.deepEqual((await seen(anna!, closed)).account, { provider: 'steam', needed: true, alert: null })
    assert.deepEqual([await register(bert!, open, '34'), await register(bert!, closed, '34')], ['in', alert])
    assert.equal(await register(anna!, closed, '34'), 'in')
  })

  test('a game that names nobody by an account asks for none', async () => {
    const id = await event(server, owner!, apex, { game: 'lmu', cars: ['Ferrari 499P'], trackId: 'fuji', layoutId: 'FUJIWEC' })
    assert.equal((await seen(bert!, id)).account, null)
    assert.equal(await register(bert!, id, 'Ferrari 499P'), 'in')
  })

  test('an account that a coming event needs stays until the driver is out of it; another one may take its place', async () => {
    const id = await eventOf('r3e')
    const dan = await person(server, 'Dan R3E')
    await join(dan, apex)
    await linkAccount(server, dan, 'r3e', '6001')
    assert.equal(await register(dan, id, '5818'), 'in')
    const refused = await unlink(dan, 'r3e')
    assert.deepEqual([refused.code, refused.params?.['event']], ['ACCOUNT_NEEDED', 'Friday GT'])
    const { v } = (await dan.as.ask(accountsContract.me, {})).body
    await dan.as.done(accountsContract.StateAccount, { id: dan.id, v }, { provider: 'r3e', subject: '6002' })
    await dan.as.done(contract.Leave, { id }, {})
    assert.equal((await unlink(dan, 'r3e')).code, undefined)
    // Steam is needed by the closed grid alone
    const [open, closed] = [await eventOf('acc'), await eventOf('acc', { closedEntry: true })]
    assert.equal(await register(dan, open, '34'), 'in')
    assert.equal(await register(dan, closed, '34'), 'in')
    assert.equal((await unlink(dan, 'steam')).code, 'ACCOUNT_NEEDED')
    await dan.as.done(contract.Leave, { id: closed }, {})
    assert.equal((await unlink(dan, 'steam')).code, undefined)
  })

  test('whose account an admin takes away is told of each coming event that needs it; one that is changed needs no word', async () => {
    const [id, fia] = [await eventOf('r3e'), await person(server, 'Fia R3E')]
    await join(fia, apex)
    await linkAccount(server, fia, 'r3e', '6005')
    assert.equal(await register(fia, id, '5818'), 'in')
    const correct = async (subject: string | null) => {
      const { v } = (await owner!.as.ask(membersContract.memberAccounts, { id: apex, userId: fia.id })).body
      await owner!.as.done(membersContract.CorrectAccount, { id: apex, v }, { userId: fia.id, provider: 'r3e', subject })
    }
    const told = async () =>
      (await fia.as.ask(notificationsContract.notifications, {})).body.notifications
        .filter(({ kind }) => kind === 'account-lacking')
        .map(({ params, link }) => [params['event'], params['platform'], link])
    await correct('6006')
    assert.deepEqual(await told(), [])
    await correct(null)
    assert.deepEqual(await told(), [['Friday GT', 'RaceRoom', '/settings#social-settings']])
    assert.equal((await seen(fia, id)).account?.alert, GAMES.r3e[1])
    await fia.as.done(contract.Leave, { id }, {})
    await correct('6007')
    await correct(null)
    assert.equal((await told()).length, 1)
  })

  test('of an event that has failed the account is needed as long as an admin may start it again', async () => {
    const [id, eda] = [await eventOf('r3e'), await person(server, 'Eda R3E')]
    await join(eda, apex)
    await linkAccount(server, eda, 'r3e', '6003')
    assert.equal(await register(eda, id, '5818'), 'in')
    const { db, clock } = server.running.machine
    const failedAgo = async (ms: number) => {
      const status_at = new Date(clock().getTime() - ms)
      await db.updateTable('splits').set({ status: 'FAILED', status_at }).where('session_id', '=', id).execute()
      await db.updateTable('sessions').set({ status: 'FAILED', status_at }).where('id', '=', id).execute()
    }
    await failedAgo(RESTART_WINDOW_MS - MINUTE_MS)
    assert.equal((await unlink(eda, 'r3e')).code, 'ACCOUNT_NEEDED')
    await failedAgo(RESTART_WINDOW_MS)
    assert.equal((await unlink(eda, 'r3e')).code, undefined)
  })

  test('whoever registers while the account is being unlinked waits, and finds it gone', async () => {
    const id = await eventOf('acc', { closedEntry: true })
    const eve = await person(server, 'Eve')
    await join(eve, apex)
    const { pool } = server.running.machine
    const unlinking = await pool.connect()
    try {
      await unlinking.query('begin')
      await unlinking.query('select from users where id = $1 for update', [eve.id])
      await unlinking.query('delete from linked_accounts where user_id = $1', [eve.id])
      const registered = register(eve, id, '34')
      await until('it waits for the lock', async () => (await atLocks(pool)) > 0)
      await unlinking.query('commit')
      assert.equal(await registered, GAMES.acc[1])
    } finally {
      unlinking.release()
    }
  })

  test('a driver whose account an admin took away keeps the seat and changes no car; admins see who that is', async () => {
    const id = await eventOf('r3e', { cars: ['5818', '6168'] })
    const fay = await person(server, 'Fay Corrected')
    await join(fay, apex)
    await linkAccount(server, fay, 'r3e', '7001')
    assert.equal(await register(fay, id, '5818'), 'in')
    await server.running.machine.db.deleteFrom('linked_accounts').where('subject', '=', '7001').execute()
    const { mine, may, withoutAccount } = await seen(fay, id)
    assert.deepEqual([mine?.status, may.changeCar, may.changeSkin, withoutAccount], ['ACTIVE', false, true, []])
    const change = { entryId: mine!.id, car: { model: '6168' } }
    assert.equal((await fay.as.send(contract.ChangeCar, { id, v: 1 }, change)).body.code, GAMES.r3e[1])
    assert.deepEqual((await seen(owner!, id)).withoutAccount, [mine!.id])
    await owner!.as.done(contract.ChangeCar, { id, v: 1 }, change)
  })

  describe('a grid that is closed while people are in it', () => {
    const night = { sessionName: 'Closed night', cars: ['34'] }
    const add = (more: Partial<WrittenEvent>) => event(server, owner!, apex, { ...night, publish: false, ...more })
    const fields = (more: Partial<WrittenEvent>) => eventBody({ ...ordinary(apex, server.clock.now()), ...night, ...more })
    const edit = async (id: SessionId, more: Partial<WrittenEvent>) => {
      const { v } = (await owner!.as.ask(sessionsContract.race, { id })).body
      return (await owner!.as.send(sessionsContract.EditSession, { id, v }, fields(more))).body
    }

    test('is refused with the names of those it would keep out, and nothing of the edit stays', async () => {
      const id = await add({ publish: true })
      for (const who of [anna!, bert!, cora!]) assert.equal(await register(who, id, '34'), 'in')
      const refused = await edit(id, { closedEntry: true, sessionName: 'Another name' })
      assert.deepEqual([refused.code, refused.params], ['GRID_ACCOUNTS_MISSING', { names: 'Bert Cox, Cora Dunn', count: 2 }])
      assert.match(refused.message ?? '', /Bert Cox, Cora Dunn/)
      assert.equal((await owner!.as.ask(sessionsContract.race, { id })).body.sessionName, 'Closed night')
      for (const who of [bert!, cora!]) await who.as.done(contract.Leave, { id }, {})
      assert.equal((await edit(id, { closedEntry: true })).code, undefined)
    })

    test('waits for whoever is unlinking the account meanwhile, and is refused for what came of it', async () => {
      const [id, ida] = [await add({ publish: true }), await person(server, 'Ida Unlinks')]
      await join(ida, apex)
      assert.equal(await register(ida, id, '34'), 'in')
      const { pool } = server.running.machine
      const unlinking = await pool.connect()
      try {
        await unlinking.query('begin')
        await unlinking.query('select from users where id = $1 for update', [ida.id])
        await unlinking.query('delete from linked_accounts where user_id = $1', [ida.id])
        const closed = edit(id, { closedEntry: true })
        let isClosed = false
        void closed.then(() => (isClosed = true))
        await until('it waits for the lock', async () => isClosed || (await atLocks(pool)) > 0)
        await unlinking.query('commit')
        assert.equal((await closed).code, 'GRID_ACCOUNTS_MISSING')
      } finally {
        unlinking.release()
      }
    })

    test('is refused at publishing and as a file; and whatever stands in the tables, the list that a server gets names no empty account', async () => {
      const id = await add({ closedEntry: true })
      const { db, clock } = server.running.machine
      await db.updateTable('sessions').set({ driver_swap: true, taken: 2 }).where('id', '=', id).execute()
      for (const [i, who] of [anna!, bert!].entries()) {
        const entry = `00000000-0000-7000-8000-00000000000${i + 1}` as never
        const values = { id: entry, session_id: id, status: 'ACTIVE', race_number: 10 + i, car_id: '34', registered_at: clock() }
        await db.insertInto('entries').values(values).execute()
        await db.insertInto('entry_drivers').values({ entry_id: entry, session_id: id, user_id: who.id, joined_at: clock() }).execute()
      }
      const { v } = (await owner!.as.ask(sessionsContract.race, { id })).body
      const publish = () => owner!.as.send(sessionsContract.PublishSession, { id, v }, {})
      const file = () => owner!.as.fetch(`/query/entry-list/${id}/download`)
      const refused = (await publish()).body
      assert.deepEqual([refused.code, refused.params?.['names']], ['GRID_ACCOUNTS_MISSING', 'Bert Cox'])
      assert.deepEqual([(await file()).status, ((await (await file()).json()) as { params: object }).params], [422, { names: 'Bert Cox', count: 1 }])
      const told = { id, game: 'acc', driverSwap: true, options: {} } as const
      const written = await orderEntries(db, { ...told, closedEntry: true }, null)
      assert.deepEqual(
        written.map(({ drivers }) => drivers.map(({ name, platformId }) => [name, platformId])),
        [[['Anna Berg', anna!.steamId]]],
      )
      assert.equal((await orderEntries(db, { ...told, closedEntry: false }, null)).length, 2)
      await linkAccount(server, bert!, 'steam', '76561190000000042')
      const list = decodeText(new Uint8Array(await (await file()).arrayBuffer()))
      assert.ok(list.includes('"S76561190000000042"') && !list.includes('"playerID": ""'), list)
      assert.equal((await publish()).status, 200)
    })
  })
})
