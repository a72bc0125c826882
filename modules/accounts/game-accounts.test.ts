import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { accountsContract as contract } from './contract.ts'

describe('accounts of games that are told', () => {
  let server: TestServer
  before(async () => {
    server = await testServer()
  })
  after(() => server.stop())

  const meOf = async (who: Person) => (await who.as.ask(contract.me, {})).body
  const linksOf = async (who: Person) =>
    (await meOf(who)).linkedAccounts
      .filter(({ provider }) => provider !== 'steam')
      .map(({ provider, subject, proven }) => [provider, subject, proven])
  const state = async (who: Person, provider: 'r3e' | 'iracing', subject: string) =>
    who.as.send(contract.StateAccount, { id: who.id, v: (await meOf(who)).v }, { provider, subject })

  test('a driver says which are theirs, changes and takes away what was said, and what signs them in is untouched', async () => {
    const rika = await person(server, 'Rika Raceroom')
    assert.equal((await state(rika, 'r3e', '4711')).status, 200)
    assert.equal((await state(rika, 'iracing', '1001')).status, 200)
    assert.deepEqual(await linksOf(rika), [
      ['iracing', '1001', false],
      ['r3e', '4711', false],
    ])
    const { discord, iRacing, r3e } = (await meOf(rika)).settings
    assert.deepEqual([discord, iRacing, r3e], [null, { id: '1001' }, { isAssociated: true }])
    assert.equal((await state(rika, 'r3e', '4712')).status, 200)
    await rika.as.done(contract.UnlinkAccount, { id: rika.id, v: (await meOf(rika)).v }, { provider: 'iracing' })
    assert.deepEqual(await linksOf(rika), [['r3e', '4712', false]])
    // what nobody has any more is free
    assert.equal((await state(await person(server, 'Other'), 'r3e', '4711')).status, 200)
    assert.deepEqual((await meOf(rika)).proofs, ['steam'])
    const { rows } = await server.running.machine.pool.query('select 1 from login_accounts where user_id = $1', [rika.id])
    assert.deepEqual(rows, [])
  })

  test('an account is one person’s: of twenty who say so at once one gets it, and the others are told at the field', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, (_, n) => person(server, `Twin ${n}`)))
    const replies = await Promise.all(people.map((who) => state(who, 'iracing', '777')))
    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    const refused = replies.filter(({ status }) => status !== 200)
    assert.deepEqual([...new Set(refused.map(({ body }) => `${body.code} ${body.params?.['field']}`))], ['ACCOUNT_ALREADY_LINKED subject'])
    // whoever had another one before keeps it
    const [loser] = people.filter((_, i) => replies[i]!.status !== 200) as [Person]
    await state(loser, 'iracing', '778')
    assert.equal((await state(loser, 'iracing', '777')).status, 409)
    assert.deepEqual(await linksOf(loser), [['iracing', '778', false]])
  })

  test('only a number, only of those platforms, only over what was seen, only one’s own', async () => {
    const [sue, tim] = [await person(server, 'Sue'), await person(server, 'Tim')]
    for (const subject of ['', '0', '01', '12a', '-1', '1.5', '12345678901', '１２'])
      assert.equal((await sue.as.send(contract.StateAccount, { id: sue.id, v: 1 }, { provider: 'r3e', subject })).body.code, 'MALFORMED', subject)
    const steam = { provider: 'steam', subject: '76561190000000001' } as never
    assert.equal((await sue.as.send(contract.StateAccount, { id: sue.id, v: 1 }, steam)).body.code, 'MALFORMED')
    const mine = { provider: 'r3e', subject: '99' } as const
    assert.equal((await sue.as.send(contract.StateAccount, { id: sue.id, v: 7 }, mine)).body.code, 'VERSION_CONFLICT')
    assert.equal((await sue.as.send(contract.StateAccount, { id: tim.id, v: 1 }, mine)).body.code, 'FORBIDDEN')
    assert.deepEqual([await linksOf(sue), await linksOf(tim)], [[], []])
  })

  test('an operator takes a number from whoever only told it, once, and they are told', async () => {
    const zoe = await person(server, 'Zoe')
    await state(zoe, 'r3e', '31337')
    const { config, databaseUrl } = server.running.machine
    const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: config.dataDir, SECRET: config.secret }
    const take = async () => {
      const tool = path.resolve(import.meta.dirname, '../../tools/take-account.ts')
      const child = spawn(process.execPath, [tool, '--platform', 'r3e', '--number', '31337'], { env, stdio: 'ignore' })
      return (await once(child, 'close'))[0] as number
    }
    assert.deepEqual([await take(), await take()], [0, 1])
    assert.deepEqual(await linksOf(zoe), [])
    const { notifications } = (await zoe.as.ask(notificationsContract.notifications, {})).body
    assert.deepEqual(
      notifications.map(({ kind }) => kind),
      ['account-lost'],
    )
  })

  test('it is noted without the number, handed out with one’s data, and gone with the account', async () => {
    const una = await person(server, 'Una Erased')
    await state(una, 'r3e', '8642097531')
    const { rows } = await server.running.machine.pool.query('select data from events where actor_id = $1 and type = $2', [una.id, 'AccountStated'])
    assert.deepEqual(rows, [{ data: { userId: una.id, provider: 'r3e' } }])
    const data = (await una.as.ask(contract.exportData, { id: una.id })).body['linkedAccounts'] as readonly object[]
    assert.ok(data.some((link) => JSON.stringify(link).includes('"subject":"8642097531"') && JSON.stringify(link).includes('"proven":false')))
    await una.as.done(contract.RemoveUser, { id: una.id, v: (await meOf(una)).v }, {})
    const tables = await server.running.machine.pool.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    )
    for (const { name } of tables.rows) {
      const held = await server.running.machine.pool.query(`select 1 from ${name} t where t::text like '%8642097531%'`)
      assert.deepEqual(held.rows, [], name)
    }
  })
})
