import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { grid, seeded } from '#games/emulate.fixture.ts'
import { gameOf } from '#games/index.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { confirmed, handing, HEATS, iRacingFile, sent, type Handing } from '#modules/manual-results/import.fixture.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { allRead, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { join } from '#testing/league.ts'
import { linkAccount, person } from '#testing/people.ts'
import { matchingContract as contract } from './contract.ts'

const ELSEWHERE = { game: 'iracing', status: 'ENDED', hosting: 'ELSEWHERE', segments: ['QUALIFY', 'RACE', 'RACE'] } as const

describe('strangers of every game, and of what people hand in', () => {
  let hand: Handing
  before(async () => {
    hand = await handing()
    for (const who of [hand.ann, hand.ben, hand.cem]) await join(who, hand.leagueId)
  })
  after(() => hand.server.stop())

  const deskOf = async ({ id }: Event) => (await hand.owner.as.ask(contract.matchingDesk, { id })).body.strangers
  const seen = async (event: Event) => ({
    tables: await hand.table(event),
    points: (await hand.owner.as.ask(resultsContract.sessionPoints, { sessionId: event.id })).body,
  })
  const driversOf = async (event: Event) =>
    (await hand.table(event)).map(({ key, results }) => [key, results.map(({ driverId }) => driverId)] as const)
  const assign = (event: Event, stranger: string, userId: string, v = 0) =>
    hand.owner.as.send(contract.AssignDriver, { id: event.id, v }, { stranger, userId } as never)

  const SEGMENTS = [
    { type: 'QUALIFY' as const, durationMin: 10, options: {} },
    { type: 'RACE' as const, durationMin: 12, options: {} },
  ]
  for (const [id, start] of [
    // the emulated drivers have accounts of Steam, which RaceRoom's files do not name
    ['r3e', 'r3e name:'],
    ['ams2', 'steam account:'],
    // game-formats.md §1: nor does LMU
    ['lmu', 'lmu name:'],
  ] as const)
    test(`${id}: a file of its server`, async () => {
      const game = gameOf(id)!
      const event = await runningEvent(hand.server, hand.owner, hand.leagueId, { game: id, segments: ['QUALIFY', 'RACE'] })
      const track = game.catalogue.tracks.find(({ layouts }) => layouts.length > 0)!
      const carIds = game.catalogue.cars.slice(0, 2).map((car) => car.id)
      const ports = Object.fromEntries(game.server!.launch.ports.map(({ name }, i) => [name, 9000 + i]))
      const order = grid(game, 5, { trackId: track.id, layoutId: track.layouts[0]!.id, carIds, ports, segments: SEGMENTS })
      let at = Date.UTC(2026, 0, 2)
      for (const step of game.server!.emulate(game.server!.writeFiles(order), seeded(5)).steps)
        if ('nameAt' in step) await upload(hand.server, event.servers[0]!, step.nameAt(new Date((at += 600_000))), step.bytes)
      await allRead(hand.server)
      const before = await seen(event)
      const strangers = await deskOf(event)
      assert.ok(strangers.length >= 5)
      assert.ok(
        strangers.some(({ key }) => key.startsWith(start)),
        strangers[0]!.key,
      )
      const { body, status } = await assign(event, strangers[0]!.key, hand.ben.id)
      assert.equal(status, 200)
      for (const [key, ids] of await driversOf(event)) assert.equal(ids.filter((one) => one === hand.ben.id).length, 1, key)
      assert.equal((await assign(event, strangers[1]!.key, hand.ben.id)).body.code, 'DRIVER_TWICE_IN_SEGMENT')
      assert.equal((await hand.owner.as.send(contract.UndoMatch, { id: body.id, v: 1 }, {})).status, 200)
      assert.deepEqual(await seen(event), before)
    })

  test('an account that was only told is nobody’s outside the communities whose admins can set it right', async () => {
    const liar = await person(hand.server, 'Liam Liar')
    await linkAccount(hand.server, liar, 'iracing', '5')
    const night = async () => {
      const event = await runningEvent(hand.server, hand.owner, hand.leagueId, ELSEWHERE)
      await hand.take(event, sent(iRacingFile(HEATS)))
      await allRead(hand.server)
      return (await driversOf(event)).flatMap(([, ids]) => ids).filter((id) => id === liar.id).length
    }
    assert.equal(await night(), 0)
    await join(liar, hand.leagueId)
    assert.equal(await night(), 3)
    await hand.server.running.machine.db.deleteFrom('linked_accounts').where('user_id', '=', liar.id).execute()
  })

  test('a manual session: guests of an imported file, once it is published; the next import proposes them', async () => {
    const { made } = await hand.night()
    assert.equal((await hand.take(made, sent(iRacingFile(HEATS)))).status, 200)
    assert.equal((await hand.publish(made)).status, 200)
    const before = await seen(made)
    const strangers = await deskOf(made)
    assert.ok(
      strangers.some(({ key, name }) => key === 'iracing account:5' && name === 'A Stranger'),
      JSON.stringify(strangers),
    )
    const { body } = await assign(made, 'iracing account:5', hand.owner.id)
    for (const [key, ids] of await driversOf(made)) assert.equal(ids.filter((one) => one === hand.owner.id).length, 1, key)
    // who has an entry that stands there as absent is there already
    assert.equal((await assign(made, 'iracing account:2002', hand.ben.id)).body.code, 'DRIVER_TWICE_IN_SEGMENT')

    const next = await hand.night()
    await hand.owner.as.send(contract.UndoMatch, { id: body.id, v: 1 }, {})
    assert.deepEqual(await seen(made), before)
    const single = await runningEvent(hand.server, hand.owner, hand.leagueId, ELSEWHERE)
    assert.equal((await hand.take(single, sent(iRacingFile(HEATS)))).status, 200)
    await allRead(hand.server)
    const said = (await assign(single, 'iracing account:2002', hand.ben.id)).body
    assert.equal(said.v, 1)
    const preview = (await hand.preview(next.made, sent(iRacingFile(HEATS)))).body
    const ben = preview.participants.find(({ name }) => name.includes('BOLD'))!
    assert.deepEqual(ben.match, { entryId: next.ids[1], by: 'KNOWN' })
    // a proposal counts once it is sent back
    assert.equal((await hand.take(next.made, sent(iRacingFile(HEATS), { matches: confirmed(preview) }))).status, 200)
    const { raceResults } = (await hand.owner.as.ask(manualResultsContract.manualResult, { eventId: next.made.id })).body
    assert.ok(raceResults.every(({ entryResults }) => entryResults.every(({ entryId, isGuest }) => entryId !== next.ids[1] || !isGuest)))
    // what is handed in as segments knows them by itself
    const again = await runningEvent(hand.server, hand.owner, hand.leagueId, ELSEWHERE)
    assert.equal((await hand.take(again, sent(iRacingFile(HEATS)))).status, 200)
    await allRead(hand.server)
    for (const [key, ids] of await driversOf(again)) assert.equal(ids.filter((one) => one === hand.ben.id).length, 1, key)
  })
})
