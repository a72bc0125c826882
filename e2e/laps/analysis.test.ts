import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId } from '#core/ids.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, tabTo, type Windows } from '../browser.ts'

const LAPS = 12

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
    made = await runningEvent(server, drivers[0]!, leagueId, { segments: ['RACE'] })
    await enter(
      server,
      made,
      drivers.map(({ id: userId }, i) => ({ userId, raceNumber: i + 1, carId: '34' })),
    )
    const lines = drivers.map((one, i) => accLine(i + 1, one.steamId, one.name, LAPS, LAPS * LAP + i, 97_000 + i * 150))
    assert.equal((await upload(server, made.servers[0]!, 'R.json', accFile('R', 0, lines))).status, 200)
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
    await page.getByText('Lap times of others come with a Supporter or Sport plan').waitFor()
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
    await page.getByText('The files of this game do not say in which lap somebody stopped.').waitFor()
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
