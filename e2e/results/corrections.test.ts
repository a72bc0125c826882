import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { LeagueId } from '#core/ids.ts'
import { accFile, accLine, accOut, allRead, enter, LAP, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, tabTo, type Windows } from '../browser.ts'

const WHY = 'Cut the last corner three times.'

/** After the flag: an admin corrects, everybody who has the page open sees the new order and why. */
describe('a result that is corrected', () => {
  let server: TestServer
  let windows: Windows
  let [olga, anna, ben, cleo] = Array<Person>(4) as [Person, Person, Person, Person]
  let leagueId: LeagueId
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    ;[olga, anna, ben, cleo] = (await Promise.all(['Olga Owner', 'Anna Ace', 'Ben Bold', 'Cleo Calm'].map((name) => person(server, name)))) as [
      Person,
      Person,
      Person,
      Person,
    ]
    leagueId = await league(server, olga, { members: [anna, ben, cleo] })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  /** A race of three, two seconds between each. */
  async function raced(out?: number): Promise<Event> {
    const made = await runningEvent(server, olga, leagueId, { segments: ['RACE'] })
    const drivers = [anna, ben, cleo]
    await enter(
      server,
      made,
      drivers.map(({ id: userId }, i) => ({ userId, raceNumber: 11 + i, carId: '34' })),
    )
    const lines = drivers.map((one, i) => accLine(11 + i, one.steamId, one.name, 4, 4 * LAP + i * 2000, 97_000 + i * 100))
    const file = accFile('R', 0, lines)
    await upload(server, made.servers[0]!, '250101_203000_R.json', out === undefined ? file : accOut(file, out))
    await allRead(server)
    return made
  }
  const opened = async (made: Event, viewport: typeof DESKTOP | typeof PHONE, who?: Person): Promise<Page> => {
    const page = await windows.open(viewport, who)
    await page.goto(`/events/${made.id}#race-1`)
    await alive(page)
    return page
  }
  const names = (page: Page): Locator => page.locator('tbody button[aria-expanded]')
  const orderIs = (page: Page, ...order: readonly string[]): Promise<void> =>
    until(`the order is ${order.join()}`, async () => (await names(page).allInnerTexts()).join() === order.join())
  const detail = (page: Page, name: string): Promise<void> => names(page).filter({ hasText: name }).press('Enter')

  for (const viewport of [DESKTOP, PHONE])
    test(`by keys alone, ${viewport.width} px: given, everybody sees it; revoked, everybody sees the old`, async () => {
      const made = await raced()
      const [admin, driver, visitor] = await Promise.all([opened(made, viewport, olga), opened(made, PHONE, anna), opened(made, DESKTOP)])
      const everybody = [admin, driver, visitor]
      for (const page of everybody) await orderIs(page, 'Anna Ace', 'Ben Bold', 'Cleo Calm')
      await tabTo(admin, names(admin).first())
      await admin.keyboard.press('Enter')
      const correct = admin.getByRole('button', { name: 'Correct the result of Anna Ace' })
      await tabTo(admin, correct)
      await admin.keyboard.press('Enter')
      const dialog = admin.getByRole('dialog', { name: 'Result of Anna Ace' })
      const add = dialog.getByRole('button', { name: 'Add', exact: true })
      assert.equal(await dialog.getByLabel('Points', { exact: true }).inputValue(), '-1')
      assert.equal(await add.isDisabled(), true)
      await dialog.getByRole('button', { name: 'Time penalty' }).press('Enter')
      assert.equal(await dialog.getByLabel('Seconds').inputValue(), '1')
      // what stewards give most is a tap away
      await dialog.getByRole('button', { name: '+10 s', exact: true }).press('Enter')
      assert.equal(await dialog.getByLabel('Seconds').inputValue(), '10')
      await dialog.getByLabel('Seconds').fill('3')
      await dialog.getByLabel('Reason').fill(WHY)
      await dialog.getByText(`${WHY.length} / 500`).waitFor()
      await assertAccessible(admin, `correcting a result, ${viewport.width} px`)
      await add.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await admin.getByText('Results adjusted.').waitFor()
      for (const page of everybody) {
        await orderIs(page, 'Ben Bold', 'Anna Ace', 'Cleo Calm')
        await page.getByText('finished P1 · +3 s').waitFor()
        if (page !== admin) await detail(page, 'Anna Ace')
        await page.getByText(WHY).waitFor()
        await page.getByText('18 for P2').waitFor()
        await assertAccessible(page, 'a corrected result')
      }
      assert.equal(await driver.getByRole('button', { name: /^Correct the result/ }).count(), 0)
      await correct.press('Enter')
      await dialog.getByRole('button', { name: 'Revoke' }).press('Enter')
      const asked = admin.getByRole('dialog', { name: 'Revoke a correction' })
      await asked.getByLabel('Reason').fill('The camera shows otherwise.')
      await asked.getByRole('button', { name: 'Revoke' }).press('Enter')
      await asked.waitFor({ state: 'detached' })
      await dialog.getByText(/Revoked by Olga Owner: The camera shows otherwise\./).waitFor()
      await admin.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      for (const page of everybody) {
        await orderIs(page, 'Anna Ace', 'Ben Bold', 'Cleo Calm')
        await page.getByText(WHY).waitFor({ state: 'detached' })
        assert.equal(await page.getByText('finished P1').count(), 0)
      }
    })

  test('what the game disqualified is taken back on a phone; of nobody else that is offered', async () => {
    const made = await raced(11)
    const [admin, driver] = await Promise.all([opened(made, PHONE, olga), opened(made, PHONE, anna)])
    for (const page of [admin, driver]) await orderIs(page, 'Ben Bold', 'Cleo Calm', 'Anna Ace')
    const dialogOf = async (name: string): Promise<Locator> => {
      await detail(admin, name)
      await admin.getByRole('button', { name: `Correct the result of ${name}` }).press('Enter')
      return admin.getByRole('dialog', { name: `Result of ${name}` })
    }
    const others = await dialogOf('Ben Bold')
    await others.getByRole('button', { name: 'Time penalty' }).waitFor()
    assert.equal(await others.getByRole('button', { name: 'Disqualification by the game, taken back' }).count(), 0)
    await admin.keyboard.press('Escape')
    await others.waitFor({ state: 'detached' })
    const dialog = await dialogOf('Anna Ace')
    await dialog.getByRole('button', { name: 'Disqualification by the game, taken back' }).click()
    assert.equal(await dialog.getByRole('spinbutton').count(), 0)
    await dialog.getByLabel('Reason').fill('The limiter was on.')
    await assertAccessible(admin, 'taking a disqualification back')
    await dialog.getByRole('button', { name: 'Add', exact: true }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    for (const page of [admin, driver]) await orderIs(page, 'Anna Ace', 'Ben Bold', 'Cleo Calm')
    await detail(driver, 'Anna Ace')
    await driver.getByText('Disqualification by the game, taken back: counts by its laps and time').waitFor()
    await driver.getByText('The limiter was on.').waitFor()
    for (const page of [admin, driver]) await page.context().close()
  })

  test('an admin picks drivers of a result in its table, in its order, for the pick list; nobody else has the boxes', async () => {
    const made = await raced()
    for (const viewport of [PHONE, DESKTOP]) {
      const page = await opened(made, viewport, olga)
      await page.getByRole('button', { name: 'Pick drivers of this result' }).press('Enter')
      await page.getByRole('checkbox', { name: 'Choose everybody' }).check()
      await page.getByText('3 drivers chosen').waitFor()
      await assertAccessible(page, `picking drivers of a result, ${viewport.width} px`)
      await page.getByRole('checkbox', { name: 'Choose Ben Bold' }).uncheck()
      assert.equal(await page.getByRole('checkbox', { name: 'Choose everybody' }).isChecked(), false)
      await page.getByText('2 drivers chosen').waitFor()
      if (viewport === PHONE) {
        await page.getByRole('button', { name: 'Cancel' }).press('Enter')
        assert.equal(await page.getByRole('checkbox').count(), 0)
        await page.context().close()
        continue
      }
      await page.getByRole('button', { name: 'Add to the pick list' }).press('Enter')
      await page.getByRole('checkbox').first().waitFor({ state: 'detached' })
      await page.getByText('Pick list: 2 drivers').waitFor()
      await page.getByRole('button', { name: 'Open the pick list' }).press('Enter')
      await until('they stand in their order', async () => /Anna Ace[^]*Cleo Calm/.test(await page.getByRole('dialog').getByRole('list').innerText()))
      await page.context().close()
    }
    const driver = await opened(made, PHONE, anna)
    await names(driver).first().waitFor()
    assert.equal(await driver.getByRole('button', { name: 'Pick drivers of this result' }).count(), 0)
    await driver.context().close()
  })
})
