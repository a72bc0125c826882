import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

/** A race that was driven on two servers: whoever drove the second reads its result first, everybody reads both. */
describe('results of two splits on one page', () => {
  let server: TestServer
  let windows: Windows
  let drivers: readonly [Person, Person, Person, Person]
  let race: Event
  let owner: Person
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    owner = await person(server, 'Olga Owner')
    const names = ['Anna Ace', 'Ben Bold', 'Cleo Calm', 'Dan Dash']
    drivers = (await Promise.all(names.map((name) => person(server, name)))) as unknown as typeof drivers
    const leagueId = await league(server, owner, { members: drivers })
    race = await runningEvent(server, owner, leagueId, { segments: ['RACE'], splits: 2 })
    await enter(
      server,
      race,
      drivers.map(({ id: userId }, i) => ({ userId, raceNumber: 11 + i, carId: '34', splitNo: i < 2 ? 1 : 2 })),
    )
    for (const [split, pair] of [drivers.slice(0, 2), drivers.slice(2)].entries()) {
      const lines = pair.map((one, i) => accLine(11 + split * 2 + i, one.steamId, one.name, 4, 4 * LAP + i * 2000, 97_000 + i * 100))
      await upload(server, race.servers[split]!, '250101_203000_R.json', accFile('R', 0, lines))
    }
    await allRead(server)
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  const opened = async (viewport: typeof DESKTOP | typeof PHONE, who: Person | undefined, hash = '#race-1', search = ''): Promise<Page> => {
    const page = await windows.open(viewport, who)
    await page.goto(`/events/${race.id}${search}${hash}`)
    await alive(page)
    return page
  }
  const names = (page: Page): Locator => page.locator('tbody button[aria-expanded]')
  const orderIs = (page: Page, ...order: readonly string[]): Promise<void> =>
    until(`the order is ${order.join()}`, async () => (await names(page).allInnerTexts()).join() === order.join())
  const splitOf = (page: Page, no: number): Locator => page.getByRole('button', { name: `Split ${no}`, exact: true })
  /** The switcher at the top of the event, and the choice beside the result. */
  const chosenAre = async (page: Page, no: number): Promise<void> =>
    until(`split ${no} is chosen everywhere`, async () => {
      const chosen = await page.locator('button[aria-pressed="true"]', { hasText: /^Split/ }).allInnerTexts()
      return chosen.length === 2 && chosen.every((words) => words.startsWith(`Split ${no}`))
    })

  for (const viewport of [PHONE, DESKTOP]) {
    test(`a visitor reads the first, and the second by its choice and by its address, ${viewport.width} px`, async () => {
      const page = await opened(viewport, undefined)
      await orderIs(page, 'Anna Ace', 'Ben Bold')
      await splitOf(page, 2).click()
      await orderIs(page, 'Cleo Calm', 'Dan Dash')
      assert.match(page.url(), /[?&]split=2/)
      await chosenAre(page, 2)
      await assertAccessible(page, `the result of a split, ${viewport.width} px`)
      await page.reload()
      await orderIs(page, 'Cleo Calm', 'Dan Dash')
      await page.context().close()
    })

    test(`who drove the second split reads that one first, and can go to the other, ${viewport.width} px`, async () => {
      const page = await opened(viewport, drivers[3])
      await orderIs(page, 'Cleo Calm', 'Dan Dash')
      await chosenAre(page, 2)
      assert.equal(await page.locator('tbody tr[aria-current="true"]').count(), 1)
      await splitOf(page, 1).click()
      await orderIs(page, 'Anna Ace', 'Ben Bold')
      await chosenAre(page, 1)
      assert.equal(await page.locator('tbody tr[aria-current="true"]').count(), 0)
      await page.context().close()
    })
  }

  test('what stands out in its pictures, and whose log is read, are those of the split that is shown', async () => {
    const page = await opened(DESKTOP, drivers[3])
    const drawn = page.getByRole('group', { name: 'Drivers to show' }).locator('button[aria-pressed="true"]')
    const drawnAre = (...who: readonly string[]): Promise<void> =>
      until(`${who.join()} stand out`, async () => {
        const words = await drawn.allInnerTexts()
        return words.length === who.length && who.every((name, at) => words[at]!.includes(name))
      })
    await page.getByRole('button', { name: 'Show charts' }).click()
    await drawnAre('Cleo Calm', 'Dan Dash')
    await page.getByRole('button', { name: 'Show incidents and log' }).click()
    const log = page.getByRole('list', { name: 'Incidents and log' })
    await log.getByText('Dan Dash').waitFor()
    await splitOf(page, 1).click()
    await orderIs(page, 'Anna Ace', 'Ben Bold')
    await drawnAre('Anna Ace', 'Ben Bold')
    await log.getByText('Ben Bold').waitFor()
    await page.context().close()
  })

  test('what an admin has chosen in one split for the pick list stays chosen while that of another is sent', async () => {
    const page = await opened(DESKTOP, owner)
    await page.getByRole('button', { name: 'Pick drivers of this result' }).click()
    const box = (name: string): Locator => page.getByRole('checkbox', { name: new RegExp(name) })
    await box('Ben Bold').check()
    await splitOf(page, 2).click()
    await orderIs(page, 'Cleo Calm', 'Dan Dash')
    await box('Cleo Calm').check()
    await page.getByText('1 driver chosen').waitFor()
    // what the list is after the first picks takes its time
    const late = Promise.withResolvers<void>()
    let isSaved = false
    await page.route('**/SetEntries/**', (route) => {
      isSaved = true
      return route.continue()
    })
    await page.route('**/query/pick-list/**', async (route) => {
      if (isSaved) await late.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Add to the pick list' }).click()
    await page.getByText('The pick list is saved.').waitFor()
    await page.getByText('0 drivers chosen').waitFor()
    await splitOf(page, 1).click()
    await orderIs(page, 'Anna Ace', 'Ben Bold')
    await page.getByText('1 driver chosen').waitFor()
    assert.deepEqual([await box('Anna Ace').isChecked(), await box('Ben Bold').isChecked()], [false, true])
    const refused = page.waitForResponse((answer) => answer.status() === 409)
    await page.getByRole('button', { name: 'Add to the pick list' }).click()
    await refused
    late.resolve()
    await page.getByText('Pick list: 2 drivers').waitFor()
    await page.getByRole('button', { name: 'Pick drivers of this result' }).waitFor()
    await page.context().close()
  })

  test('a split that was not driven is none: the address shows the first', async () => {
    const page = await opened(PHONE, undefined, '#race-1', '?split=9')
    await orderIs(page, 'Anna Ace', 'Ben Bold')
    await page.context().close()
  })
})
