import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { STRANGER, strangers, type Strangers } from '#modules/matching/matching.fixture.ts'
import { accLine, LAP, type Event } from '#modules/results/results.fixture.ts'
import { assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from './browser.ts'

describe('unknown drivers matched', () => {
  let desk: Strangers
  let windows: Windows
  let first: Event
  const section = (page: Page) => page.locator('section').filter({ has: page.getByRole('heading', { name: 'Unknown drivers' }) })
  before(async () => {
    desk = await strangers()
    windows = await openWindows(desk.server.url)
    first = (await desk.night()).event
    await desk.bring(first)
  })
  after(async () => {
    await windows?.close()
    await desk?.server.stop()
  })

  test('an admin names a stranger on the phone, and the table says so at once', async () => {
    const page = await windows.open(PHONE, desk.owner)
    await page.goto(`/events/${first.id}#race-1`)
    await section(page).getByText('1 to name').waitFor()
    await assertAccessible(page, 'the desk with a stranger')
    await section(page).getByRole('button', { name: 'Assign The Unknown' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Ben Bold').click()
    await assertAccessible(page, 'the choice of a driver')
    await dialog.getByRole('button', { name: 'Assign' }).click()
    await page.getByText('The Unknown is Ben Bold now.').waitFor()
    await section(page).getByText('said by Olga Owner').waitFor()
    await page
      .getByRole('row', { name: /Ben Bold/ })
      .first()
      .waitFor()
    await assertAccessible(page, 'the desk with a match')
    const profile = await windows.open(PHONE, desk.ben)
    await profile.goto(`/profile/${desk.ben.id}`)
    await profile.getByText('Monza Sprint').first().waitFor()
  })

  test('the next race knows the driver; a member is found by typing; who drove already is refused; undoing takes it back', async () => {
    const { event } = await desk.night()
    await desk.bring(event, [...desk.lines(), accLine(88, '76561190000000888', 'Second Stranger', 2, 2 * LAP, 99_500)])
    const page = await windows.open(DESKTOP, desk.owner)
    await page.goto(`/events/${event.id}#race-1`)
    await page
      .getByRole('row', { name: /Ben Bold/ })
      .first()
      .waitFor()
    await section(page).getByRole('button', { name: 'Assign Second Stranger' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Ben Bold').click()
    await dialog.getByRole('button', { name: 'Assign' }).click()
    await dialog.getByText('Ben Bold has another car in').waitFor()
    await dialog.getByLabel('Find a driver').fill('Cem')
    await dialog.getByText('Cem Calm').click()
    await assertAccessible(page, 'a member found by typing')
    await dialog.getByRole('button', { name: 'Assign' }).click()
    await page
      .getByRole('row', { name: /Cem Calm/ })
      .first()
      .waitFor()
    await section(page).getByRole('button', { name: 'Undo who The Unknown is' }).click()
    await page.getByText('The Unknown is unknown again.').waitFor()
    await page
      .getByRole('row', { name: /The Unknown/ })
      .first()
      .waitFor()
    await assertAccessible(page, 'the desk on a large screen')
    assert.deepEqual(
      (await desk.desk(first)).strangers.map(({ account, match }) => [account, match]),
      [[STRANGER, null]],
    )
    assert.deepEqual(windows.faults(), [])
  })
})
