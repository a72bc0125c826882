import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DAY_MS } from '#core/duration.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { nextStartStep } from '#modules/sessions/rules.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

describe('home of somebody who races', () => {
  let server: TestServer
  let windows: Windows
  let drivers: readonly Person[]
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    const owner = await person(server, 'Olga Owner')
    drivers = await Promise.all(Array.from({ length: 7 }, (_, no) => person(server, `Driver ${no + 1}`)))
    const apex = await league(server, owner, { name: 'Apex Racing', shortName: 'APEX', members: drivers })
    await league(server, owner, { name: 'Sunday Racing', shortName: 'SUNDAY', members: drivers.slice(0, 1) })
    const startsAt = new Date(nextStartStep(server.clock.now().getTime() + 3 * DAY_MS)).toISOString()
    const id = await event(server, owner, apex, { sessionName: 'Monza Sprint Night', startsAt })
    for (const driver of drivers) await driver.as.done(entriesContract.AddEntry, { id }, entryBody('2'))
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
  })

  test('the next race stands first with its plan, the moment of its server, and the grid with the reader’s own place', async () => {
    const page = await windows.open(DESKTOP, drivers[6]!)
    await page.goto('/')
    await page.getByRole('heading', { level: 1, name: 'Monza Sprint Night' }).waitFor()
    await page.getByText('Q 10 · R 20').waitFor()
    await page.getByText('server opens').waitFor()
    // nobody has a rank yet: they stand as they came
    await page.getByRole('heading', { name: 'Grid', exact: true }).waitFor()
    const mine = page.locator('li[aria-current]')
    await mine.waitFor()
    assert.equal((await mine.innerText()).replaceAll(/\s+/g, ' '), '7 Driver 7 –')
    const rows = page.getByRole('listitem').filter({ hasText: /^\d\s*Driver/ })
    assert.deepEqual(
      (await rows.allInnerTexts()).map((row) => row.replaceAll(/\s+/g, ' ')),
      ['1 Driver 1 –', '2 Driver 2 –', '3 Driver 3 –', '4 Driver 4 –', '7 Driver 7 –'],
    )
    await assertAccessible(page, 'home of a driver')
    await page.context().close()
  })

  test('the reader’s communities stand beside one another where there is room, and under one another on a phone', async () => {
    for (const viewport of [DESKTOP, PHONE]) {
      const page = await windows.open(viewport, drivers[0]!)
      await page.goto('/')
      const mine = page.locator('section', { has: page.getByRole('heading', { name: 'Your communities' }) })
      const [first, second] = await Promise.all(['Apex Racing', 'Sunday Racing'].map((name) => mine.getByRole('link', { name }).boundingBox()))
      assert.equal(first!.y === second!.y, viewport === DESKTOP, `${first!.y} and ${second!.y} px down`)
      assert.ok(Math.min(first!.height, second!.height) >= 44)
      if (process.env['PICTURES']) await page.screenshot({ path: `${process.env['PICTURES']}/home-${viewport.width}.png`, fullPage: true })
      await page.context().close()
    }
  })

  test('on a phone it is as short as it was: how many are in', async () => {
    const page = await windows.open(PHONE, drivers[0]!)
    await page.goto('/')
    await page.getByRole('heading', { name: 'Grid', exact: true }).waitFor()
    await page.getByText('7 / ').waitFor()
    assert.equal(await page.getByText('Driver 2').isVisible(), false)
    await page.context().close()
  })
})
