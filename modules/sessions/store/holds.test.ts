import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SessionId } from '#core/ids.ts'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'

/** What the database itself refuses of an event, whoever writes it (migration 0127). */
const REFUSED: readonly (readonly [set: string, constraint: string])[] = [
  [`status = 'OPEN'`, 'sessions_status'],
  [`hosting = 'NOWHERE'`, 'sessions_hosting'],
  ['manual = true', 'sessions_by_hand_is_elsewhere'],
  ['max_entries = 0', 'sessions_max_entries'],
  ['max_entries = 901', 'sessions_max_entries'],
  ['split_seats = 20', 'sessions_splits'],
  ['split_least = 5', 'sessions_splits'],
  ['split_seats = 5, split_least = 6', 'sessions_splits'],
  ['split_seats = 101, split_least = 6', 'sessions_splits'],
  ['check_in_closes_at = now()', 'check_in_is_asked_for'],
  ['check_in_closed_at = now()', 'check_in_that_closed_was_held'],
  [`join_conditions = '[]'`, 'sessions_join_conditions'],
  [`tournament_type = 'CUP'`, 'sessions_tournament_type'],
  ['round_index = 1', 'sessions_round_index'],
  ['invited_only = true', 'sessions_invited_to_a_round'],
  ['taken = -1', 'sessions_counts'],
  ['taken = max_entries + 1', 'sessions_counts'],
  ['max_entries = 1, taken = 2', 'sessions_counts'],
  ['waiting = -1', 'sessions_counts'],
  ['spectators = -1', 'sessions_counts'],
]

describe('an event that cannot be', () => {
  let server: TestServer
  let id: SessionId
  let columns: readonly string[]
  before(async () => {
    server = await testServer({ role: 'web' })
    const owner = await person(server, 'Olga Owner')
    id = await event(server, owner, await league(server, owner))
    const { rows } = await server.running.machine.pool.query<{ attname: string }>(
      `select attname from pg_attribute where attrelid = 'sessions'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    )
    columns = rows.map(({ attname }) => attname)
  })
  after(() => server.stop())
  const ask = (text: string) => server.running.machine.pool.query(text, [id])

  for (const [set, constraint] of REFUSED)
    test(`${set}: neither changed nor written so`, async () => {
      const isRefused = (fault: { code?: string; constraint?: string }): boolean => fault.code === '23514' && fault.constraint === constraint
      await assert.rejects(ask(`update sessions set ${set} where id = $1`), isRefused)
      const given = new Map(set.split(', ').map((one) => one.split(' = ') as [string, string]))
      const values = columns.map((column) => given.get(column) ?? (column === 'id' ? 'uuidv7()' : column))
      await assert.rejects(ask(`insert into sessions (${columns.join()}) select ${values.join()} from sessions where id = $1`), isRefused)
    })

  test('a seat that is taken asks for none of the others', async () => {
    const { rows } = await server.running.machine.pool.query(
      `select conname from pg_constraint where conrelid = 'sessions'::regclass and contype = 'c' order by conname`,
    )
    assert.deepEqual(
      rows.map(({ conname }) => conname as string),
      ['sessions_counts'],
    )
  })
})
