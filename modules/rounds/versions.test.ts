import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DAY_MS } from '#core/duration.ts'
import type { LeagueId, RoundId } from '#core/ids.ts'
import { membersContract } from '#modules/members/contract.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { roundsContract as calls } from './contract.ts'

const AT_ONCE = 50
const SEQUENCES = 6
const STEPS = 20

/** "Round version grows by 1 per success": two admins, each at a process of their own. */
describe('the version of a round', () => {
  let server: TestServer
  let [owner, admin, ann] = Array<Person>(3) as [Person, Person, Person]
  let league: LeagueId
  const urls: string[] = []
  before(async () => {
    server = await testServer()
    urls.push(server.url, (await server.another()).address)
    ;[owner, admin, ann] = (await Promise.all(['Olga', 'Adam', 'Ann'].map((name) => person(server, name)))) as [Person, Person, Person]
    league = await found(server, owner, { admins: [admin], members: [ann] })
  })
  after(async () => {
    const { rows } = await server.running.machine.pool.query('select deadlocks from pg_stat_database where datname = current_database()')
    await server.stop()
    assert.deepEqual(rows, [{ deadlocks: 0 }], 'everybody locks in the same order')
  })

  const added = async () => (await owner.as.done(calls.AddRound, {}, { leagueId: league })).aggregateId as RoundId
  const seen = async (id: RoundId) => (await owner.as.ask(calls.round, { id })).body
  const by = (no: number) => (no % 2 ? admin : owner).as.at(urls[no % 2]!)

  test('fifty renames over one version: one is made, the others hear of it', async () => {
    const id = await added()
    const { v } = await seen(id)
    const replies = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, no) => by(no).send(calls.RenameRound, { id, v }, { name: `Heat ${no}`, shortName: `H${no}` })),
    )
    const done = replies.flatMap(({ status }, no) => (status === 200 ? [no] : []))
    assert.equal(done.length, 1)
    for (const { status, body } of replies) assert.ok(status === 200 || body.code === 'VERSION_CONFLICT', JSON.stringify(body))
    const { v: after, name, shortName } = await seen(id)
    assert.deepEqual([after, name, shortName], [v + 1, `Heat ${done[0]}`, `H${done[0]}`])
  })

  test('a short name is told as one, a name as one, and both where both are new', async () => {
    const id = await added()
    const { name, shortName } = await seen(id)
    await owner.as.done(calls.ChangeRoundShortName, { id, v: 1 }, { shortName: 'Q' })
    await owner.as.done(calls.RenameRound, { id, v: 2 }, { name, shortName })
    await owner.as.done(calls.RenameRound, { id, v: 3 }, { name: 'Semi', shortName })
    await owner.as.done(calls.RenameRound, { id, v: 4 }, { name: 'Final', shortName: 'F' })
    const { deeds } = (await owner.as.ask(membersContract.history, { id: league })).body
    const told = deeds.filter(({ what }) => what === 'RoundRenamed' || what === 'RoundShortNamed').map(({ params }) => params)
    assert.deepEqual(told.slice(0, 5).toReversed(), [
      { name, shortName: 'Q' },
      { name, shortName },
      { name: 'Semi', before: name },
      { name: 'Final', before: 'Semi' },
      { name: 'Final', shortName: 'F' },
    ])
  })

  test('an admin who would publish behind a first round that nobody else sees reads which', async () => {
    const leagueId = await found(server, owner, { admins: [admin], members: [ann] })
    const [first, second] = await Promise.all([1, 2].map(async () => (await owner.as.done(calls.AddRound, {}, { leagueId })).aggregateId as RoundId))
    const behind = async () => Promise.all([first!, second!].map(async (id) => (await seen(id)).behindDraft))
    const names = (await owner.as.ask(calls.roundsOfLeague, { leagueId })).body.rounds
    const [open, later] = names
    assert.deepEqual((await behind()).toSorted(), [open!.name, null].toSorted())
    await owner.as.done(calls.PublishRound, { id: open!.id, v: 1 }, {})
    assert.deepEqual(await behind(), [null, null])
    await owner.as.done(calls.PublishRound, { id: later!.id, v: 1 }, {})
    assert.equal((await ann.as.ask(calls.round, { id: later!.id })).body.behindDraft, null)
  })

  test('whatever is ordered over one version at once, one order of them is carried out', async () => {
    const [, id] = [await added(), await added()]
    for (let time = 0; time < 8; time++) {
      const { v } = await seen(id)
      const at = { id, v }
      const replies = await Promise.all([
        by(0).send(calls.RenameRound, at, { name: 'Final', shortName: 'F' }),
        by(1).send(calls.ChangeRoundShortName, at, { shortName: `F${time}` }),
        by(0).send(calls.ChangeRoundStartDate, at, {
          startDate: new Date(server.running.machine.clock().getTime() + (400 + time) * DAY_MS).toISOString(),
        }),
        by(1).send(calls.ChangeRoundImage, at, { img: null }),
        by(0).send(calls.AddDriverEntries, { toRoundId: id, v }, { driverIds: [ann.id], fromRound: null }),
        by(1).send(calls.RemoveDriverEntries, at, { driverIds: [ann.id] }),
      ])
      assert.equal(replies.filter(({ status }) => status === 200).length, 1, JSON.stringify(replies.map(({ body }) => body)))
      for (const { status, body } of replies) assert.ok(status === 200 || body.code === 'VERSION_CONFLICT', JSON.stringify(body))
      assert.equal((await seen(id)).v, v + 1)
    }
  })

  test('any sequence of orders: each that is carried out is one version, each that is late is none', async () => {
    for (let sequence = 0; sequence < SEQUENCES; sequence++) {
      const dice = diceOf(sequence)
      const id = await added()
      let model = { ...(await seen(id)) }
      for (let step = 0; step < STEPS; step++) {
        const late = dice(4) === 0
        const v = late ? model.v + [-1, 1, 7][dice(3)]! : model.v
        const at = { id, v }
        const word = `${sequence}-${step}`
        const startDate = new Date(Date.UTC(2027, 0, 1 + dice(300))).toISOString()
        const kind = dice(3)
        const { status, body } =
          kind === 0
            ? await by(step).send(calls.RenameRound, at, { name: `Round ${word}`, shortName: word })
            : kind === 1
              ? await by(step).send(calls.ChangeRoundShortName, at, { shortName: word })
              : await by(step).send(calls.ChangeRoundStartDate, at, { startDate })
        if (late) assert.equal(body.code, 'VERSION_CONFLICT')
        else {
          assert.deepEqual([status, body.v], [200, model.v + 1], JSON.stringify(body))
          const changed = kind === 0 ? { name: `Round ${word}`, shortName: word } : kind === 1 ? { shortName: word } : { startDate }
          model = { ...model, ...changed, v: model.v + 1 }
        }
        const { v: now, name, shortName, startDate: start } = await seen(id)
        assert.deepEqual([now, name, shortName, start], [model.v, model.name, model.shortName, model.startDate])
      }
      await owner.as.done(calls.RemoveRound, { id, v: model.v }, {})
    }
  })
})

/** The same numbers below `most` for the same seed. */
function diceOf(seed: number): (most: number) => number {
  let state = seed * 7919 + 17
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
}
