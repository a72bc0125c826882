import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { HOUR_MS } from '#core/duration.ts'
import type { SessionId } from '#core/ids.ts'
import { correctionsContract } from '#modules/corrections/contract.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { resultFilesContract } from '#modules/result-files/contract.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { accFile, accLine, allRead, LAP, upload } from '#modules/results/results.fixture.ts'
import type { Person } from '#testing/people.ts'
import { timePasses, until } from '#testing/time.ts'
import { enteredEvent, protestWorld, setRules, type ProtestWorld } from '../protests.fixture.ts'

const WHY = 'The first file was cut off.'

describe('results that change once they are final', () => {
  let world: ProtestWorld
  before(async () => {
    world = await protestWorld('CHG')
  })
  after(() => world.server.stop())

  const file = (order: readonly Person[]) =>
    accFile(
      'R',
      0,
      order.map((who, at) => accLine(1 + [world.marco, world.dora].indexOf(who), who.steamId, who.name, 4, 4 * LAP + at * 1000, 97_000)),
    )
  /** A race that Marco won before Dora. */
  const driven = async (): Promise<SessionId> => {
    const { server, marco, dora } = world
    const made = await enteredEvent(world)
    assert.equal((await upload(server, made.servers[0]!, 'R.json', file([marco, dora]))).status, 200)
    await allRead(server)
    return made.id
  }
  const stands = async (id: SessionId) => (await world.marco.as.ask(resultsContract.memberResults, { sessionId: id })).body.confirmation!
  const passes = (hours: number) => {
    const { running, clock } = world.server
    return timePasses(running, clock, new Date(clock.now().getTime() + hours * HOUR_MS))
  }
  const penalise = async (id: SessionId, time: number) => {
    const given = { sessionId: id, driverId: world.marco.id, raceIndex: 0, time, reason: 'Cut.' }
    return world.owner.as.done(correctionsContract.AddPenalty, {}, given)
  }
  const told = async (who: Person, id: SessionId) =>
    (await who.as.ask(notificationsContract.notifications, {})).body.notifications.flatMap(({ kind, link, params }) =>
      link === `/events/${id}` && kind.startsWith('results-') ? [[kind, params['reason'] ?? null]] : [],
    )

  test('stay final, and say since when they are others; whoever drove is told that they were final', async () => {
    const { owner, server, marco, dora } = world
    const id = await driven()
    await penalise(id, 1)
    assert.equal((await stands(id)).changedAt, null, 'they are provisional')
    await passes(50)
    await until('they are final', async () => (await stands(id)).confirmedAt !== null)
    const { confirmedAt } = await stands(id)
    await passes(24)
    const late = { name: 'whole.json', contentBase64: Buffer.from(file([dora, marco])).toString('base64') }
    await owner.as.done(manualResultsContract.ImportResultFile, { id }, late)
    await allRead(server)
    assert.equal((await stands(id)).changedAt, null, 'it waits')
    const { segments } = (await owner.as.ask(resultFilesContract.laterResults, { id })).body
    const { id: later } = segments[0]!.versions.find(({ state }) => state === 'WAITING')!
    await owner.as.done(resultFilesContract.TakeLaterResult, { id: later, v: segments[0]!.v }, { reason: WHY })
    const said = await stands(id)
    assert.equal(said.confirmedAt, confirmedAt)
    assert.ok(said.changedAt! > confirmedAt!, `${said.changedAt}`)
    assert.deepEqual((await server.visitor.ask(resultsContract.results, { sessionId: id })).body.confirmation, said)
    for (const who of [marco, dora])
      await until('who drove is told', async () => (await told(who, id)).some(([kind, reason]) => kind === 'results-final-changed' && reason === WHY))
    await passes(1)
    const given = await penalise(id, 2)
    const corrected = (await stands(id)).changedAt!
    assert.ok(corrected > said.changedAt!, corrected)
    await passes(1)
    await owner.as.done(correctionsContract.RevokeCorrection, { id: given.id }, { reason: 'It was another car.' })
    assert.ok((await stands(id)).changedAt! > corrected)
  })

  test('that become provisional anew, and final after that, are as they were confirmed', async () => {
    const { owner, leagueId } = world
    const id = await driven()
    await passes(50)
    await until('they are final', async () => (await stands(id)).confirmedAt !== null)
    await passes(1)
    await penalise(id, 1)
    assert.notEqual((await stands(id)).changedAt, null)
    assert.equal((await setRules(owner, leagueId, { duration_days: 5 })).status, 200)
    await until('they are provisional', async () => (await stands(id)).confirmedAt === null)
    await passes(24 * 5)
    await until('they are final again', async () => (await stands(id)).confirmedAt !== null)
    assert.equal((await stands(id)).changedAt, null)
  })

  test('of which nobody may protest were never anything else: nothing is said of what their admins do', async () => {
    const { owner, leagueId } = world
    assert.equal((await setRules(owner, leagueId, { enable_protest_rules: false })).status, 200)
    const id = await driven()
    await passes(1)
    await penalise(id, 1)
    const { confirmedAt, changedAt } = await stands(id)
    assert.deepEqual([confirmedAt !== null, changedAt], [true, null])
  })
})
