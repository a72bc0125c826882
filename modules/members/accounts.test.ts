import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { accountsContract } from '#modules/accounts/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { linkAccount, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { membersContract as contract } from './contract.ts'
import { leagueOf, people, type People, type TestLeague } from './league.fixture.ts'

describe('an admin sets right what a member has told of their accounts', () => {
  let server: TestServer
  let all: People
  let league: TestLeague
  before(async () => {
    server = await testServer()
    all = await people(server)
    league = await leagueOf(server, all)
  })
  after(() => server.stop())

  type What = { readonly of: Person; readonly provider?: 'r3e' | 'iracing'; readonly subject: string | null; readonly by?: Person }
  const versionOf = async (who: Person) => (await who.as.ask(accountsContract.me, {})).body.v
  const correct = async ({ of, provider = 'r3e', subject, by = all.admin }: What) =>
    by.as.send(contract.CorrectAccount, { id: league.id, v: await versionOf(of) }, { userId: of.id, provider, subject })
  const r3eOf = async (who: Person) =>
    (await who.as.ask(accountsContract.me, {})).body.linkedAccounts.find(({ provider }) => provider === 'r3e')?.subject ?? null
  const told = async (who: Person) =>
    (await who.as.ask(notificationsContract.notifications, {})).body.notifications.map(({ kind, params }) => [
      kind,
      params['before'],
      params['account'],
    ])

  test('gives, changes and takes away; the member is told each time, and may say otherwise', async () => {
    assert.equal((await correct({ of: all.member, subject: '100' })).status, 200)
    assert.equal((await correct({ of: all.member, subject: '101' })).status, 200)
    // the same again changes nothing
    assert.equal((await correct({ of: all.member, subject: '101' })).status, 200)
    assert.deepEqual((await all.admin.as.ask(contract.memberAccounts, { id: league.id, userId: all.member.id })).body, {
      v: await versionOf(all.member),
      accounts: [{ provider: 'r3e', subject: '101', proven: false }],
    })
    assert.equal((await correct({ of: all.member, subject: null })).status, 200)
    assert.deepEqual(await told(all.member), [
      ['account-removed', '101', null],
      ['account-corrected', '100', '101'],
      ['account-corrected', '–', '100'],
    ])
    assert.equal((await correct({ of: all.member, subject: null })).body.code, 'NOT_FOUND')
    await all.member.as.done(
      accountsContract.StateAccount,
      { id: all.member.id, v: await versionOf(all.member) },
      { provider: 'r3e', subject: '102' },
    )
    assert.equal(await r3eOf(all.member), '102')
    const { rows } = await server.running.machine.pool.query(
      "select data from events where type = 'AccountCorrected' and actor_id = $1 order by seq limit 1",
      [all.admin.id],
    )
    assert.deepEqual(rows, [{ data: { leagueId: league.id, userId: all.member.id, provider: 'r3e', removed: false } }])
  })

  test('what another member only told moves to whom it belongs, and both are told; an outsider’s and a proven one stay', async () => {
    await linkAccount(server, all.otherMember, 'r3e', '200')
    assert.equal((await correct({ of: all.steward, subject: '200' })).status, 200)
    assert.deepEqual([await r3eOf(all.otherMember), await r3eOf(all.steward)], [null, '200'])
    assert.deepEqual(
      [await told(all.otherMember), await told(all.steward)],
      [[['account-removed', '200', null]], [['account-corrected', '–', '200']]],
    )

    await linkAccount(server, all.user, 'r3e', '300')
    const outside = await correct({ of: all.member, subject: '300' })
    assert.deepEqual([outside.status, outside.body.code, outside.body.params?.['field']], [409, 'ACCOUNT_ALREADY_LINKED', 'subject'])

    const { db, clock } = server.running.machine
    const proven = { provider: 'iracing', subject: '400', user_id: all.otherSteward.id, linked_at: clock(), proven: true }
    await db.insertInto('linked_accounts').values(proven).execute()
    assert.equal((await correct({ of: all.otherSteward, provider: 'iracing', subject: '401' })).body.code, 'WRONG_STATE')
    assert.equal((await correct({ of: all.otherSteward, provider: 'iracing', subject: null })).body.code, 'WRONG_STATE')
    assert.equal((await correct({ of: all.member, provider: 'iracing', subject: '400' })).body.code, 'ACCOUNT_ALREADY_LINKED')
  })

  test('admins alone, of members alone', async () => {
    for (const [by, of, code] of [
      [all.member, all.otherMember, 'ADMIN_REQUIRED'],
      [all.steward, all.otherMember, 'ADMIN_REQUIRED'],
      [all.foreign, all.otherMember, 'ADMIN_REQUIRED'],
      [all.admin, all.foreign, 'NOT_A_MEMBER'],
    ] as const)
      assert.equal((await correct({ of, subject: '900', by })).body.code, code)
    assert.equal((await all.member.as.ask(contract.memberAccounts, { id: league.id, userId: all.otherMember.id })).body.code, 'ADMIN_REQUIRED')
    assert.equal((await all.admin.as.ask(contract.memberAccounts, { id: league.id, userId: all.foreign.id })).body.code, 'NOT_FOUND')
  })

  test('over what another admin or the member has changed meanwhile nothing is written', async () => {
    const seen = (await all.admin.as.ask(contract.memberAccounts, { id: league.id, userId: all.otherSteward.id })).body.v
    const over = (v: number, subject: string) =>
      all.owner.as.send(contract.CorrectAccount, { id: league.id, v }, { userId: all.otherSteward.id, provider: 'r3e', subject })
    const first = await over(seen, '500')
    assert.deepEqual([first.status, first.body.v], [200, seen + 1])
    assert.equal((await over(seen, '501')).body.code, 'VERSION_CONFLICT')
    await all.otherSteward.as.done(accountsContract.StateAccount, { id: all.otherSteward.id, v: seen + 1 }, { provider: 'r3e', subject: '502' })
    assert.equal((await over(seen + 1, '503')).body.code, 'VERSION_CONFLICT')
    assert.equal(await r3eOf(all.otherSteward), '502')
    // whoever loses an account to another has one less to rely on
    const v = await versionOf(all.otherSteward)
    assert.equal((await correct({ of: all.otherMember, subject: '502' })).status, 200)
    assert.equal(await versionOf(all.otherSteward), v + 1)
    assert.equal((await correct({ of: all.otherMember, subject: null })).status, 200)
  })
})
