import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { LeagueId } from '#core/ids.ts'
import { correctionsContract } from '#modules/corrections/contract.ts'
import { manualResultsContract as manual } from '#modules/manual-results/contract.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertFits, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

const NAMES = ['Anna Ace', 'Ben Bold', 'Cleo Calm', 'Dan Dare', 'Eve Early', 'Finn Fast', 'Gus Gold', 'Hal Hope'] as const
const CLASSES = [
  { id: 'GT3', name: 'GT3', carIds: ['34'] },
  { id: 'GT4', name: 'GT4', carIds: ['50'] },
]
/** Everybody's car, the last two share one. */
const CARS = [...Array.from({ length: 6 }, () => 34), 50]

// product.md §2 "Tournament session results", "Result table in banner variant", "Race/qualify/practice tables"
describe('every column of the tables of results, by its head', () => {
  let server: TestServer
  let windows: Windows
  let olga: Person
  let drivers: readonly Person[]
  let leagueId: LeagueId
  let made: Event
  before(async () => {
    server = await testServer({ breaks: ['weekly-limit', 'bop-of-cars'] })
    windows = await openWindows(server.url)
    olga = await person(server, 'Olga Owner')
    drivers = await Promise.all(NAMES.map((name) => person(server, name)))
    leagueId = await league(server, olga, { members: drivers })
    made = await runningEvent(server, olga, leagueId, { classes: CLASSES, isRanked: true })
    const { pool, db, answers } = server.running.machine
    await db.insertInto('balance_of_performance').values({ session_id: made.id, car_id: '34', ballast_kg: 12, restrictor: 3 }).execute()
    await enter(
      server,
      made,
      CARS.map((car, no) => ({
        userId: drivers[no]!.id,
        raceNumber: no + 1,
        carId: String(car),
        ...(no === 6 ? { team: 'Golden Hope', others: [drivers[7]!.id] } : {}),
      })),
    )
    const line = (no: number) => {
      const who = drivers[no]!
      const one = accLine(no + 1, who.steamId, who.name, 8, 8 * LAP + no * 1000, 98_000 + no, CARS[no])
      const mate = { firstName: '', lastName: drivers[7]!.name, playerId: `S${drivers[7]!.steamId}` }
      return no === 6 ? { ...one, driverTotalTimes: [500_000, 306_000], car: { ...one.car, drivers: [...one.car.drivers, mate] } } : one
    }
    const lines = CARS.map((_, no) => line(no))
    for (const [at, kind] of ['FP', 'Q', 'R'].entries())
      assert.equal((await upload(server, made.servers[0]!, `${at}.json`, accFile(kind, at, lines))).status, 200)
    await allRead(server)
    // as a game with contacts would have it
    await pool.query(`update result_rows set incidents = '{"collisionsWithCar": 2, "offTracks": 1}' where session_id = $1`, [made.id])
    const [first, second] = drivers
    await olga.as.done(correctionsContract.AddPenalty, {}, { sessionId: made.id, driverId: first!.id, raceIndex: 0, time: 0.5, reason: 'Cut twice.' })
    await olga.as.done(
      correctionsContract.AddPointAdjustment,
      {},
      { sessionId: made.id, driverId: second!.id, scope: 0, points: -1, reason: 'Late to the briefing.' },
    )
    answers.drop([`session:${made.id}`])
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  async function opened(viewport: typeof DESKTOP | typeof PHONE, tab: string, event = made, who = drivers[2]!): Promise<Page> {
    const page = await windows.open(viewport, who)
    await page.goto(`/events/${event.id}#${tab}`)
    await alive(page)
    return page
  }
  /** What is in sight of the head of its only table; a sign by what is heard. */
  async function heads(page: Page): Promise<readonly string[]> {
    const table = page.getByRole('tabpanel').getByRole('table').first()
    await table.waitFor()
    return table
      .getByRole('columnheader')
      .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.getAttribute('aria-label') ?? one.textContent))
  }

  const RACE = ['Position', 'Driver', 'Licence', 'What the race did to the rank', 'Laps', 'Time', 'Total time', 'Best lap', 'Incidents']
  const POINTS = ['Points of the race', 'Adjustment of points', 'Points', 'Penalty']
  const BEST = ['Position', 'Driver', 'Best lap']
  const BEST_WIDE = ['Position', 'Driver', 'Licence', 'Rank', 'Best lap']
  const MORE = ['Gap', 'Laps', 'Total time', 'Incidents', 'Balance of performance', 'Class']
  const rows: readonly [tab: string, viewport: typeof DESKTOP | typeof PHONE, columns: readonly string[]][] = [
    ['race-1', DESKTOP, [...RACE, 'Balance of performance', 'Class', ...POINTS]],
    ['race-1', PHONE, ['Position', 'Driver', 'Time', 'Points']],
    ['qualify-1', DESKTOP, [...BEST_WIDE, ...MORE]],
    ['qualify-1', PHONE, BEST],
    ['practice-1', DESKTOP, [...BEST_WIDE, ...MORE]],
    ['practice-1', PHONE, BEST],
  ]
  for (const [tab, viewport, columns] of rows)
    test(`${tab}, ${viewport.width} px`, async () => {
      const page = await opened(viewport, tab)
      assert.deepEqual(await heads(page), columns)
      await assertFits(page, tab)
    })

  test('a class has its chip in the table of all, which its own table does without; on a phone it stands before the car', async () => {
    const page = await opened(DESKTOP, 'race-1')
    const table = page.getByRole('tabpanel').getByRole('table').first()
    assert.equal(await table.getByRole('cell', { name: 'GT4', exact: true }).count(), 1)
    await page.getByRole('group', { name: 'Class' }).getByRole('button', { name: /GT3/ }).click()
    assert.ok(!(await heads(page)).includes('Class'))
    // nor has it columns of what only cars of the other class have
    assert.ok((await heads(page)).includes('Penalty'))
    await page.getByRole('group', { name: 'Class' }).getByRole('button', { name: /GT4/ }).click()
    assert.deepEqual(await heads(page), ['Position', 'Driver', 'Laps', 'Time', 'Total time', 'Best lap', 'Incidents', 'Points'])
    await page.getByRole('button', { name: 'All classes' }).click()
    assert.deepEqual(
      (await page.getByRole('tabpanel').getByRole('heading', { level: 3 }).allInnerTexts()).map((one) => one.trim()),
      ['GT3', 'GT4'],
    )
    const phone = await opened(PHONE, 'race-1')
    await phone.getByText('GT4 ·').waitFor()
  })

  test('a row says that it opens; of a team its drivers, with their share of the driving', async () => {
    for (const viewport of [DESKTOP, PHONE]) {
      const page = await opened(viewport, 'race-1')
      const row = page.getByRole('row').filter({ hasText: 'Golden Hope' })
      assert.ok(await row.locator('[data-screen] svg').isVisible())
      await row.getByRole('button', { name: 'Golden Hope' }).click()
      const shares = page.getByRole('table', { name: 'Who drove how long' })
      await shares.waitFor()
      assert.match(await shares.innerText(), /Gus Gold[^]*62%[^]*Hal Hope[^]*38%/)
    }
  })

  test('on a phone what the race did to a rank stands below the points, and nothing below the time', async () => {
    const page = await opened(PHONE, 'race-1')
    const cells = page.getByRole('row').filter({ hasText: 'Ben Bold' }).getByRole('cell')
    assert.equal(await cells.nth(2).innerText(), '+0.500')
    assert.match(await cells.nth(3).innerText(), /^\d+\s+\+50\s/)
    // a name is read whole, however narrow the phone
    await page.setViewportSize({ width: 320, height: 640 })
    const names = page.getByRole('tabpanel').getByRole('table').first().locator('button[aria-expanded]')
    assert.deepEqual(await names.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)), [])
    await assertFits(page, 'a narrow phone')
    await page.setViewportSize(PHONE)
    // and what it came to with all the rest of the row
    await page.getByRole('button', { name: 'Ben Bold' }).click()
    await page.getByText(/Rank 1,550/).waitFor()
  })

  test('a list of past events names its winner with licence and rank', async () => {
    const page = await windows.open(PHONE, drivers[2]!)
    await page.goto('/events?status=ENDED')
    const winner = page.getByRole('link').filter({ hasText: 'Ben Bold' }).first()
    await winner.getByTitle('Licence Rookie').first().waitFor()
    // beside the name, in its line
    const [name, licence] = await Promise.all(
      [winner.getByText('Ben Bold', { exact: true }), winner.getByTitle('Licence Rookie').first()].map(async (one) => (await one.boundingBox())!),
    )
    assert.ok(licence!.y < name!.y + name!.height && licence!.x >= name!.x + name!.width, JSON.stringify([name, licence]))
    await assertFits(page, 'past events')
  })

  test('a best lap that is not clean has its sign and its footnote, of which a clean table has none', async () => {
    const { pool, answers } = server.running.machine
    const page = await opened(DESKTOP, 'race-1')
    const note = page.getByText('The best lap was not clean')
    assert.equal(await note.count(), 0)
    await pool.query('update result_rows set best_lap_ms = best_lap_ms - 1 where session_id = $1 and race_number = 3', [made.id])
    answers.drop([`session:${made.id}`])
    await page.reload()
    await note.waitFor()
    assert.equal(await page.getByRole('row').filter({ hasText: 'Cleo Calm' }).getByTitle('best lap is not clean').count(), 1)
  })

  test('of an event kept by hand there are fewer, and who did not finish has no position', async () => {
    const kept = await runningEvent(server, olga, leagueId, { game: 'iracing', manual: true, segments: ['RACE'] })
    const ids = await enter(
      server,
      kept,
      drivers.slice(0, 3).map(({ id: userId }, no) => ({ userId, raceNumber: no + 1, carId: '1' })),
    )
    const entryResults = ids.map((entryId, at) => ({ entryId, position: at + 1, timeMs: at === 2 ? null : 1_800_000 + at, isDNF: at === 2 }))
    await olga.as.done(manual.SaveRaceResult, { id: kept.id }, { raceNo: 1, entryResults: entryResults as never })
    await olga.as.done(manual.PublishResults, { id: kept.id }, {})
    const page = await opened(DESKTOP, 'race-1', kept)
    assert.deepEqual(await heads(page), [...RACE.slice(0, 4), 'Time', 'Total time', 'Points'])
    const last = page.getByRole('row').filter({ hasText: 'Cleo Calm' })
    assert.deepEqual([await last.getByRole('cell').first().innerText(), await last.getByText('DNF').count()], ['', 1])
  })

  test('whoever administers the event has the boxes of a pick list before every row that may be picked, in all three', async () => {
    for (const tab of ['race-1', 'qualify-1', 'practice-1']) {
      const page = await opened(DESKTOP, tab, made, olga)
      await page.getByRole('tabpanel').getByRole('button', { name: /pick/i }).first().click()
      assert.equal((await heads(page))[0], 'Chosen')
      const boxes = page.getByRole('tabpanel').getByRole('table').first().getByRole('checkbox')
      await boxes.first().check()
      // one for all, and six: a team is entered by its manager alone
      assert.deepEqual(
        await boxes.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked)),
        Array.from({ length: 7 }, () => true),
      )
    }
  })
})
