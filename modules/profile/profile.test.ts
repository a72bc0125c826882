import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DAY_MS } from '#core/duration.ts'
import type { LeagueId } from '#core/ids.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { newId } from '#server/db/change.ts'
import { runningEvent, type Event } from '#modules/results/results.fixture.ts'
import { league, leagueBody } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { statementsOfPage, type TestServer, testServer, WITHOUT_PAGES } from '#testing/server.ts'
import { profileContract } from './contract.ts'
import { driven } from './profile.fixture.ts'

const WAYS = ['open', 'signedIn', 'hidden', 'closed'] as const
type Way = (typeof WAYS)[number]

/** Ann and Ben have driven once in a community of each kind, Ann ahead but in the first; Inge is in all of them, Rita in none. */
describe('a driver across communities', () => {
  let server: TestServer
  let [owner, ann, ben, cem, inge, rita]: Person[] = []
  const leagues = {} as Record<Way, LeagueId>
  const events = {} as Record<Way, Event>
  /** From when days are counted; the suite may go on over midnight. */
  let now: Date
  before(async () => {
    server = await testServer()
    now = server.clock.now()
    ;[owner, ann, ben, cem, inge] = (await Promise.all(
      ['Olga Owner', 'Ann Ace', 'Ben Bold', 'Cem Calm', 'Inge Inside'].map((name) => person(server, name)),
    )) as Person[]
    rita = await person(server, 'Rita Reader', { plan: 'SPORT' })
    const members = [ann!, ben!, cem!, inge!]
    for (const [at, way] of WAYS.entries()) {
      leagues[way] = await league(server, owner!, { name: `Club ${way}`, shortName: way, members, openResults: way !== 'signedIn' })
      const startsAt = new Date(now.getTime() - (10 - at) * DAY_MS)
      const order = way === 'open' ? [ben!, ann!, cem!] : [ann!, ben!, cem!]
      events[way] = await driven(server, owner!, leagues[way], { order, startsAt, bestMs: 97_000 + at * 1000 })
    }
    const { v } = (await owner!.as.ask(membersContract.league, { id: leagues.hidden })).body
    await owner!.as.done(leaguesContract.ChangeVisibility, { id: leagues.hidden, v }, { visibility: 'HIDDEN' })
    await server.running.machine.db.updateTable('leagues').set({ closed_at: server.clock.now() }).where('id', '=', leagues.closed).execute()
    server.running.machine.answers.dropAll()
  })
  after(() => server.stop())

  const career = async (who: Person, reader?: Person) =>
    (await (reader ? reader.as.ask(profileContract.career, { id: who.id }) : server.visitor.ask(profileContract.publicCareer, { id: who.id }))).body
  const compared = async (reader?: Person) => {
    const at = { id: ann!.id, other: ben!.id }
    return (await (reader ? reader.as.ask(profileContract.compare, at) : server.visitor.ask(profileContract.publicCompare, at))).body
  }

  test('totals count what the reader may know of, and nothing else', async () => {
    const seen = async (reader?: Person) => {
      const { totals, lastRaces, favourites, filters } = await career(ann!, reader)
      const { starts, wins, podiums, finished, dnfs, poles, qualifyings, fastestLaps } = totals
      return { starts, wins, podiums, finished, dnfs, poles, qualifyings, fastestLaps, last: lastRaces.length, driven: favourites[0]?.races, in: filters.communities.map(({ name }) => name) } // prettier-ignore
    }
    const one = { starts: 1, wins: 0, podiums: 1, finished: 1, dnfs: 0, poles: 0, qualifyings: 1, fastestLaps: 0, last: 1, driven: 1, in: ['Club open'] } // prettier-ignore
    assert.deepEqual(await seen(), one, 'a visitor: what is opened')
    const two = { ...one, starts: 2, wins: 1, podiums: 2, finished: 2, qualifyings: 2, fastestLaps: 1, last: 2, driven: 2, in: ['Club open', 'Club signedIn'] } // prettier-ignore
    assert.deepEqual(await seen(rita), two, 'a stranger with a login: what is public')
    const all = { ...two, starts: 4, wins: 3, podiums: 4, finished: 4, qualifyings: 4, fastestLaps: 3, last: 4, driven: 4, in: ['Club closed', 'Club hidden', 'Club open', 'Club signedIn'] } // prettier-ignore
    for (const insider of [inge!, ann!, owner!]) assert.deepEqual(await seen(insider), all, insider.name)
    for (const way of ['hidden', 'closed'] as const)
      assert.ok(!JSON.stringify([await career(ann!), await career(ann!, rita)]).includes(events[way].id), `${way} is nowhere in the answer`)
  })

  test('the pole of who is disqualified, or has no time, is that of who is behind', async () => {
    const { pool } = server.running.machine
    const poles = async (who: Person) => (await career(who, inge)).totals.poles
    const all = () => Promise.all([ann!, ben!, cem!].map(poles))
    const status = (to: string, best: number | null = 97_500) =>
      pool.query(
        `update result_rows x set status = $1, raw_status = $1, best_lap_ms = $4 from results r where r.id = x.result_id and r.type = 'QUALIFY' and r.session_id = $2 and $3 = any (x.user_ids)`,
        [to, events.open.id, cem!.id, best],
      )
    assert.deepEqual(await all(), [0, 0, 4])
    await status('DSQ')
    assert.deepEqual(await all(), [1, 0, 3])
    const { first, second } = (await inge!.as.ask(profileContract.compare, { id: ann!.id, other: ben!.id })).body
    assert.deepEqual([first.totals.poles, second.totals.poles], [1, 0])
    await status('FINISHED', null)
    assert.deepEqual(await all(), [1, 0, 3])
    await status('FINISHED')
    assert.deepEqual(await all(), [0, 0, 4])
  })

  test('badges say what for: races won, a clean run, seasons won and driven whole, as far as the reader is told', async () => {
    const { db, pool } = server.running.machine
    assert.deepEqual((await career(ann!)).badges, { winner: null, clean: null, champion: [], ironMan: null })
    const { winner } = (await career(ann!, rita)).badges
    assert.deepEqual([winner?.wins, winner?.sessionName], [1, 'Monza Sprint'])
    assert.equal((await career(ann!, inge)).badges.winner?.wins, 3)
    // a season of three rounds that Ann and Cem drove whole and Ann won, of which Ben missed one; and five races with contact data
    const season = newId<'tournament'>(server.clock.now())
    const driver = await person(server, 'Cleo Clean')
    const made: Event[] = []
    for (const order of [[driver, ben!, cem!], [driver, cem!], [driver, ben!, cem!], [driver], [driver]]) made.push(await driven(server, owner!, leagues.open, { order, bestMs: 105_000 })) // prettier-ignore
    // and a fourth, to which nobody came
    const empty = await runningEvent(server, owner!, leagues.open, { status: 'ENDED' })
    const rounds = [...made.slice(0, 3), empty].map(({ id }) => id)
    const points = JSON.stringify({ overallPointTable: [25, 18], onlyBestRaceTime: false })
    await pool.query(
      `insert into tournaments (id, league_id, type, game, name, status, join_after_start, session_skip_limit, point_system, max_entries, created_by, created_at)
        values ($1, $2, 'SERIES', 'acc', 'Sprint Cup', 'FINISHED', false, 0, $3, 20, $4, now())`,
      [season, leagues.open, points, owner!.id],
    )
    await pool.query(`insert into tournament_standings (tournament_id, of, standings, computed_at) values ($1, 'DRIVERS', $2, now())`, [
      season,
      JSON.stringify({
        rows: [
          { id: driver.id, position: 1, points: 75 },
          { id: cem!.id, position: 2, points: 54.5 },
        ],
      }),
    ])
    await db.updateTable('sessions').set({ tournament_id: season, status: 'ENDED' }).where('id', 'in', rounds).execute()
    const contacts = (points: number, at: number) =>
      pool.query(`update result_rows set incidents = $1 where session_id = $2 and $3 = any (user_ids)`, [
        JSON.stringify({ collisionsWithCar: 0, offTracks: points }),
        made[at]!.id,
        driver.id,
      ])
    for (const at of made.keys()) await contacts(3, at)
    server.running.machine.answers.dropAll()
    const { badges } = await career(driver)
    assert.deepEqual([badges.winner?.wins, badges.clean, badges.ironMan], [5, { races: 5 }, { seasons: 1 }])
    assert.deepEqual(
      badges.champion.map(({ id, name, type }) => [id, name, type]),
      [[season, 'Sprint Cup', 'SERIES']],
    )
    const keep = async (...rows: object[]) => {
      await pool.query(`update tournament_standings set standings = $2 where tournament_id = $1`, [season, JSON.stringify({ rows })])
      server.running.machine.answers.dropAll()
      return Promise.all([driver, cem!].map(async (who) => (await career(who)).badges.champion.length))
    }
    const [first, second] = [
      { id: driver.id, position: 1, points: 75 },
      { id: cem!.id, position: 2, points: 54.5 },
    ]
    assert.deepEqual(await keep(first, { ...second, position: 1 }), [1, 1], 'who shares the first place shares the title')
    assert.deepEqual(await keep({ ...first, position: null }, { ...second, position: 1 }), [0, 1], 'who is out of the season has not won it')
    const places = async (who: Person) => (await career(who)).seasons.map(({ place, of }) => [place, of])
    assert.deepEqual([await places(driver), await places(cem!)], [[[null, 1]], [[1, 1]]], 'nor are they one of those with a place')
    assert.deepEqual(await keep(first, second), [1, 0])
    assert.deepEqual([(await career(cem!)).badges.ironMan, (await career(ben!)).badges.ironMan], [{ seasons: 1 }, null])
    const season1 = { id: season, name: 'Sprint Cup', type: 'SERIES', gameId: 'acc', leagueName: 'Club open', isOver: true }
    const year = server.clock.now().getUTCFullYear()
    assert.deepEqual((await career(cem!)).seasons, [{ ...season1, year, place: 2, of: 2, points: 54.5, driven: 3, held: 3 }])
    // who is not in the standings, an ended round missed
    assert.deepEqual((await career(ben!, rita)).seasons, [{ ...season1, year, place: null, of: 0, points: null, driven: 2, held: 3 }])
    // the round that he missed goes on: one split is in, and his is to come
    const held = async (who: Person, status: 'IN_PROGRESS' | 'ENDED') => {
      await db.updateTable('sessions').set({ status }).where('id', '=', made[1]!.id).execute()
      server.running.machine.answers.dropAll()
      return (await career(who, rita)).seasons.map((one) => [one.driven, one.held])
    }
    assert.deepEqual([await held(ben!, 'IN_PROGRESS'), await held(cem!, 'IN_PROGRESS'), await held(ben!, 'ENDED')], [[[2, 2]], [[3, 3]], [[2, 3]]])
    await pool.query('update tournaments set deleted_at = now() where id = $1', [season])
    server.running.machine.answers.dropAll()
    assert.deepEqual((await career(cem!)).seasons, [], 'one that was deleted')
    await pool.query('update tournaments set deleted_at = null where id = $1', [season])
    // one point more in the middle, and no run is long enough
    await contacts(4, 2)
    server.running.machine.answers.dropAll()
    assert.equal((await career(driver)).badges.clean, null)
    await db.updateTable('sessions').set({ tournament_id: null }).where('id', 'in', rounds).execute()
    await pool.query('delete from tournament_standings where tournament_id = $1', [season])
    await pool.query('delete from tournaments where id = $1', [season])
  })

  test('where a game’s files tell of no contacts, incidents are not measured', async () => {
    assert.deepEqual((await career(ann!, ann)).totals.incidents, { sum: 0, races: 0 })
  })

  test('results are filtered by game, community, segment and days, and come in pages', async () => {
    const found = async (more: object, reader = inge!) => {
      const { results, total } = (await reader.as.ask(resultsContract.driverResults, { id: ann!.id, ...more })).body
      return [results.map(({ leagueName, position }) => `${leagueName.slice(5)} ${position}`), total]
    }
    const newest = ['closed 1', 'hidden 1', 'signedIn 1', 'open 2']
    assert.deepEqual(await found({}), [newest, 4])
    assert.deepEqual(await found({ limit: 3, offset: 3 }), [['open 2'], 4])
    assert.deepEqual(await found({ type: 'QUALIFY', leagueId: leagues.open }), [['open 2'], 1])
    assert.deepEqual(await found({ game: 'assetto_corsa' }), [[], 0])
    assert.deepEqual(await found({ leagueId: leagues.hidden }, rita), [[], 0], 'a hidden one is as none')
    const day = (at: number): string => new Date(now.getTime() - at * DAY_MS).toISOString().slice(0, 10)
    assert.deepEqual(await found({ from: day(9), to: day(8) }), [['hidden 1', 'signedIn 1'], 2])
    assert.deepEqual(await found({ from: day(8), to: day(9) }), [['hidden 1', 'signedIn 1'], 2], 'the wrong way round')
    for (const malformed of [{ from: 'yesterday' }, { zone: 'Mars/Base' }, { type: 'WARMUP' }, { limit: 0 }])
      assert.equal((await inge!.as.fetch(`/query/user/${ann!.id}/results?${new URLSearchParams(malformed as never)}`)).status, 400)
  })

  test('a row says place, start, lap and that there is more for the signed-in, whatever is asked for', async () => {
    const asked = { id: ann!.id, leagueId: leagues.hidden, from: '2001-01-01', to: '2001-01-02' }
    const { results, total, loginRequired } = (await server.visitor.ask(resultsContract.publicDriverResults, asked)).body
    assert.deepEqual([results, total, loginRequired], [[], 0, true])
    const [row] = (await server.visitor.ask(resultsContract.publicDriverResults, { id: ann!.id })).body.results
    const { position, starters, startPosition, positionsGained, bestLapTime, isFastestLap, incidents, isProvisional, track } = row!
    assert.deepEqual({ position, starters, startPosition, positionsGained, bestLapTime, isFastestLap, incidents, isProvisional, track: track.name }, { position: 2, starters: 3, startPosition: 2, positionsGained: 0, bestLapTime: 97_100, isFastestLap: false, incidents: null, isProvisional: true, track: 'Monza Circuit' }) // prettier-ignore
  })

  test('two drivers side by side: who was ahead, in races of which the reader is told', async () => {
    const seen = async (reader?: Person) => {
      const { together, races } = await compared(reader)
      return [together, races.map(({ first, second }) => [first.position, second.position])]
    }
    const sums = (races: number, first: number, second: number) => ({
      races,
      ahead: { first, second },
      bestLaps: { first, second },
      medianGapMs: 1000,
    })
    assert.deepEqual(await seen(), [sums(1, 0, 1), [[2, 1]]])
    assert.deepEqual(await seen(rita), [sums(2, 1, 1), [[1, 2], [2, 1]]]) // prettier-ignore
    assert.deepEqual(await seen(inge), [sums(4, 3, 1), [[1, 2], [1, 2], [1, 2], [2, 1]]]) // prettier-ignore
    const { first, second } = await compared(inge)
    assert.deepEqual([first.name, first.totals.wins, second.name, second.totals.wins], ['Ann Ace', 3, 'Ben Bold', 1])
    assert.equal((await inge!.as.fetch(`/query/user/${ann!.id}/compare/${ann!.id}`)).status, 400, 'nobody is compared with themselves')
  })

  test('best laps: one’s own, those of the first on a track, and with the plan for it all', async () => {
    const laps = async (who: Person, reader?: Person) => {
      const { laps: told, hiddenLaps } = await career(who, reader)
      return [told.map(({ lapTime, position, sessionId }) => [lapTime, position, sessionId === events.open.id]), hiddenLaps]
    }
    // faster on the track than anybody: Ben, Ann, Cem in the race of the first event
    assert.deepEqual(await laps(ben!), [[[97_000, 1, true]], 0])
    assert.deepEqual(await laps(cem!), [[[97_200, 3, true]], 0])
    const dan = await person(server, 'Dan Dash')
    await driven(server, owner!, leagues.open, { order: [dan], bestMs: 99_000 })
    assert.deepEqual(await laps(dan), [[], 1], 'a visitor')
    assert.deepEqual(await laps(dan, inge), [[], 1], 'somebody without the plan')
    assert.deepEqual(await laps(dan, rita), [[[99_000, null, false]], 0], 'with it')
    assert.deepEqual(await laps(dan, dan), [[[99_000, null, false]], 0], 'their own')
    const at = { id: ben!.id, other: dan.id }
    const pair = (await server.visitor.ask(profileContract.publicCompare, at)).body.laps.map(({ first, second }) => [first?.lapTime, second])
    assert.deepEqual(pair, [[97_000, null]])
  })

  test('kept answers follow: a new result, a community that closes its results, a name, an erased account', async () => {
    const starts = async () => (await career(cem!)).totals.starts
    const before = await starts()
    await driven(server, owner!, leagues.open, { order: [cem!] })
    assert.equal(await starts(), before + 1)
    assert.equal((await career(cem!)).totals.wins, 1)
    const opened = async (openResults: boolean) => {
      const { v } = (await owner!.as.ask(membersContract.league, { id: leagues.open })).body
      await owner!.as.done(
        leaguesContract.EditLeague,
        { id: leagues.open, v },
        { ...leagueBody({ name: 'Club open', shortName: 'open' }), openResults },
      )
    }
    await opened(false)
    assert.deepEqual([await starts(), (await career(cem!)).laps, (await compared()).together.races], [0, [], 0])
    await opened(true)
    assert.equal(await starts(), before + 1)
    assert.equal((await compared()).first.name, 'Ann Ace')
    await ann!.as.done(accountsContract.ChangeName, { id: ann!.id, v: 1 }, { name: 'Ann Apex' })
    assert.equal((await compared()).first.name, 'Ann Apex')
    await cem!.as.done(accountsContract.RemoveUser, { id: cem!.id, v: 1 }, {})
    for (const reader of [undefined, inge]) assert.equal((await career(cem!, reader)).code, 'ACCOUNT_NOT_FOUND')
    const at = { id: ann!.id, other: cem!.id }
    assert.equal((await server.visitor.ask(profileContract.publicCompare, at)).body.code, 'ACCOUNT_NOT_FOUND')
    assert.equal((await server.visitor.ask(resultsContract.publicDriverResults, { id: cem!.id })).body.total, 0)
  })

  test('a page costs a visitor three statements', { skip: WITHOUT_PAGES }, async () => {
    for (const url of [`/profile/${ann!.id}`, `/profile/${ann!.id}?game=acc&page=2`, `/profile/${ann!.id}/compare/${ben!.id}`])
      assert.equal(await statementsOfPage(server, 'page profile', url), 3, url)
  })
})
