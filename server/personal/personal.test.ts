import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { accountsContract } from '#modules/accounts/contract.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { MACHINE_PERSONAL } from './personal.ts'
import { ROOMS } from '../registry.ts'
import { leagueWorld, type LeagueWorld } from '../roles/world.fixture.ts'

const all = [MACHINE_PERSONAL, ...ROOMS.flatMap(({ personal }) => personal ?? [])]
const refers = all.flatMap((personal) => Object.entries(personal.refers).map(([column, how]) => ({ column, ...how })))
/** The account itself, and where it is the thing that is talked about. */
const THE_ACCOUNT: ReadonlySet<string> = new Set(['users.id', 'logins.id', 'events.aggregate_id', 'audit.object_id'])

describe('what is kept of people', () => {
  let server: TestServer
  let place: LeagueWorld
  before(async () => {
    server = await testServer()
    place = await leagueWorld(server, 'Own')
  })
  after(() => server.stop())

  const columns = async (sql: string): Promise<readonly string[]> =>
    (await server.running.machine.pool.query<{ name: string }>(sql)).rows.map(({ name }) => name)
  /** Of these columns those that hold one of these ids. */
  const holding = async (of: readonly string[], ids: readonly string[]): Promise<readonly string[]> => {
    const found: string[] = []
    for (const name of of) {
      const [table, column] = name.split('.') as [string, string]
      const { rowCount } = await server.running.machine.pool.query(`select 1 from ${table} where ${column}::text ~ $1 limit 1`, [ids.join('|')])
      if (rowCount === 1) found.push(name)
    }
    return found
  }

  test('a room answers for each column that refers to a person, and for none that is not there', async () => {
    const referring = await columns(`
      select c.relname || '.' || a.attname as name from pg_constraint k
        join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
        where k.contype = 'f' and k.confrelid in ('users'::regclass, 'logins'::regclass)
      union select table_name || '.' || column_name from information_schema.columns
        where table_schema = 'public' and udt_name in ('uuid', '_uuid') and column_name ~ '(^|_)(user|actor|driver|person)_ids?$|_by$'`)
    const named = refers.map(({ column }) => column)
    assert.deepEqual(
      referring.filter((column) => !named.includes(column)),
      [],
      'no room says in its `personal` what becomes of these',
    )
    assert.deepEqual(
      named.filter((column, i) => !referring.includes(column) || named.indexOf(column) !== i),
      [],
    )
  })

  test('whatever holds an account is answered for, exported under its word, and empty once it is erased, or stays for a reason', async () => {
    const people = Object.entries(place.cast).flatMap(([role, one]) => (role === 'owner' ? [] : [one]))
    const everywhere = await columns(
      `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and udt_name in ('uuid', '_uuid')`,
    )
    const seen = new Set<string>()
    for (const one of people) {
      const held = (await holding(everywhere, [one.id])).filter((column) => !THE_ACCOUNT.has(column))
      const given = (await one.as.ask(accountsContract.exportData, { id: one.id })).body
      for (const column of held) {
        const how = refers.find((reference) => reference.column === column)
        assert.ok(how, `${column} holds an account, and no room says in its \`personal\` what becomes of it`)
        if (how.as) assert.notEqual((given[how.as] as readonly unknown[])?.length ?? 0, 0, `${column} is not in the export under ${how.as}`)
        seen.add(column)
      }
    }
    assert.ok(seen.size >= 12, [...seen].join())
    for (const one of people) {
      const { v } = (await one.as.ask(accountsContract.me, {})).body
      await one.as.done(accountsContract.RemoveUser, { id: one.id, v }, {})
    }
    const mustGo = refers.filter(({ stays }) => stays === null).map(({ column }) => column)
    const ids = people.map(({ id }) => id)
    await until('nothing that must go is left', async () => (await holding(mustGo, ids)).length === 0)
  })
})
