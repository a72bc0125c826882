import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, TournamentId } from '#core/ids.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, tabTo, type Windows } from '../browser.ts'

describe('best laps in the browser', () => {
  let server: TestServer
  let windows: Windows
  let drivers: readonly Person[]
  let leagueId: LeagueId
  let made: Event
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    // the first has a plan, the last is slowest
    drivers = await Promise.all(
      Array.from({ length: 24 }, (_, i) => person(server, `Driver ${'ABCDEFGHIJKLMNOPQRSTUVWX'[i]}`, { plan: i === 0 ? 'PREMIUM' : 'FREE' })),
    )
    leagueId = await league(server, drivers[0]!, { shortName: 'BEST', members: drivers.slice(1) })
    made = await runningEvent(server, drivers[0]!, leagueId, { segments: ['QUALIFY', 'RACE'] })
    await enter(
      server,
      made,
      drivers.map(({ id: userId }, i) => ({ userId, raceNumber: i + 1, carId: '34' })),
    )
    const lines = drivers.map((one, i) => accLine(i + 1, one.steamId, one.name, 4, 4 * LAP + i, 97_000 + i * 100))
    assert.equal((await upload(server, made.servers[0]!, 'R.json', accFile('R', 1, lines))).status, 200)
    await allRead(server)
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  const TRACK = '/best-laps?game=acc&track=monza'

  test('a free driver on a phone: the fastest three, the own best, and nothing of the others in the page', async () => {
    const slow = drivers[20]!
    const page = await windows.open(PHONE, slow)
    await page.goto('/best-laps')
    await alive(page)
    await page.getByRole('link', { name: /Monza Circuit/ }).click()
    await page.getByRole('heading', { name: 'Monza Circuit', level: 1 }).waitFor()
    const mine = page.getByRole('region', { name: 'My best' })
    await mine.getByText('1:39.000').waitFor()
    await mine.getByText('+2.000 to the fastest').waitFor()
    // in place of a picture: the letter, the car, its class and game
    assert.equal(await mine.locator('[data-letters]').count(), 1)
    assert.match(await mine.innerText(), /GT3 · ACC/)
    const table = page.getByRole('table', { name: 'Best laps' })
    for (const name of ['Driver A', 'Driver B', 'Driver C']) await table.getByRole('link', { name, exact: true }).waitFor()
    await table.getByText('17 more laps on this page').waitFor()
    assert.equal(await table.getByText('Part of a plan').count(), 17)
    const html = await page.content()
    for (const kept of ['Driver D', '1:37.300', '97300', drivers[3]!.id]) assert.ok(!html.includes(kept), kept)
    await assertAccessible(page, 'the free list on a phone')
    await page.getByRole('button', { name: 'Qualifying' }).click()
    await page.getByRole('heading', { name: 'No best laps match' }).waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await table.getByRole('link', { name: 'Driver A', exact: true }).waitFor()
    assert.match(page.url(), /\?game=acc&track=monza$/)
  })

  test('with a plan, by keyboard alone: the whole list, page after page, filtered by the address', async () => {
    const page = await windows.open(DESKTOP, drivers[0])
    await page.goto(TRACK)
    await alive(page)
    const rows = page.getByRole('table', { name: 'Best laps' }).locator('tbody tr')
    await page.getByText('Driver T').waitFor()
    assert.equal(await rows.count(), 20)
    assert.equal(await rows.first().getAttribute('aria-current'), 'true')
    await assertAccessible(page, 'the full list')
    await tabTo(page, page.getByRole('button', { name: 'Load more' }))
    await page.keyboard.press('Enter')
    await page.getByText('Driver X').waitFor()
    assert.equal(await rows.count(), 24)
    assert.equal(await page.getByRole('button', { name: 'Load more' }).count(), 0)
    assert.match(await rows.nth(20).innerText(), /21\s+Driver U[^]*1:39\.000[^]*\+2\.000/)
    await page.getByLabel('From').fill('2020-01-01')
    await page.waitForURL(/from=2020-01-01/)
    await until('the list begins anew', async () => (await rows.count()) === 20)
    await page.goto(`${TRACK}&drivers=${drivers[5]!.id}`)
    await page.getByText('Driver F').waitFor()
    assert.equal(await rows.count(), 1)
    await page.getByRole('button', { name: 'Take out 1 driver' }).click()
    await page.getByText('Driver A', { exact: true }).waitFor()
    assert.equal(new URL(page.url()).searchParams.has('drivers'), false)
    // drivers are found by name, one after another
    for (const [count, name] of [
      [1, 'Driver G'],
      [2, 'Driver H'],
    ] as const) {
      await tabTo(page, page.getByRole('button', { name: 'Add a driver' }))
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Add a driver' })
      await dialog.getByRole('searchbox', { name: 'Driver' }).fill(name)
      await dialog.getByRole('button', { name }).waitFor()
      if (count === 1) await assertAccessible(page, 'picking a driver')
      await dialog.getByRole('button', { name }).click()
      await page.getByRole('button', { name: `Take out ${name}` }).waitFor()
      await until('the list is theirs', async () => (await rows.count()) === count)
    }
    await page.getByLabel('More tracks').selectOption({ label: 'Circuit de Spa-Francorchamps' })
    await page.getByRole('button', { name: 'Take out Circuit de Spa-Francorchamps' }).waitFor()
    await page.getByLabel('Community').selectOption({ index: 1 })
    await page.waitForURL(/tracks=spa&community=[^&]+|community=[^&]+.*tracks=spa/)
    await until('the list is of the community', async () => (await rows.count()) === 2)
    await page
      .getByRole('button', { name: /^Take out / })
      .nth(3)
      .waitFor()
    for (const name of ['Circuit de Spa-Francorchamps', 'Driver G', 'Driver H']) await page.getByRole('button', { name: `Take out ${name}` }).click()
    await page.getByText('Driver A', { exact: true }).waitFor()
  })

  test('a season’s tracks, and its laps there, are found from the season’s address', async () => {
    const season = '018f4f2e-0000-7000-8000-000000000000' as TournamentId
    const { db } = server.running.machine
    const page = await windows.open(PHONE, drivers[0])
    await page.goto(`/best-laps?game=acc&season=${season}`)
    await page.getByText('No laps yet').waitFor()
    await db.updateTable('sessions').set({ tournament_id: season }).where('id', '=', made.id).execute()
    await page.goto(`/best-laps?game=acc&season=${season}`)
    await alive(page)
    await page.getByRole('link', { name: /Monza Circuit/ }).click()
    await page.getByRole('table', { name: 'Best laps' }).getByText('Driver A', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Filters (1)' }).waitFor()
    await page.getByRole('button', { name: 'Take out This season' }).click()
    await page.waitForURL(/\?game=acc&track=monza$/)
    await db.updateTable('sessions').set({ tournament_id: null }).where('id', '=', made.id).execute()
  })

  test('on the event’s page a date leads to the race there, and a visitor is told of three, without scripts as well', async () => {
    const page = await windows.open(DESKTOP, drivers[0])
    await page.goto(`/events/${made.id}`)
    await alive(page)
    await page.getByRole('tab', { name: 'Best laps' }).click()
    const table = page.getByRole('table', { name: 'Best laps' })
    await table.getByText('Driver B', { exact: true }).waitFor()
    await assertAccessible(page, 'the tab of the event')
    await page.getByRole('button', { name: 'Drivers of this event' }).click()
    await table.getByText('Driver B', { exact: true }).waitFor()
    await table
      .getByRole('row')
      .nth(2)
      .getByRole('link', { name: /Show Race of this event|\d{4}/ })
      .last()
      .click()
    await page.waitForURL(/#race-1$/)
    await page.getByRole('tab', { name: 'Race', selected: true }).waitFor()

    const visitor = await windows.open(PHONE)
    await visitor.goto(`/events/${made.id}#best-laps`)
    await visitor.getByRole('table', { name: 'Best laps' }).getByText('Driver C', { exact: true }).waitFor()
    await visitor.getByText('17 more laps, and where you stand').waitFor()
    await assertAccessible(visitor, 'the tab to a visitor')
    // the way in leads back to the very list
    await visitor.goto(`${TRACK}&segment=race`)
    const login = visitor.getByRole('link', { name: 'Log in' }).last()
    assert.equal(await login.getAttribute('href'), `/login?returnTo=${encodeURIComponent(`${TRACK}&segment=race`)}`)
    const read = async (more = '') => (await fetch(`${server.url}${TRACK}${more}`, { headers: { accept: 'text/html' } })).text()
    // the address says of which cars, drivers and days
    for (const [more, told, kept] of [
      ['&cars=34', 'Driver C', 'Driver D'],
      ['&cars=16', 'No best laps match', 'Driver B'],
      ['&from=2025-01-01', '20 more laps, and where you stand', 'Driver B'],
      ['&to=2025-01-01', 'No best laps match', 'Driver B'],
      [`&drivers=${drivers[0]!.id}`, '1 more lap, and where you stand', 'Driver B'],
    ] as const) {
      const html = await read(more)
      assert.ok(html.includes(told) && !html.includes(kept), more)
      await visitor.goto(`${TRACK}${more}`)
      await alive(visitor)
      await visitor.getByText(told).waitFor()
      assert.equal(await visitor.getByText(kept).count(), 0, more)
    }
    const text = await read()
    for (const told of ['Driver A', 'Driver C', '1:37.200', '<title>Best laps: Monza Circuit']) assert.ok(text.includes(told), told)
    for (const kept of ['Driver D', '1:37.300', '97300']) assert.ok(!text.includes(kept), kept)
  })
})
