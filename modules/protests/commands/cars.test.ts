import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { accountsContract } from '#modules/accounts/contract.ts'
import { resultFilesContract } from '#modules/result-files/contract.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { person, type Person } from '#testing/people.ts'
import { protestsContract as calls, type ReportView } from '../contract.ts'
import { appeal, filed, protestWorld, review, submit, type ProtestWorld } from '../protests.fixture.ts'

const HOUR = 3_600_000
const TEN = { penalties: [{ kind: 'TIME' as const, amount: 10 }] }

/** Dora lost her car, number 2, and came back in another, number 99: both stand in the race. */
describe('a protest about a driver who drove two cars', () => {
  let world: ProtestWorld
  before(async () => {
    world = await protestWorld('CARS')
  })
  after(() => world.server.stop())

  type Numbered = readonly [number: number, who: Person]
  /** These cars, a second after one another. */
  const bring = async (made: Event, file: string, cars: readonly Numbered[]) => {
    const lines = cars.map(([number, { steamId, name }], at) => accLine(number, steamId, name, 4, 4 * LAP + at * 1000, 97_000))
    assert.equal((await upload(world.server, made.servers[0]!, file, accFile('R', 0, lines))).status, 200)
    await allRead(world.server)
  }
  /** Her second car is placed better than her own. */
  async function raced(isEntered = true, dora = world.dora): Promise<Event> {
    const { server, owner, leagueId, marco } = world
    const made = await runningEvent(server, owner, leagueId, { segments: ['RACE'] })
    const entries = [{ userId: marco.id, raceNumber: 1, carId: '34' }, ...(isEntered ? [{ userId: dora.id, raceNumber: 2, carId: '34' }] : [])]
    await enter(server, made, entries)
    await bring(made, 'R.json', [[99, dora], [1, marco], [2, dora]]) // prettier-ignore
    server.clock.advance(2 * HOUR)
    return made
  }
  const rows = async ({ id }: Event) => (await world.owner.as.ask(resultsContract.memberResults, { sessionId: id })).body.results[0]!.results
  /** In the order of the results, number and seconds given. */
  const given = async (made: Event) => (await rows(made)).map((row) => [row.raceNumber, (row.penaltyAdjustments ?? 0) / 1000])
  const rowOf = async (made: Event, number: number) => (await rows(made)).find(({ raceNumber }) => raceNumber === number)!.participantId
  const report = async (made: Event, number: number, dora = world.dora) =>
    filed(world.marco, made.id, dora, { segmentIndex: 0, participantId: await rowOf(made, number) })
  const judged = async (one: ReportView) => {
    for (const steward of world.stewards.slice(0, 2)) assert.equal((await review(steward, one, 'ACCEPT', TEN)).status, 200)
  }
  /** The later file counts from now on. */
  const taken = async ({ id }: Event) => {
    const { segments } = (await world.owner.as.ask(resultFilesContract.laterResults, { id })).body
    const [{ v, versions }] = segments as [(typeof segments)[number]]
    const later = versions.find(({ state }) => state === 'WAITING')!
    await world.owner.as.done(resultFilesContract.TakeLaterResult, { id: later.id, v }, { reason: 'The first file was cut off.' })
  }

  test('says which; it is refused without, and with a row that is none of theirs', async () => {
    const { marco, dora } = world
    const made = await raced()
    const refused = async (participantId?: string) => {
      const { status, body } = await submit(marco, made.id, dora, { segmentIndex: 0, participantId })
      return [status, body.code, body.params?.['field']]
    }
    const wanted = [422, 'PROTEST_CAR', 'participantId']
    for (const at of [undefined, await rowOf(made, 1), crypto.randomUUID()]) assert.deepEqual(await refused(at), wanted)
    const { drivers } = (await marco.as.ask(calls.sessionReports, { sessionId: made.id })).body
    assert.deepEqual(
      drivers.map(({ id, cars }) => [id, cars.map(({ raceNumber, position, name }) => `${position}: #${raceNumber} ${name}`)]),
      [[dora.id, ['1: #99 Porsche 992 GT3 R', '3: #2 Porsche 992 GT3 R']]],
    )
    assert.deepEqual((await report(made, 2)).car, { raceNumber: 2, name: 'Porsche 992 GT3 R' })
  })

  test('of one who drove one car says nothing, or that one', async () => {
    const { marco, dora } = world
    const made = await raced()
    const theirs = { segmentIndex: 0, participantId: await rowOf(made, 1) }
    assert.equal((await filed(dora, made.id, marco, { segmentIndex: 0 })).car, null)
    assert.equal((await filed(dora, made.id, marco, theirs)).car?.raceNumber, 1)
    assert.equal((await submit(dora, made.id, marco, { ...theirs, participantId: await rowOf(made, 2) })).body.code, 'PROTEST_CAR')
    const { drivers } = (await dora.as.ask(calls.sessionReports, { sessionId: made.id })).body
    assert.deepEqual(
      drivers.map(({ id, cars }) => [id, cars]),
      [[marco.id, []]],
    )
  })

  for (const [who, isEntered] of [
    ['entered one of them', true],
    ['never entered', false],
  ] as const)
    test(`corrects that car, told before; so it stays in results that come in another order, until an appeal gives it back (who ${who})`, async () => {
      const { marco, dora, stewards } = world
      const made = await raced(isEntered)
      const one = await report(made, 2)
      const { race } = (await stewards[0]!.as.ask(calls.changes, { id: one.id, ...TEN })).body
      assert.deepEqual(
        race!.rows.filter(({ isReportee }) => isReportee).map(({ from, to }) => [from.gapMs, to.gapMs]),
        [
          [null, null],
          [2000, 12_000],
        ],
      )
      await judged(one)
      assert.deepEqual(await given(made), [[99, 0], [1, 0], [2, 10]]) // prettier-ignore
      await bring(made, 'R2.json', [[2, dora], [1, marco], [99, dora]]) // prettier-ignore
      await taken(made)
      assert.deepEqual(await given(made), [[1, 0], [99, 0], [2, 10]]) // prettier-ignore
      await appeal(dora, one)
      for (const steward of stewards.slice(2, 4)) await review(steward, one, 'ACCEPT')
      assert.deepEqual(await given(made), [[2, 0], [1, 0], [99, 0]]) // prettier-ignore
    })

  test('that is judged after the results came in another order corrects the car it was filed about', async () => {
    const { marco, dora } = world
    const made = await raced()
    const one = await report(made, 99)
    await bring(made, 'R2.json', [[2, dora], [1, marco], [99, dora]]) // prettier-ignore
    await taken(made)
    await judged(one)
    assert.deepEqual(await given(made), [[2, 0], [1, 0], [99, 10]]) // prettier-ignore
  })

  for (const number of [2, 99])
    test(`that is judged after car ${number} was entered corrects the car it was filed about`, async () => {
      const made = await raced(false)
      const [own, other] = [await report(made, 2), await report(made, 99)]
      await enter(world.server, made, [{ userId: world.dora.id, raceNumber: number, carId: '34' }])
      const { files } = (await world.owner.as.ask(resultFilesContract.resultFiles, { id: made.id })).body
      for (const { id } of files) await world.owner.as.done(resultFilesContract.RetryReading, { id }, {})
      await allRead(world.server)
      await judged(own)
      assert.deepEqual(await given(made), [[99, 0], [1, 0], [2, 10]]) // prettier-ignore
      await judged(other)
      assert.deepEqual(await given(made), [[1, 0], [99, 10], [2, 10]]) // prettier-ignore
    })

  test('that was filed before it was asked which corrects the better placed; and one car that is left, whichever was meant', async () => {
    const { server, marco, dora } = world
    const old = await raced()
    const one = await report(old, 2)
    const forgets = 'update protest_reports set reportee_keys = null, reportee_car = null where id = $1'
    await server.running.machine.pool.query(forgets, [one.id])
    await judged(one)
    assert.deepEqual(await given(old), [[1, 0], [2, 0], [99, 10]]) // prettier-ignore

    const made = await raced()
    const other = await report(made, 2)
    await bring(made, 'R2.json', [[99, dora], [1, marco]]) // prettier-ignore
    await taken(made)
    await judged(other)
    assert.deepEqual(await given(made), [[1, 0], [99, 10]]) // prettier-ignore
  })

  test('keeps nothing of what a file called them once they erase the account', async () => {
    const { server } = world
    const gone = await person(server, 'Gina Gone')
    const made = await raced(true, gone)
    const one = await report(made, 2, gone)
    const { pool } = server.running.machine
    await pool.query(`update protest_reports set reportee_keys = reportee_keys || 'account:${gone.steamId}'::text where id = $1`, [one.id])
    await gone.as.done(accountsContract.RemoveUser, { id: gone.id, v: 1 }, {})
    const { rows: kept } = await pool.query<{ keys: string[] }>('select reportee_keys as keys from protest_reports where id = $1', [one.id])
    assert.equal(kept[0]!.keys.length, 1)
    assert.match(kept[0]!.keys[0]!, /^entry:/)
  })
})
