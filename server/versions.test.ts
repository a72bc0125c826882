import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { TestServer } from '#testing/server.ts'
import type { Asker } from './roles/askers.ts'
import { ask, CONTRACTS, type Answer, type World } from './roles/asking.fixture.ts'
import { takeSnapshot, type Snapshot } from './roles/snapshot.fixture.ts'
import type { Row } from './roles/row.ts'
import { TABLE } from './roles/table.ts'
import { standingWorld } from './roles/standing.fixture.ts'

/** Versions of the things asked about, and of the like ones next door. */
const OWN = 5
const FOREIGN = 9
const VERSIONED = [...CONTRACTS].filter(([, contract]) => contract.kind === 'command' && contract.path.endsWith('/{v}')).map(([call]) => call)

describe('every command that takes the version its caller has seen', () => {
  let server: TestServer
  let world: World
  let kept: Snapshot
  before(async () => {
    world = await standingWorld()
    server = world.server
    const { pool } = server.running.machine
    const isForeign = { leagues: 'id', sessions: 'league_id', applications: 'league_id' } as const
    for (const table of ['users', 'entries']) await pool.query(`update ${table} set v = ${OWN}`)
    for (const [table, column] of Object.entries(isForeign))
      await pool.query(`update ${table} set v = case when ${column} = $1 then ${FOREIGN} else ${OWN} end`, [world.foreign.league])
    kept = await takeSnapshot(server)
  })
  after(() => server.stop())

  const send = (row: Row, asker: Asker, v: number): Promise<Answer> => {
    const { at = {}, body = {} } = row.ask(world.own, world.selves[asker], world.own.events[row.state ?? 'waiting'], world.foreign)
    return ask(world, world.selves[asker], CONTRACTS.get(row.call)!, { at: { ...at, v }, body })
  }
  /** Somebody who may. */
  const askerOf = ({ who, call }: Row): Asker => {
    const able = new Set(who.may.filter((asker) => !who.but?.[asker]))
    const found = (['owner', 'participant', 'applicant', 'member', 'user', 'newcomer', 'steward'] as const).find((asker) => able.has(asker))
    assert.ok(found, `nobody may ${call}`)
    return found
  }

  for (const call of VERSIONED)
    test(call, async () => {
      const row = TABLE.find((one) => one.call === call && one.who.may.length > 0)!
      const asker = askerOf(row)
      if (row.given) await server.running.machine.pool.query(row.given, [world.own.league])
      const before = await kept.look()
      const own = row.had ?? OWN
      for (const [which, v] of Object.entries({ stale: own - 1, zero: 0, ahead: own + 1, foreign: FOREIGN }).filter(
        ([, wrong]) => wrong >= 0 && wrong !== own,
      )) {
        const answer = await send(row, asker, v)
        assert.deepEqual([answer.status, answer.code], [409, 'VERSION_CONFLICT'], `${which}: ${answer.text}`)
      }
      assert.deepEqual(await kept.changed(before), [], 'what a wrong version changed')
      const answer = await send(row, asker, own)
      assert.deepEqual([answer.status, answer.code], [200, 'ok'], answer.text)
      const { v } = JSON.parse(answer.text) as { v?: number }
      // what is gone has none
      if (v === undefined) return kept.restore()
      assert.equal(v, { first: 1, same: own, next: own + 1 }[row.answers ?? 'next'])
      if (v === own + 1) {
        const again = await send(row, asker, own)
        assert.equal(again.status === 200, row.staysDone === true, 'the version has moved on')
        if (row.staysDone) assert.equal((JSON.parse(again.text) as { v?: number }).v, v, 'and nothing has been done twice')
      }
      await kept.restore()
    })

  test('all of them are here', () => assert.ok(VERSIONED.length > 30, String(VERSIONED.length)))
})
