import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { accountsContract } from '#modules/accounts/contract.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { takeSnapshot, type Snapshot } from './snapshot.fixture.ts'

describe('what a call changes is seen, whatever it is', () => {
  let server: TestServer
  let kept: Snapshot
  let one: Person
  let other: Person
  before(async () => {
    server = await testServer({ role: 'web' })
    one = await person(server, 'One')
    other = await person(server, 'Other')
    await sql(`create function public.aside() returns trigger language plpgsql as
      'begin insert into hosts (id, name, region, games, address, capacity, port_from, port_to, token_hash, created_at)
        values (gen_random_uuid(), gen_random_uuid()::text, '''', ''{}'', '''', 1, 1, 2, gen_random_uuid()::text, now()); return null; end'`)
    kept = await takeSnapshot(server)
  })
  after(() => server.stop())

  const sql = (text: string) => server.running.machine.pool.query(text)
  const rename = (whom: Person) => one.as.send(accountsContract.ChangeName, { id: whom.id, v: 1 }, { name: 'Another Name' })

  test('nothing, by who may not', async () => {
    assert.equal((await rename(other)).status, 403)
    assert.deepEqual(await kept.changed(), [])
  })

  test('a table nobody thinks of, touched by a refused command and by one that is done', async () => {
    // the audit is where every command writes, whatever becomes of it
    await sql('create trigger aside after insert on audit for each row execute function public.aside()')
    assert.equal((await rename(other)).status, 403)
    assert.deepEqual(await kept.changed(), ['hosts'])
    await kept.restore()
    assert.deepEqual(await kept.changed(), [])
    assert.equal((await rename(one)).status, 200)
    assert.ok((await kept.changed()).includes('hosts'))
    assert.ok((await kept.changed()).includes('users'))
    await sql('drop trigger aside on audit')
    await kept.restore()
    assert.deepEqual(await kept.changed(), [])
    assert.deepEqual((await sql(`select name from users order by name`)).rows, [{ name: 'One' }, { name: 'Other' }])
  })

  const WAYS: Readonly<Record<string, readonly [does: string, changed: readonly string[]]>> = {
    'what goes with another row': [`delete from logins where id = (select id from users where name = 'Other')`, ['login_sessions']],
    'what is emptied': ['truncate linked_accounts', ['linked_accounts']],
    'a row within a larger statement': [`with gone as (delete from linked_accounts returning 1) select count(*) from gone`, ['linked_accounts']],
    'a job that is ordered': [`insert into jobs.job (name, data) select name, '{}' from jobs.queue limit 1`, ['jobs']],
    'what was written and taken back': [`begin; update users set name = 'x'; rollback`, []],
    'what was written as it was': [`update users set name = name`, []],
    'what came and went': [`insert into login_nonces values ('x', now()); delete from login_nonces`, []],
  }
  for (const [name, [does, changed]] of Object.entries(WAYS))
    test(name, async () => {
      await sql(does)
      const found = await kept.changed()
      assert.deepEqual(
        changed.filter((table) => !found.includes(table)),
        [],
        found.join(),
      )
      if (changed.length === 0) assert.deepEqual(found, [])
      await kept.restore()
      assert.deepEqual(await kept.changed(), [])
    })
})
