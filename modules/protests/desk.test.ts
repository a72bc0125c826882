import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { accountsContract } from '#modules/accounts/contract.ts'
import { correctionsContract } from '#modules/corrections/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload } from '#modules/results/results.fixture.ts'
import { person, type Person } from '#testing/people.ts'
import { until } from '#testing/time.ts'
import { protestsContract as calls } from './contract.ts'
import { appeal, drivenEvent, filed, protestWorld, review, setRules, TEXT, VIDEO, type ProtestWorld } from './protests.fixture.ts'
import { forgetStatements } from './store.ts'

const HOUR = 3_600_000

describe('the stewards’ desk, and what comes of it', () => {
  let world: ProtestWorld
  before(async () => {
    world = await protestWorld('DESK')
  })
  after(() => world.server.stop())
  const seenBy = async (who: Person, { id }: { readonly id: string }) => (await who.as.ask(calls.report, { id })).body

  test('stewards give what the catalogue offers, and what is for the next race waits in a pool', async () => {
    const { owner, marco, dora, stewards, leagueId, event } = world
    const report = await filed(marco, await event(), dora)
    for (const penalties of [
      [{ kind: 'TIME', amount: 7 }],
      [{ kind: 'WARNING', amount: 5 }],
      [
        { kind: 'TIME', amount: 5 },
        { kind: 'TIME', amount: 10 },
      ],
    ] as const)
      assert.equal((await review(stewards[0]!, report, 'ACCEPT', { penalties: [...penalties] })).body.code, 'CONFIG_INVALID')
    assert.equal((await review(stewards[0]!, report, 'REJECT', { penalties: [{ kind: 'TIME', amount: 5 }] })).body.code, 'CONFIG_INVALID')
    const given = [
      { kind: 'SUSPENSION' as const, amount: 2 },
      { kind: 'POINTS' as const, amount: 3 },
    ]
    for (const one of stewards.slice(0, 2)) await review(one, report, 'ACCEPT', { penalties: given })
    const pool = async (state: 'DUE' | 'SETTLED' = 'DUE') => (await owner.as.ask(calls.penaltyPool, { leagueId, state })).body
    const [due] = (await pool()).penalties
    assert.deepEqual([due!.kind, due!.amount, due!.racesLeft, due!.driver.name, (await pool()).total], ['SUSPENSION', 2, 2, 'Dora Klein', 1])
    assert.equal((await stewards[0]!.as.send(calls.ServePenalty, { id: due!.id }, {})).body.code, 'ADMIN_REQUIRED')
    assert.deepEqual((await stewards[0]!.as.ask(calls.penaltyPool, { leagueId })).body.may, { settle: false })
    const asRead = { racesLeft: due!.racesLeft, carriedOver: due!.carriedOver }
    // two admins with one race before their eyes count it once
    const both = await Promise.all([owner, owner].map((one) => one.as.send(calls.CarryPenaltyOver, { id: due!.id }, asRead)))
    assert.deepEqual(both.map(({ body: { code } }) => code ?? 'done').toSorted(), ['VERSION_CONFLICT', 'done'])
    assert.equal((await owner.as.send(calls.ServePenalty, { id: due!.id }, asRead)).body.code, 'VERSION_CONFLICT')
    const later = { ...asRead, carriedOver: 1 }
    const served = await Promise.all([owner, owner].map((one) => one.as.send(calls.ServePenalty, { id: due!.id }, later)))
    assert.deepEqual(served.map(({ body: { code } }) => code ?? 'done').toSorted(), ['VERSION_CONFLICT', 'done'])
    assert.deepEqual(
      (await pool()).penalties.map(({ racesLeft, carriedOver }) => [racesLeft, carriedOver]),
      [[1, 1]],
    )
    await owner.as.done(calls.ForgivePenalty, { id: due!.id }, { reason: 'He sat out a race and said that he was sorry.' })
    assert.equal((await owner.as.send(calls.ServePenalty, { id: due!.id }, {})).body.code, 'WRONG_STATE')
    assert.equal((await pool()).total, 0)
    assert.equal((await pool('SETTLED')).penalties[0]!.state, 'FORGIVEN')
    const { notifications } = (await world.dora.as.ask(notificationsContract.notifications, {})).body
    assert.deepEqual(
      notifications.filter(({ kind }) => kind.startsWith('penalty-')).map(({ kind, link, params }) => [kind, link, params['reason']]),
      [['penalty-forgiven', `/protests/${report.id}`, 'He sat out a race and said that he was sorry.']],
    )
  })

  test('a steward’s queue is the oldest first, without their own cases', async () => {
    const { server, marco, dora, stewards, leagueId, event } = world
    const first = await filed(marco, await event(), dora)
    server.clock.advance(1000)
    const own = await filed(marco, first.sessionId, stewards[5]!)
    const queue = async (who: Person) => (await who.as.ask(calls.queue, { leagueId })).body
    const ids = (await queue(stewards[0]!)).cases.map(({ id }) => id)
    assert.ok(ids.indexOf(first.id) >= 0 && ids.indexOf(own.id) > ids.indexOf(first.id))
    const hidden = await queue(stewards[5]!)
    assert.deepEqual([hidden.cases.some(({ id }) => id === own.id), hidden.hidden >= 1], [false, true])
    assert.equal((await review(stewards[5]!, own, 'REJECT')).body.code, 'PROTEST_OWN_CASE')
    assert.equal((await marco.as.ask(calls.queue, { leagueId })).body.code, 'STEWARD_REQUIRED')
    const { drivers } = (await stewards[0]!.as.ask(calls.verdicts, { id: first.id })).body
    assert.deepEqual(
      drivers.map(({ name, verdicts }) => [name, verdicts.length > 0]),
      [
        ['Dora Klein', true],
        ['Marco Bellini', false],
      ],
    )
  })

  test('who is named and who judges is told; the history of the community has it in words', async () => {
    const { server, owner, marco, dora, member, stewards, leagueId, event } = world
    const report = await filed(marco, await event(), dora)
    for (const one of stewards.slice(0, 2)) await review(one, report, 'REJECT')
    const told = async () => {
      const { rows } = await server.running.machine.pool.query<{ user_id: string; kind: string }>(
        'select user_id, kind from notifications where link = $1',
        [`/protests/${report.id}`],
      )
      return rows.map((row) => `${row.kind} ${row.user_id}`)
    }
    await until('everybody is told', async () => (await told()).filter((one) => one.startsWith('protest-rejected')).length === 2)
    await until('reportee and stewards are told', async () => (await told()).includes(`protest-filed ${dora.id}`))
    assert.deepEqual(
      (await told()).filter((one) => one.includes(stewards[5]!.id) || one.includes(member.id)).filter((one) => !one.startsWith('protest-to-review')),
      [],
    )
    const { deeds } = (await owner.as.ask(membersContract.history, { id: leagueId, sessionId: report.sessionId })).body
    assert.deepEqual(deeds.map(({ what }) => what).slice(0, 2), ['ReportRejected', 'ReportSubmitted'])
  })

  test('what was decided is for everybody where the community wants it: with its reasons, found by words, without the stewards', async () => {
    const { server, owner, stranger, member, stewards, leagueId, decided } = world
    const report = await decided('ACCEPT', { penalties: [{ kind: 'GRID_DROP', amount: 5 }] })
    assert.equal((await server.visitor.ask(calls.publicDecisions, { leagueId })).status, 404)
    await setRules(owner, leagueId, { public_decisions: true })
    const read = async (search = '') => (await server.visitor.ask(calls.publicDecisions, { leagueId, ...(search ? { search } : {}) })).body
    const [one] = (await read()).decisions
    assert.deepEqual([one!.id, one!.notes.length, one!.penalties[0]!.kind, one!.reportee.name], [report.id, 2, 'GRID_DROP', 'Dora Klein'])
    assert.deepEqual([one!.segment, one!.splitNo], ['race-1', 1])
    assert.equal(JSON.stringify(await read()).includes('Steward'), false)
    assert.ok((await read('overlap dora')).total > 0)
    // by the house's rule: accents and one wrong letter do not matter, and a category is found by its name in any language
    const inOthers = [await read('Klien'), await read('DÓRA klein'), await read('vorfall dora'), await read('Autre incident')]
    assert.deepEqual(
      inOthers.map(({ decisions }) => decisions.some(({ id }) => id === report.id)),
      [true, true, true, true],
    )
    assert.equal((await read('nothing dora')).total, 0)
    assert.equal((await read('nothing of the kind')).total, 0)
    const shut = async (isOpen: boolean) => {
      await server.running.machine.db.updateTable('leagues').set({ open_results: isOpen }).where('id', '=', leagueId).execute()
      server.running.machine.answers.dropAll()
    }
    await shut(false)
    assert.deepEqual(await read(), { decisions: [], total: 0, loginRequired: true })
    assert.ok((await stranger.as.ask(calls.decisions, { leagueId })).body.total > 0)
    await shut(true)
    await setRules(owner, leagueId, {})
    const numbers = (await stewards[0]!.as.ask(calls.statistics, { leagueId })).body
    assert.ok(numbers.accepted > 0 && numbers.medianHours !== null && numbers.stewards.length > 0 && numbers.categories.length > 0)
    assert.deepEqual((await member.as.ask(calls.statistics, { leagueId })).body.stewards, [])
  })

  test('a verdict corrects the race in the same change, and an appeal that turns it takes that back', async () => {
    const { server, owner, marco, dora, mate, stewards, leagueId } = world
    const made = await runningEvent(server, owner, leagueId, { segments: ['RACE'] })
    await enter(server, made, [
      { userId: marco.id, raceNumber: 1, carId: '34' },
      { userId: dora.id, raceNumber: 2, carId: '34' },
      { userId: mate.id, raceNumber: 3, carId: '34' },
    ])
    const lines = [dora, marco, mate].map((who, index) => accLine(index + 1, who.steamId, who.name, 4, 4 * LAP + index * 3000, 98_000))
    assert.equal((await upload(server, made.servers[0]!, 'R.json', accFile('R', 0, lines))).status, 200)
    await allRead(server)
    server.clock.advance(2 * HOUR)
    const order = async () =>
      (await marco.as.ask(resultsContract.memberResults, { sessionId: made.id })).body.results[0]!.results.map(({ name, finalPoints }) => [
        name,
        finalPoints,
      ])
    const before = await order()
    assert.deepEqual(
      before.map(([name]) => name),
      ['Dora Klein', 'Marco Bellini', 'Mia Mate'],
    )
    const report = await filed(marco, made.id, dora, { segmentIndex: 0 })
    for (const one of stewards.slice(0, 2)) await review(one, report, 'ACCEPT', { penalties: [{ kind: 'TIME', amount: 5 }] })
    assert.deepEqual(
      (await order()).map(([name]) => name),
      ['Marco Bellini', 'Dora Klein', 'Mia Mate'],
    )
    // whoever looks at the row finds the decision that changed it
    const { penalties } = (await marco.as.ask(correctionsContract.penalties, { sessionId: made.id })).body
    assert.deepEqual(
      (await seenBy(mate, report)).penalties.map(({ correctionId }) => correctionId),
      penalties.map(({ id }) => id),
    )
    // among those that gave seconds it is a precedent until then
    const precedents = async () => (await mate.as.ask(calls.decisions, { leagueId, penalty: 'TIME' })).body.decisions.map(({ id }) => id)
    assert.ok((await precedents()).includes(report.id))
    await appeal(dora, report)
    for (const one of stewards.slice(2, 4)) await review(one, report, 'ACCEPT')
    assert.deepEqual(await order(), before)
    assert.ok(!(await precedents()).includes(report.id))
  })

  test('who erases the account leaves the case, and nothing of what they typed', async () => {
    const { server, owner, marco, leagueId } = world
    const gone = await person(server, 'Gone Tomorrow')
    const id = await drivenEvent(server, owner, leagueId, [gone, marco])
    server.clock.advance(2 * HOUR)
    const report = await filed(gone, id, marco)
    const exported = JSON.stringify((await gone.as.ask(accountsContract.exportData, { id: gone.id })).body)
    assert.ok(exported.includes(TEXT) && exported.includes(VIDEO))
    await server.running.machine.db.transaction().execute(async (tx) => {
      await forgetStatements(tx, gone.id)
    })
    assert.deepEqual([(await seenBy(marco, report)).description, (await seenBy(marco, report)).videoURL], ['', ''])
  })
})
