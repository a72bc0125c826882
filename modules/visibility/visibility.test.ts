import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { LeagueId, UserId } from '#core/ids.ts'
import { allowed } from '#core/result.ts'
import { ROLES, type Role } from '#modules/leagues/rules.ts'
import { SESSION_STATUSES, type SessionStatus } from '#modules/sessions/rules.ts'
import { newId } from '#server/db/change.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { isListed, isListedFor, opensResults, roleOf, seesDrivers, seesEvent, seesLeague, sightOf } from './door.ts'
import { maySeeDrivers, maySeeEvent, maySeeLeague, personOf, SIGNED_IN, VISITOR, type Viewer } from './rules.ts'

const ASKERS: readonly (Role | null)[] = [null, ...ROLES]
const isAdmin = (role: Role | null): boolean => role === 'admin' || role === 'owner'

test('a hidden community is there for whoever is in it, what is not published for its admins', () => {
  for (const hidden of [false, true])
    for (const role of ASKERS) {
      const isThere = !hidden || role !== null
      assert.equal(allowed(maySeeLeague({ hidden, role })), isThere, `${hidden} ${role}`)
      for (const status of SESSION_STATUSES) {
        const isUnpublished = status === 'DRAFT' || status === 'RECURRING'
        assert.equal(allowed(maySeeEvent({ hidden, role }, status)), isUnpublished ? isAdmin(role) : isThere, `${hidden} ${role} ${status}`)
      }
    }
})

const SOMEBODY = newId<'user'>() as UserId
const VIEWERS: readonly Viewer[] = [VISITOR, SIGNED_IN, SOMEBODY]

test('who drives is told to a visitor where the community opened it, to everybody who is signed in, known or not', () => {
  const told = VIEWERS.map((viewer) => [false, true].map((isOpen) => allowed(maySeeDrivers(viewer, isOpen))))
  assert.deepEqual(told, [
    [false, true],
    [true, true],
    [true, true],
  ])
  assert.deepEqual(VIEWERS.map(personOf), [null, null, SOMEBODY])
})

describe('the same in statements', () => {
  let server: TestServer
  before(async () => {
    server = await testServer({ role: 'web' })
  })
  after(() => server.stop())

  test('of every community, asker and state', async () => {
    const { db } = server.running.machine
    const asker = newId<'user'>() as UserId
    const leagues = [false, true].flatMap((hidden) =>
      [false, true].flatMap((closed) => ASKERS.map((role) => ({ id: newId(), hidden, closed, role, visibility: hidden ? 'HIDDEN' : 'PUBLIC' }))),
    )
    // tables of a moment under the names of those in the database
    const { rows } = await sql<{
      hidden: boolean
      closed: boolean
      role: Role | null
      status: SessionStatus
      read: Role | null
      sees: boolean
      seesIt: boolean
      strangerSeesIt: boolean
      listed: boolean
      listedFor: boolean
    }>`
      with given as (select * from jsonb_to_recordset(${JSON.stringify(leagues)}::jsonb) as g (id uuid, visibility text, hidden bool, closed bool, role text)),
        leagues as (select *, case when closed then now() end as closed_at from given),
        memberships as (select id as league_id, ${asker}::uuid as user_id, role from given where role is not null),
        e as (select unnest(${SESSION_STATUSES}::text[]) as status)
      select l.hidden, l.closed, l.role, e.status, ${roleOf(asker, 'l')} as read, ${seesLeague(asker, 'l')} as sees, ${seesEvent(asker, 'e', 'l')} as "seesIt",
        ${seesEvent(null, 'e', 'l')} as "strangerSeesIt", ${isListed('l')} as listed, ${isListedFor(asker, 'l')} as "listedFor"
      from leagues l cross join e`.execute(db)
    assert.equal(rows.length, leagues.length * SESSION_STATUSES.length)
    for (const row of rows) {
      const { hidden, closed, role, status } = row
      assert.deepEqual(
        [row.read, row.sees, row.seesIt, row.strangerSeesIt, row.listed, row.listedFor],
        [
          role,
          allowed(maySeeLeague(row)),
          allowed(maySeeEvent(row, status)),
          allowed(maySeeEvent({ hidden, role: null }, status)),
          !hidden && !closed,
          role !== null || (!hidden && !closed),
        ],
        JSON.stringify(row),
      )
    }
  })

  test('of every viewer', async () => {
    const told = VIEWERS.map((viewer) => sql`${seesDrivers(viewer, 'l')}`)
    const { rows } = await sql<{ isOpen: boolean; told: readonly boolean[] }>`
      with l as (select unnest(array[false, true]) as open_results)
      select ${opensResults('l')} as "isOpen", array[${sql.join(told)}] as told from l order by 1`.execute(server.running.machine.db)
    for (const { isOpen, told } of rows)
      assert.deepEqual(
        told,
        VIEWERS.map((viewer) => allowed(maySeeDrivers(viewer, isOpen))),
        String(isOpen),
      )
    assert.equal(rows.length, 2)
  })

  test('of a community that does not exist nobody has a sight', async () =>
    assert.equal(await sightOf(server.running.machine.db, newId<'league'>() as LeagueId, null), null))
})
