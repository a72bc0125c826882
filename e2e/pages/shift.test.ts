import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DAY_MS, MINUTE_MS } from '#core/duration.ts'
import type { LeagueId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { host, race, work, type Race } from '#modules/hosting/hosting.fixture.ts'
import { pickListsContract } from '#modules/pick-lists/contract.ts'
import { nextStartStep } from '#modules/sessions/rules.ts'
import { seasonWith } from '#modules/tournaments/queries/season.fixture.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'
import { watchMoves } from './moves.ts'
import { slowLine } from './slow-line.ts'

describe('a page while it is taken over', () => {
  let server: TestServer
  let windows: Windows
  let owner: Person
  let driver: Person
  let apex: LeagueId
  let soon: string
  let season: string
  let night: Race
  before(async () => {
    server = await testServer({ role: 'web' })
    windows = await openWindows(server.url)
    owner = await person(server, 'Olga Owner')
    driver = await person(server, 'Dan Driver')
    apex = await league(server, owner, { members: [driver] })
    // further away than a day: what begins to run down on the last one does not do so here
    const startsAt = new Date(nextStartStep(server.clock.now().getTime() + 3 * DAY_MS)).toISOString()
    soon = await event(server, owner, apex, { isMultiSplit: true, maxEntries: 40, maxSplitEntries: 20, checkIn: true, startsAt })
    await driver.as.done(entriesContract.AddEntry, { id: soon }, entryBody('34'))
    // the driver's season, and what the owner alone finds: a draft and a pick list
    season = await seasonWith({ server, owner, league: apex }, [driver])
    await event(server, owner, apex, { publish: false, sessionName: 'Not out yet' })
    const { v } = (await owner.as.ask(pickListsContract.pickList, { leagueId: apex })).body
    await owner.as.done(pickListsContract.Activate, { leagueId: apex, v }, { entries: [{ userId: driver.id, carId: null }] })
    // a community of its own: who is too late is offered its next event, which is asked for once the page stands
    night = await race(server, owner, await league(server, owner, { name: 'Night Club', members: [driver] }))
    await driver.as.done(entriesContract.AddEntry, { id: night.id }, entryBody('34'))
  })
  /** Its server is up, and tells where its race is. */
  async function run({ id, startsAt }: Race): Promise<void> {
    const on = await host(server)
    server.clock.set(new Date(startsAt.getTime() - 5 * MINUTE_MS))
    await on.jobs()
    await work(server, 'hosting.schedule', { sessionId: id })
    const { serverId, fence } = (await on.jobs()).body.servers[0]!
    await on.report(serverId, { fence, phase: 'STARTED', drivers: 1 })
    server.clock.set(startsAt)
    await on.jobs()
    await work(server, 'hosting.begin', { sessionId: id })
    const { raceNumber = 0 } = (await driver.as.ask(entriesContract.entryList, { refId: id })).body.mine ?? {}
    const order = [raceNumber, null].map((number, at) => ({ raceNumber: number, laps: 3, bestMs: 101_926 + at, gapMs: at === 0 ? null : 1284 }))
    const live = { type: 'RACE' as const, no: 1, isOver: false, left: { ms: 600_000, exact: 'SECOND' as const }, order }
    await on.report(serverId, { fence, phase: 'STARTED', drivers: 2, live })
  }
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  const READERS = [
    ['visitor', PHONE],
    ['visitor', DESKTOP],
    ['driver', PHONE],
    ['driver', DESKTOP],
    ['owner', PHONE],
    ['owner', DESKTOP],
  ] as const
  for (const [who, viewport] of READERS)
    test(`moves nothing, however late its files come: ${who} at ${viewport.width}`, () =>
      movesNothing(who, viewport, [`/events/${soon}`, '/', `/communities/${apex}`, `/championships/${season}`]))

  test('an event moves nothing either while its race is on', async () => {
    await run(night)
    for (const [who, viewport] of READERS) await movesNothing(who, viewport, [`/events/${night.id}`])
  })

  test('nothing painted moves while its document comes piece by piece', async (t) => {
    const line = await slowLine(server.url)
    t.after(() => line.close())
    for (const [who, viewport] of [READERS[0], READERS[3]]) {
      const page = await windows.open(viewport, who === 'driver' ? driver : undefined)
      const movedSoFar = await watchMoves(page)
      // what the scripts do is looked at above
      await page.route(/\.js$/, (route) => route.fulfill({ status: 200, contentType: 'text/javascript', body: '' }))
      for (const path of [`/events/${night.id}`, '/events', `/championships/${season}`, `/profile/${driver.id}`]) {
        await page.goto(line.url + path, { waitUntil: 'domcontentloaded' })
        const { sum, moved } = await movedSoFar()
        assert.ok(sum < 0.001, `${who} at ${viewport.width}: ${path} moved by ${sum}: ${moved.join(' | ')}`)
      }
    }
  })

  async function movesNothing(who: 'visitor' | 'driver' | 'owner', viewport: typeof PHONE | typeof DESKTOP, paths: readonly string[]): Promise<void> {
    const page = await windows.open(viewport, { visitor: undefined, driver, owner }[who])
    const movedSoFar = await watchMoves(page)
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'networkidle' })
      await alive(page)
      const { sum, moved } = await movedSoFar()
      // the clock's digits differ in width by a hair
      assert.ok(sum < 0.001, `${who} at ${viewport.width}: ${path} moved by ${sum}: ${moved.join(' | ')}`)
      // for whoever wants less motion nothing goes on for ever
      const endless = await page.evaluate(() =>
        document
          .getAnimations()
          .flatMap((one) => (one.effect?.getComputedTiming().endTime === Infinity ? [(one as CSSAnimation).animationName] : [])),
      )
      assert.deepEqual(endless, [], `${who} at ${viewport.width}: ${path}`)
    }
  }
})
