import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { HOUR_MS } from '#core/duration.ts'
import type { LeagueId } from '#core/ids.ts'
import { lapLengthM } from '#games/catalogue.ts'
import { seeded } from '#games/emulate.fixture.ts'
import { gameOf } from '#games/index.ts'
import { correctionsContract } from '#modules/corrections/contract.ts'
import { settleEvent } from '#modules/corrections/door.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { cornersDriven } from '#modules/ranking/rules/corners.ts'
import { NO_RATINGS, replay, type Race } from '#modules/ranking/rules/race.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { contactsOf, OUTCOMES } from '#modules/results/decide/ranked.ts'
import { enter, runningEvent, type Event } from '#modules/results/results.fixture.ts'
import { lockSession } from '#modules/sessions/door.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { byHand } from '#testing/steps.ts'

const SEED = Number(process.env['ANEW_SEED'] ?? 7)
const GAMES = ['acc', 'iracing', 'r3e'] as const
const EVENTS = 40
const WHY = { reason: 'As chance would have it.' }
type Driven = { readonly event: Event; readonly game: (typeof GAMES)[number]; readonly startsAt: Date; readonly entryOf: ReadonlyMap<string, string> }

/** Races of three games that are told in whatever order, some at the same moment, corrected and opened again: every digit is that of the rules alone. */
describe(`ratings of what the tables tell (ANEW_SEED=${SEED})`, () => {
  const chance = seeded(SEED)
  const below = (most: number): number => Math.floor(chance() * most)
  let server: TestServer
  let owner: Person
  let drivers: readonly Person[]
  let leagueId: LeagueId
  before(async () => {
    server = await testServer({ breaks: ['weekly-limit', 'seats-counted'] })
    owner = await person(server, 'Olga Owner', { plan: 'SPORT' })
    drivers = await Promise.all(Array.from({ length: 30 }, (_, no) => person(server, `Driver ${no}`)))
    leagueId = await league(server, owner, { members: drivers })
  })
  after(() => server.stop())

  async function entered(no: number): Promise<Driven> {
    const game = GAMES[no % GAMES.length]!
    // two begin at once
    const startsAt = new Date(server.clock.now().getTime() - (EVENTS - (no >> 1)) * HOUR_MS)
    const event = await runningEvent(server, owner, leagueId, { game, manual: true, segments: ['RACE'], isRanked: true, startsAt })
    const field = drivers.toSorted(() => chance() - 0.5).slice(0, 5 + below(12))
    const ids = await enter(
      server,
      event,
      field.map(({ id: userId }, at) => ({ userId, raceNumber: at + 1, carId: '34' })),
    )
    return { event, game, startsAt, entryOf: new Map(field.map(({ id }, at) => [id, ids[at]!])) }
  }
  async function publish({ event, entryOf }: Driven): Promise<void> {
    const order = [...entryOf.values()].toSorted(() => chance() - 0.5)
    const out = below(4)
    const wonIn = 600_000 + below(3) * 500_000
    const entryResults = order.map((entryId, at) => ({
      entryId,
      position: at + 1,
      ...(at >= order.length - out ? { isDNF: true } : { timeMs: wonIn + at * 1000 + below(900) }),
    }))
    await owner.as.done(manualResultsContract.SaveRaceResult, { id: event.id }, { raceNo: 1, entryResults: entryResults as never })
    await owner.as.done(manualResultsContract.PublishResults, { id: event.id }, {})
  }
  /** What a game that tells of laps and contacts would have said. */
  const contacts = ({ event: { id } }: Driven) =>
    byHand(server, async (context) => {
      const event = (await lockSession(context.tx, id))!
      const rows = await context.tx.selectFrom('result_rows').select('id').where('session_id', '=', id).orderBy('id').execute()
      for (const row of rows) {
        const incidents = JSON.stringify({ collisionsWithCar: below(3), offTracks: below(6) }) as never
        await context.tx
          .updateTable('result_rows')
          .set({ incidents, lap_count: 15 + below(3) })
          .where('id', '=', row.id)
          .execute()
      }
      await settleEvent(context, event)
    })
  async function correct({ event, entryOf }: Driven): Promise<void> {
    const driverId = [...entryOf.keys()][below(entryOf.size)]!
    const penalty = [{ time: 4 }, { positions: 2 }, { disqualified: true }, { time: -3 }][below(4)]!
    const given = await owner.as.send(correctionsContract.AddPenalty, {}, {
      sessionId: event.id,
      driverId,
      raceIndex: 0,
      ...WHY,
      ...penalty,
    } as never)
    assert.ok(given.status < 500)
    if (given.status === 200 && chance() < 0.3) await owner.as.done(correctionsContract.RevokeCorrection, { id: given.body.id }, WHY)
  }
  const again = async (driven: Driven): Promise<void> => {
    await owner.as.done(manualResultsContract.ReopenResults, { id: driven.event.id }, WHY)
    await publish(driven)
  }

  /** The race as its table tells it. */
  async function raceOf({ event, game, startsAt, entryOf }: Driven): Promise<Race> {
    const { results } = (await owner.as.ask(resultsContract.memberResults, { sessionId: event.id })).body
    const lengthM = lapLengthM(gameOf(game)!.catalogue, 'monza', null)
    const cars = results[0]!.results.map((row) => ({
      id: `1 entry:${entryOf.get(row.driverId!)}`,
      outcome: OUTCOMES[row.status],
      position: row.position,
      laps: row.lapCount,
      // as long as it was driven: what stewards give or take makes no race longer
      minutes: (row.totalTime ?? 0) / 60_000,
      classId: '',
      split: 1,
      crew: [{ userId: row.driverId!, seconds: 0, incidents: contactsOf(row.incidents), corners: cornersDriven(row.lapCount, { lengthM }) }],
    }))
    return { id: event.id, no: 1, game, startsAt: startsAt.getTime(), cars }
  }

  test('are those of the rules alone, whatever came late', async () => {
    const all: Driven[] = []
    for (let no = 0; no < EVENTS; no++) all.push(await entered(no))
    for (const driven of all.toSorted(() => chance() - 0.5)) {
      await publish(driven)
      const early = all[below(all.length)]!
      const isThere = (await owner.as.ask(resultsContract.memberResults, { sessionId: early.event.id })).body.results.length > 0
      if (isThere) await [contacts, correct, again, correct][below(4)]!(early)
    }
    for (const driven of all) if (chance() < 0.3) await contacts(driven)
    const races = await Promise.all(all.map(raceOf))
    const said = replay(NO_RATINGS, races).changes.map((one) => ({ ...one, key: `${one.sessionId} ${one.userId}` }))
    const stored = await server.running.machine.db.selectFrom('rating_changes').selectAll().execute()
    assert.equal(stored.length, said.length)
    assert.ok(stored.length > 100 && new Set(stored.map(({ level_after: level }) => level)).size > 3, 'ranks and licences moved')
    const keptOf = new Map(stored.map((row) => [`${row.session_id} ${row.user_id}`, row]))
    for (const { key, before: had, after: has, licenceBefore, licenceAfter, won, expected, starters } of said) {
      const row = keptOf.get(key)
      assert.deepEqual(
        row && [row.won, row.expected, row.starters, row.rank_before, row.races_before, row.rank_after, row.races_after],
        [won, expected, starters, had.rank, had.races, has.rank, has.races],
        key,
      )
      assert.deepEqual(
        row && [row.licence_before, row.level_before, row.licence_races_before, row.licence_after, row.level_after, row.licence_races_after],
        [licenceBefore.licence, licenceBefore.level, licenceBefore.races, licenceAfter.licence, licenceAfter.level, licenceAfter.races],
        key,
      )
    }
  })
})
