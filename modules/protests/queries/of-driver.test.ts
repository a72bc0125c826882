import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { profileContract } from '#modules/profile/contract.ts'
import type { Person } from '#testing/people.ts'
import { protestsContract as calls } from '../contract.ts'
import { appeal, filed, protestWorld, setRules, type ProtestWorld } from '../protests.fixture.ts'

/** What a profile tells of a driver's protests: their own always, what was decided to whoever may read a community's decisions. */
describe('protests on a profile', () => {
  let world: ProtestWorld
  before(async () => {
    world = await protestWorld('PRF')
  })
  after(() => world.server.stop())

  /** How many the profile of Dora counts for somebody, and those that it lists. */
  const told = async (who: Person | null) => {
    const at = world.dora.id
    if (!who) {
      const { verdicts } = (await world.server.visitor.ask(profileContract.publicCareer, { id: at })).body
      const list = (await world.server.visitor.ask(calls.publicDriverDecisions, { userId: at })).body
      return { verdicts, list }
    }
    const { verdicts } = (await who.as.ask(profileContract.career, { id: at })).body
    return { verdicts, list: (await who.as.ask(calls.driverDecisions, { userId: at })).body }
  }
  /** So many for each of a visitor, a stranger, a member; the number of the tab is the number of the list. */
  const each = async () => {
    const all = await Promise.all([null, world.stranger, world.member].map(told))
    for (const { verdicts, list } of all) assert.deepEqual([list.total, list.decisions.length], [verdicts, verdicts])
    return all.map(({ verdicts }) => verdicts)
  }
  const becomes = async (set: { visibility?: string; open_results?: boolean }) => {
    const { machine } = world.server.running
    await machine.db.updateTable('leagues').set(set).where('id', '=', world.leagueId).execute()
    machine.answers.dropAll()
  }

  test('what is decided is for its community, for everybody once it publishes that; what is open is for those whom it names', async () => {
    const { owner, marco, dora, member, stranger, leagueId, event, decided } = world
    assert.deepEqual(await each(), [0, 0, 0])
    const open = await filed(marco, await event(), dora)
    await filed(marco, await event(), dora).then(({ id }) => marco.as.done(calls.WithdrawReport, { id }, {}))
    assert.deepEqual(await each(), [0, 0, 0])
    assert.equal((await told(dora)).verdicts, 1)
    const report = await decided('ACCEPT', { penalties: [{ kind: 'WARNING', amount: null }] })
    assert.deepEqual([await each(), (await told(dora)).verdicts], [[0, 0, 1], 2])
    // what a profile of somebody's own lists
    const own = (await dora.as.ask(calls.reports, { userId: dora.id })).body.reports.map(({ id }) => id)
    assert.deepEqual(own, [report.id, open.id])

    await setRules(owner, leagueId, { public_decisions: true })
    assert.deepEqual(await each(), [1, 1, 1])
    const seenBy = async (who: Person | null) => {
      const { list } = await told(who)
      assert.equal(JSON.stringify(list).includes('Steward'), false)
      return list.decisions.map(({ id, penalties, mayOpen, leagueName }) => [id, penalties[0]!.kind, mayOpen, leagueName.length > 0])
    }
    assert.deepEqual(await seenBy(null), [[report.id, 'WARNING', false, true]])
    assert.deepEqual(await seenBy(stranger), [[report.id, 'WARNING', false, true]])
    assert.deepEqual(await seenBy(member), [[report.id, 'WARNING', true, true]])

    await becomes({ open_results: false })
    assert.deepEqual(await each(), [0, 1, 1])
    await becomes({ open_results: true, visibility: 'HIDDEN' })
    assert.deepEqual(await each(), [0, 0, 1])
    await becomes({ visibility: 'PUBLIC' })
    // an appeal that runs is told when it ends
    await appeal(dora, report)
    assert.deepEqual(await each(), [0, 0, 0])
    await setRules(owner, leagueId, {})
  })
})
