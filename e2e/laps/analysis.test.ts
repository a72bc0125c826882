import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId } from '#core/ids.ts'
import { encodeUtf8 } from '#games/text.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, tabTo, type Windows } from '../browser.ts'
import { builtFile } from '../built.ts'
import { watchMoves } from '../pages/moves.ts'

const LAPS = 12
type Lines = { readonly lines: readonly { readonly times: unknown; readonly averageSectors: unknown }[]; readonly upgrade: boolean }

/** The second car was sent through the pit lane in its second lap. */
const withPenalty = (file: Uint8Array): Uint8Array => {
  const penalty = { carId: 1002, driverIndex: 0, reason: 'Cutting', penalty: 'Drive Through', penaltyValue: 3, violationInLap: 2, clearedInLap: 3 }
  return encodeUtf8(JSON.stringify({ ...(JSON.parse(new TextDecoder().decode(file)) as object), penalties: [penalty] }))
}

describe('laps of a race in the browser', () => {
  let server: TestServer
  let windows: Windows
  let drivers: readonly Person[]
  let leagueId: LeagueId
  let made: Event
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    // the first has a plan
    const names = ['Paula Plan', 'Marco Bellini', 'Dora Klein', 'Owen Hart', 'Ines Moreau', 'Lucas Meyer']
    drivers = await Promise.all(names.map((name, i) => person(server, name, { plan: i === 0 ? 'PREMIUM' : 'FREE' })))
    leagueId = await league(server, drivers[0]!, { shortName: 'LAPS', members: drivers.slice(1) })
    made = await runningEvent(server, drivers[0]!, leagueId, { segments: ['QUALIFY', 'RACE'] })
    await enter(
      server,
      made,
      drivers.map(({ id: userId }, i) => ({ userId, raceNumber: i + 1, carId: '34' })),
    )
    const lines = drivers.map((one, i) => accLine(i + 1, one.steamId, one.name, LAPS, LAPS * LAP + i, 97_000 + i * 150))
    assert.equal((await upload(server, made.servers[0]!, 'R.json', withPenalty(accFile('R', 1, lines)))).status, 200)
    assert.equal((await upload(server, made.servers[0]!, 'Q.json', accFile('Q', 0, lines))).status, 200)
    await allRead(server)
    await server.running.machine.db.updateTable('sessions').set({ status: 'ENDED' }).where('id', '=', made.id).execute()
    server.running.machine.answers.drop([`session:${made.id}`])
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  test('charts on a phone without a plan: positions for everybody, the own pace, and nothing of others’ times', async () => {
    const page = await windows.open(PHONE, drivers[2])
    await page.goto(`/events/${made.id}`)
    await alive(page)
    await page.getByRole('button', { name: 'Show charts' }).click()
    await page.getByRole('application', { name: 'Race: position of every driver after each lap' }).waitFor()
    await assertAccessible(page, 'positions on a phone')
    await page.getByRole('button', { name: 'Pace' }).click()
    const figures = page.getByRole('table', { name: 'Race: pace in figures' })
    await figures.getByRole('rowheader', { name: 'Dora Klein' }).waitFor()
    assert.equal(await figures.getByRole('rowheader').count(), 1)
    await page.getByText('Lap times of others come with a Drive or Sport plan').waitFor()
    await assertAccessible(page, 'pace on a phone')
    await page.getByRole('button', { name: 'Gaps' }).click()
    await page.getByText('Gaps are calculated from everybody’s lap times.').waitFor()
    assert.equal(await page.getByRole('application').count(), 0)
    await page.getByRole('button', { name: 'Sectors' }).click()
    // best sectors stand in everybody's statistics
    const sectors = page.getByRole('table', { name: /time lost in each sector/ })
    assert.equal(await sectors.getByRole('rowheader').count(), 3)
    await assertAccessible(page, 'sectors on a phone')
    await page.getByRole('button', { name: 'Stints' }).click()
    await page.getByText('only what is named parts the stints').waitFor()
    await page.getByRole('list', { name: 'Race: laps between stops' }).getByText('laps 1 to 12').first().waitFor()
  })

  test('with a plan, by keyboard alone: gaps to the leader and to a rival, the chart walked through lap by lap', async () => {
    const page = await windows.open(DESKTOP, drivers[0])
    await page.goto(`/events/${made.id}`)
    await alive(page)
    await tabTo(page, page.getByRole('button', { name: 'Show charts' }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('button', { name: 'Gaps' }))
    await page.keyboard.press('Enter')
    const chart = page.getByRole('application', { name: 'Race: gap of the chosen drivers to the leader, by lap' })
    await tabTo(page, chart)
    await page.keyboard.press('ArrowRight')
    await page.getByText('Lap 2', { exact: true }).waitFor()
    await assertAccessible(page, 'gaps')
    // all laps but the second are the same: 150 ms for each place behind
    await page.getByText('Lap by lap, as a table').click()
    const table = page.getByRole('table', { name: 'Race: gap of the chosen drivers to the leader, by lap' })
    assert.match(await table.getByRole('row', { name: /Dora Klein/ }).innerText(), /\+0\.000\s+\+0\.300\s+\+0\.300/)
    await page.getByLabel('Gap to').selectOption({ label: '3 Dora Klein' })
    const toRival = page.getByRole('table', { name: 'Race: gap of the chosen drivers to Dora Klein, by lap' })
    await toRival.waitFor()
    assert.match(await toRival.getByRole('row', { name: /Marco Bellini/ }).innerText(), /\+0\.000\s+-0\.150/)
    await page.getByRole('button', { name: 'Pace' }).click()
    assert.equal(await page.getByRole('table', { name: 'Race: pace in figures' }).getByRole('rowheader').count(), 3)
    await assertAccessible(page, 'pace')
  })

  test('a driver on a phone opens the own laps and compares them with a rival; without a plan no lap time of the rival is in any answer', async () => {
    const page = await windows.open(PHONE, drivers[2])
    const answers: string[] = []
    page.on('response', async (response) => {
      if (response.headers()['content-type']?.includes('json')) answers.push(await response.text().catch(() => ''))
    })
    await page.goto(`/events/${made.id}`)
    await alive(page)
    // the own result stands before all others
    const mine = page.getByRole('region', { name: 'Your result' })
    assert.match(await mine.innerText(), /3\s+of 6[^]*\+0\.002[^]*1:37\.300/)
    await mine.getByRole('button', { name: 'Your laps' }).click()
    const own = page.getByRole('dialog', { name: 'Laps of Dora Klein' })
    await own.getByRole('table', { name: 'Laps of Dora Klein' }).getByRole('row').nth(LAPS).waitFor()
    await assertAccessible(page, 'own laps on a phone')
    await own.getByRole('button', { name: 'Compare with a rival' }).click()
    const both = page.getByRole('dialog', { name: 'Two drivers compared' })
    const statistics = both.getByRole('table', { name: 'Statistics of the two' })
    // who finished before is the rival; 150 ms lie between their best laps
    assert.match(await statistics.getByRole('row', { name: /Best clean lap/ }).innerText(), /1:37\.300\s+1:37\.150\s+\+0\.150/)
    await both.getByText('Both lap by lap, and the gap between them, come with').waitFor()
    assert.equal(await both.getByRole('table', { name: /lap by lap/ }).count(), 0)
    await assertAccessible(page, 'two compared on a phone')
    await both.getByLabel('Compared with').selectOption({ label: '1 Paula Plan' })
    await statistics
      .getByRole('row', { name: /Best clean lap/ })
      .getByText('+0.300')
      .waitFor()
    const charts = answers.flatMap((answer) => (answer.includes('"averageSectors"') ? [JSON.parse(answer) as Lines] : []))
    assert.ok(charts.length > 0)
    for (const { lines, upgrade } of charts) {
      assert.ok(upgrade)
      assert.equal(lines.filter(({ times, averageSectors }) => times !== null || averageSectors !== null).length, 1)
    }
    // everybody's last lap took as long: of six only one's own is told
    for (const answer of answers) assert.ok(answer.split(String(LAP + LAPS - 1)).length - 1 <= 1, answer)
  })

  test('with a plan both stand lap by lap, with the gap between them, and others can be chosen', async () => {
    const page = await windows.open(DESKTOP, drivers[0])
    await page.goto(`/events/${made.id}`)
    await alive(page)
    await page.getByRole('table', { name: 'Race results' }).getByRole('button', { name: 'Marco Bellini' }).click()
    await page.getByRole('button', { name: 'Lap times' }).click()
    await page.getByRole('button', { name: 'Compare with a rival' }).click()
    // another's laps are compared with the own ones
    const table = page.getByRole('table', { name: 'Marco Bellini and Paula Plan lap by lap' })
    assert.match(await table.getByRole('row').nth(2).innerText(), /2\s+1:37\.150\s+1:37\.000\s+\+0\.150\s+\+0\.150/)
    await page.getByRole('application', { name: 'Gap of Marco Bellini to Paula Plan after each lap' }).waitFor()
    await assertAccessible(page, 'two compared')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('the log begins with what happened to who drove; filtered by driver and kind, with the keyboard alone', async () => {
    const page = await windows.open(PHONE, drivers[2])
    await page.goto(`/events/${made.id}`)
    await alive(page)
    await tabTo(page, page.getByRole('button', { name: 'Show incidents and log' }))
    await page.keyboard.press('Enter')
    const log = page.getByRole('list', { name: 'Incidents and log' })
    await log.getByText('Lap does not count').waitFor()
    assert.deepEqual(await log.locator('strong').allInnerTexts(), ['Dora Klein'])
    await page.getByText('The files of this game tell of: Penalty, Lap does not count, Driver change.').waitFor()
    await assertAccessible(page, 'the log on a phone')
    await page.getByLabel('Driver', { exact: true }).selectOption({ label: 'Everybody' })
    await log.getByText('Drive Through: Cutting').waitFor()
    assert.equal(await log.getByText('Lap does not count').count(), drivers.length)
    await page
      .getByRole('group', { name: 'Kind of entry' })
      .getByRole('button', { name: /Penalty/ })
      .click()
    await log.getByText('Lap does not count').first().waitFor({ state: 'detached' })
    assert.match(await log.innerText(), /Lap 2\s+Penalty\s+Marco Bellini/)
  })

  test('of a qualifying, pace and the sectors of those who are chosen are compared; it has no positions by lap', async () => {
    const page = await windows.open(DESKTOP, drivers[0])
    await page.goto(`/events/${made.id}#qualify-1`)
    await alive(page)
    await page.getByRole('button', { name: 'Show charts' }).click()
    await page.getByRole('button', { name: 'Sectors' }).click()
    const sectors = page.getByRole('table', { name: /time lost in each sector/ })
    await sectors.getByRole('rowheader').nth(2).waitFor()
    assert.equal(await sectors.getByRole('rowheader').count(), 3)
    for (const name of ['Positions', 'Gaps', 'Stints']) assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0)
    await page
      .getByRole('button', { name: /Ines Moreau/ })
      .last()
      .click()
    await sectors.getByRole('rowheader', { name: 'Ines Moreau' }).waitFor()
    await assertAccessible(page, 'sectors of a qualifying')
  })

  for (const [width, height] of [
    [1600, 900],
    [1920, 1080],
  ] as const)
    test(`charts beside the table on wide screens, ${width} px: nothing moves while they come, and both are in sight`, async () => {
      const page = await windows.open({ width, height }, drivers[2])
      const moved = await watchMoves(page)
      await page.goto(`/events/${made.id}`, { waitUntil: 'networkidle' })
      await alive(page)
      const chart = page.getByRole('application', { name: 'Race: position of every driver after each lap' })
      await chart.waitFor()
      const table = page.getByRole('table', { name: 'Race results' })
      const [left, right] = [await table.boundingBox(), await chart.boundingBox()]
      assert.ok(left && right && left.x + left.width < right.x && right.x + right.width < width)
      // no column of the table is cut off by its frame
      assert.equal(await table.evaluate(({ parentElement: frame }) => frame!.scrollWidth - frame!.clientWidth), 0)
      await assertAccessible(page, `charts beside the table, ${width} px`)
      assert.equal(await page.getByRole('button', { name: 'Show charts' }).isVisible(), false)
      const { sum, moved: what } = await moved()
      assert.ok(sum < 0.001, `moved by ${sum}: ${what.join(' | ')}`)
      // narrower, they are asked for
      await page.setViewportSize(DESKTOP)
      await page.getByRole('button', { name: 'Show charts' }).waitFor()
      await chart.waitFor({ state: 'detached' })
    })

  test('on other screens no chart is fetched before somebody asks for one', async () => {
    const page = await windows.open(DESKTOP, drivers[2])
    const files: string[] = []
    page.on('request', (request) => files.push(request.url()))
    await page.goto(`/events/${made.id}`, { waitUntil: 'networkidle' })
    await alive(page)
    const drawing = ['modules/results/screens/charts.tsx', 'web/ui/chart/plots.tsx'].map((source) => builtFile(source))
    const isOfCharts = (url: string): boolean => drawing.includes(new URL(url).pathname)
    assert.deepEqual(files.filter(isOfCharts), [])
    await page.getByRole('button', { name: 'Show charts' }).click()
    await page.getByRole('application', { name: /position of every driver/ }).waitFor()
    assert.equal(new Set(files.filter(isOfCharts)).size, drawing.length)
  })

  test('a visitor sees positions, and is asked to log in for what comes of lap times', async () => {
    const page = await windows.open(PHONE)
    await page.goto(`/events/${made.id}`)
    await alive(page)
    await page.getByRole('button', { name: 'Show charts' }).click()
    await page.getByRole('application', { name: 'Race: position of every driver after each lap' }).waitFor()
    await page.getByRole('button', { name: 'Pace' }).click()
    await page.getByText('Log in to see laps and sectors.').waitFor()
  })
})
