import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testServer, type TestServer } from '#testing/server.ts'
import { ask, CONTRACTS, selvesOf, type Answer, type World } from './roles/asking.fixture.ts'
import { takeSnapshot, type Snapshot } from './roles/snapshot.fixture.ts'
import { strangers, type Asker } from './roles/people.fixture.ts'
import type { Row } from './roles/row.ts'
import { TABLE } from './roles/table.ts'
import { leagueWorld } from './roles/world.fixture.ts'

/** Versions of the things asked about, and of the like ones next door. */
const OWN = 5
const FOREIGN = 9
/** What admins chose for a segment is counted: once in this world. */
const COUNTED = new Set(['TakeLaterResult', 'LeaveLaterResult', 'UndoResultChoice'].map((name) => `result-files.${name}`))
/** Of a stranger nobody has named there is no match yet; the one that is there was made with the world. */
const MADE: Readonly<Record<string, number>> = { 'matching.AssignDriver': 0, 'matching.UndoMatch': 1 }
const versionOf = (call: string): number => MADE[call] ?? (COUNTED.has(call) ? 1 : OWN)

/** What the answer says where that is not the next version of the thing named. */
const ANSWERS: Readonly<Record<string, number>> = {
  // what is new has its first one
  'sessions.DuplicateSession': 1,
  'entries.AddEntry': 1,
  // logins come and go without moving the account's, members without moving the community's: `v` says what the caller has seen
  'accounts.RevokeLoginSession': OWN,
  'accounts.LogOutEverywhere': OWN,
  'accounts.RemoveUser': OWN,
  ...Object.fromEntries(
    ['JoinLeague', 'LeaveLeague', 'SubmitConsent', 'AppointOwner', 'AddAdmin', 'RemoveAdmin', 'AddSteward', 'RemoveSteward', 'RemoveMember']
      .concat('BanMember', 'UnbanMember', 'CorrectAccount')
      .map((name) => [`members.${name}`, OWN]),
  ),
}
const VERSIONED = [...CONTRACTS].filter(([, contract]) => contract.kind === 'command' && contract.path.endsWith('/{v}')).map(([call]) => call)

describe('every command that takes the version its caller has seen', () => {
  let server: TestServer
  let world: World
  let kept: Snapshot
  before(async () => {
    server = await testServer({ role: 'web' })
    const [own, foreign, others] = [await leagueWorld(server, 'Own'), await leagueWorld(server, 'Foreign'), await strangers(server)]
    world = { server, own, foreign, selves: await selvesOf(server, own, others) }
    const { pool } = server.running.machine
    const isForeign = { leagues: 'id', sessions: 'league_id', applications: 'league_id' } as const
    for (const table of ['users', 'entries']) await pool.query(`update ${table} set v = ${OWN}`)
    for (const [table, column] of Object.entries(isForeign))
      await pool.query(`update ${table} set v = case when ${column} = $1 then ${FOREIGN} else ${OWN} end`, [foreign.league])
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
    const found = (['owner', 'participant', 'applicant', 'member', 'user', 'newcomer'] as const).find((asker) => able.has(asker))
    assert.ok(found, `nobody may ${call}`)
    return found
  }

  for (const call of VERSIONED)
    test(call, async () => {
      const row = TABLE.find((one) => one.call === call && one.who.may.length > 0)!
      const asker = askerOf(row)
      if (row.given) await server.running.machine.pool.query(row.given, [world.own.league])
      const before = await kept.look()
      const own = versionOf(call)
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
      assert.equal(v, ANSWERS[call] ?? own + 1)
      if (v === own + 1) assert.notEqual((await send(row, asker, own)).status, 200, 'the version has moved on')
      await kept.restore()
    })

  test('all of them are here', () => assert.ok(VERSIONED.length > 30, String(VERSIONED.length)))
})
