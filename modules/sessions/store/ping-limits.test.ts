import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { migrate } from '#server/db/migrate.ts'
import { testDatabase, type TestDatabase } from '#testing/database.ts'
import { event, eventBody, ordinary, type WrittenEvent } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { sessionsContract as calls } from '../contract.ts'

const MIGRATION = '0096-ping-limits.sql'
const R3E = { game: 'r3e', trackId: '1670', layoutId: '1671', cars: ['5818'] } as const satisfies Partial<WrittenEvent>
const LIMIT = 'limits.MaxPing'

/** Limits to the ping that an earlier release took and its servers do not. */
describe('events of RaceRoom whose limit to the ping stands between the highest and none', () => {
  let database: TestDatabase
  let server: TestServer
  let owner: Person
  let apex: LeagueId
  before(async () => {
    database = await testDatabase()
    server = await testServer({ database })
    owner = await person(server, 'Olga Owner')
    apex = await league(server, owner)
  })
  after(() => server.stop())

  const sql = (text: string, ...values: readonly unknown[]) => server.running.machine.pool.query(text, [...values])
  /** An event as an earlier release kept it. */
  const kept = async (limit: unknown, more: Partial<WrittenEvent> = R3E): Promise<SessionId> => {
    const id = await event(server, owner, apex, more)
    if (limit !== undefined) await sql('update sessions set options = options || $2::jsonb where id = $1', id, JSON.stringify({ [LIMIT]: limit }))
    return id
  }
  const optionsOf = async (id: SessionId) => (await owner.as.ask(calls.race, { id })).body.config.options
  /** Saved again with what its form was opened with. */
  const saved = async (id: SessionId) => {
    const { v, startsAt, config } = (await owner.as.ask(calls.race, { id })).body
    const body = eventBody({ ...ordinary(apex, server.clock.now()), ...R3E, startsAt, options: config.options })
    return (await owner.as.send(calls.EditSession, { id, v }, body)).status
  }

  test('the upgrade sets them to the highest, and to nothing else', async () => {
    const table = [
      [451, 450],
      [470, 450],
      [499, 450],
      [450, 450],
      [200, 200],
      [500, 500],
    ] as const
    const ids = await Promise.all(table.map(([limit]) => kept(limit)))
    const [usual, other] = [await kept(undefined), await kept(470, {})]
    const untouched = await Promise.all([usual, other].map(optionsOf))
    assert.notEqual(await saved(ids[1]!), 200, 'as it was it could be saved no more')
    const names = async () => (await sql('select name from migrations order by name')).rows
    const before = await names()
    await sql('delete from migrations where name = $1', MIGRATION)
    assert.deepEqual(await migrate(database.url), [MIGRATION])
    server.running.machine.answers.dropAll()
    assert.deepEqual(
      (await Promise.all(ids.map(optionsOf))).map((options) => options[LIMIT]),
      table.map(([, limit]) => limit),
    )
    assert.deepEqual(await Promise.all([usual, other].map(optionsOf)), untouched, 'without a limit, and of another game')
    for (const id of ids) assert.equal(await saved(id), 200)
    assert.deepEqual(await names(), before)
  })
})
