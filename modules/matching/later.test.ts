import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { grid, seeded } from '#games/emulate.fixture.ts'
import { gameOf } from '#games/index.ts'
import { resultFilesContract } from '#modules/result-files/contract.ts'
import { accFile, accLine, allRead, LAP, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { KEY, STRANGER, strangers, type Strangers } from './matching.fixture.ts'

/** A night is over and its stranger named; then another result of the same race comes, or the one that stands goes on. */
describe('strangers of results that come later', () => {
  let desk: Strangers
  before(async () => {
    desk = await strangers()
  })
  after(() => desk.server.stop())

  const raceOf = async (event: Event) =>
    (await desk.tables(event)).find(({ key }) => key === 'race-1')!.results.map(({ participant, finalPoints }) => [participant.name, finalPoints])
  const placeOf = async ({ id }: Event) => {
    const { places } = (await desk.owner.as.ask(resultFilesContract.laterResults, { id })).body
    return places.find(({ segment }) => segment === 'race-1')
  }
  const won = () => accFile('R', 1, [accLine(77, STRANGER, 'The Unknown', 4, 4 * LAP - 9000, 97_000, 35), desk.lines()[0]!])
  const bringLater = async (event: Event) => {
    await upload(desk.server, event.servers[0]!, '250101_223000_R.json', won())
    await allRead(desk.server)
    return (await placeOf(event))!.versions.find(({ state }) => state === 'WAITING')!.id
  }
  const take = (id: string, v: number) => desk.owner.as.send(resultFilesContract.TakeLaterResult, { id, v }, { reason: 'The whole race.' })

  test('named before it came, and named while it waits: whichever stands says who it is, and nobody does once that is undone', async () => {
    for (const isFirst of [true, false]) {
      const { event, entries } = await desk.night()
      await desk.bring(event)
      const name = () => desk.assign(event, 0, { entryId: entries[1]! })
      const early = isFirst ? await name() : null
      const later = await bringLater(event)
      const named = early ?? (await name())
      assert.equal(named.status, 200, JSON.stringify(named.body))
      // a stranger sits once at the desk, however many results wait
      assert.deepEqual(
        (await desk.desk(event)).strangers.map(({ key, seats }) => [key, seats.length]),
        [[KEY, 2]],
      )
      assert.deepEqual(await raceOf(event), [
        ['Ann Ace', 10],
        ['Ben Bold', 6],
      ])
      assert.equal((await take(later, 0)).status, 200)
      assert.deepEqual(await raceOf(event), [
        ['Ben Bold', 10],
        ['Ann Ace', 6],
      ])
      assert.equal((await desk.undo(named.body.id, 1)).status, 200)
      assert.deepEqual(await raceOf(event), [
        ['The Unknown', 10],
        ['Ann Ace', 6],
      ])
      const [choice] = (await placeOf(event))!.choices
      const undone = await desk.owner.as.send(resultFilesContract.UndoResultChoice, { id: choice!.id, v: 1 }, { reason: 'It was right.' })
      assert.equal(undone.status, 200)
      assert.deepEqual(await raceOf(event), [
        ['Ann Ace', 10],
        ['The Unknown', 6],
      ])
    }
  })

  test('a result that waits keeps nobody from being named in the one that stands', async () => {
    const { event } = await desk.night()
    await desk.bring(event)
    const rows = [accLine(77, STRANGER, 'The Unknown', 4, 4 * LAP, 97_000, 35), accLine(22, desk.ben.steamId, 'Ben', 4, 4 * LAP + 1, 97_000)]
    await upload(desk.server, event.servers[0]!, '250101_223000_R.json', accFile('R', 1, rows))
    await allRead(desk.server)
    const later = (await placeOf(event))!.versions.find(({ state }) => state === 'WAITING')!.id
    const named = await desk.assign(event, 0, { userId: desk.ben.id })
    assert.equal(named.status, 200, JSON.stringify(named.body))
    assert.equal((await raceOf(event))[1]![0], 'Ben Bold')
    // there both drove, each in a car
    assert.equal((await take(later, 0)).status, 200)
    assert.deepEqual(
      (await raceOf(event)).map(([name]) => name),
      ['The Unknown', 'Ben Bold'],
    )
    await desk.undo(named.body.id, 1)
  })

  test('a file that goes on growing tells the race to its end, whoever was named in it meanwhile', async () => {
    const game = gameOf('ams2')!
    const event = await runningEvent(desk.server, desk.owner, desk.leagueId, { game: 'ams2', segments: ['RACE'] })
    const carIds = game.catalogue.cars.slice(0, 1).map((car) => car.id)
    const ports = Object.fromEntries(game.server!.launch.ports.map(({ name }, i) => [name, 9000 + i]))
    const track = game.catalogue.tracks.find(({ layouts }) => layouts.length > 0)!
    const segments = [{ type: 'RACE' as const, durationMin: 12, options: {} }]
    const order = grid(game, 4, { trackId: track.id, layoutId: track.layouts[0]!.id, carIds, ports, segments })
    const { steps } = game.server!.emulate(game.server!.writeFiles(order), seeded(7))
    const { nameAt, bytes } = steps.findLast((step) => 'nameAt' in step)!
    const whole = statsOf(bytes)
    const early = structuredClone(whole)
    raceIn(early).results.pop()
    const bring = async (stats: Stats) => {
      await upload(desk.server, event.servers[0]!, nameAt(new Date(Date.UTC(2026, 0, 2))), Buffer.from(JSON.stringify(stats)))
      await allRead(desk.server)
    }
    await bring(early)
    const before = await raceOf(event)
    const [stranger] = (await desk.desk(event)).strangers
    assert.equal((await desk.assign(event, 0, { userId: desk.cem.id }, stranger!.key)).status, 200)
    await bring(whole)
    const after = await raceOf(event)
    assert.deepEqual([after.length - before.length, after.filter(([name]) => name === 'Cem Calm').length], [1, 1])
    assert.equal(await placeOf(event), undefined)
  })
})

type Stats = { readonly stats: { readonly history: { readonly stages: Record<string, { readonly results: unknown[] }> }[] } }
/** What sms_stats keeps, without its notes for people. */
const statsOf = (bytes: Uint8Array): Stats =>
  JSON.parse(
    Buffer.from(bytes)
      .toString()
      .replaceAll(/^\s*\/\/.*$/gm, ''),
  ) as Stats
const raceIn = ({ stats }: Stats) => stats.history.flatMap(({ stages }) => stages['race1'] ?? [])[0]!
