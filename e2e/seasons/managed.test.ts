import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'
import { seasonInFlight, shoot, type SeasonInFlight } from './season.fixture.ts'

describe('a season looked after in the browser', () => {
  let server: TestServer
  let windows: Windows
  let { drivers, id } = {} as SeasonInFlight
  before(async () => {
    server = await testServer({ breaks: ['seats-counted'] })
    windows = await openWindows(server.url)
    ;({ drivers, id } = await seasonInFlight(server))
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  test('an admin takes a driver out of the season and lets them back in; they are told why', async () => {
    const owner = drivers[4]!
    const page = await windows.open(DESKTOP, owner)
    await page.goto(`/championships/${id}#registration`)
    await alive(page)
    await page.getByRole('button', { name: 'Disqualify Lucas Moreau' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Disqualify' }).click()
    await dialog.getByText('Give a reason.').waitFor()
    await dialog.getByLabel('Reason').fill('Drove a car that was not his.')
    await shoot(page, 'desktop-disqualify')
    await dialog.getByRole('button', { name: 'Disqualify' }).click()
    const back = page.getByRole('button', { name: 'Take back the disqualification of Lucas Moreau' })
    await back.click()
    await page.getByRole('dialog').getByLabel('Reason').fill('It was his after all.')
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
    await page.getByRole('button', { name: 'Disqualify Lucas Moreau' }).waitFor()
    const his = await windows.open(PHONE, drivers[0])
    await his.goto('/notifications')
    await his.getByText('It was his after all.').waitFor()
    await his.goto('/')
    await alive(his)
    await his.getByRole('heading', { name: 'Your seasons' }).waitFor()
    await shoot(his, 'phone-home-seasons')
  })

  test('how it scores is changed, for the season and for a round, and stands in the rules that everybody reads', async () => {
    const page = await windows.open(DESKTOP, drivers[4])
    await page.goto(`/championships/${id}#events`)
    await alive(page)
    await page.getByRole('button', { name: 'Points', exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Rounds that count').fill('3 of 4')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('A number, or parts such as').waitFor()
    await dialog.getByLabel('Rounds that count').fill('1-4: 3, 5-6: 2')
    await dialog.getByLabel('For pole position').fill('2')
    await shoot(page, 'desktop-points')
    await assertAccessible(page, 'the points of a season')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page
      .getByRole('button', { name: /^Points of / })
      .last()
      .click()
    await page.getByRole('dialog').getByLabel('Times the usual points').fill('2')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    for (const [size, name] of [
      [DESKTOP, 'desktop'],
      [PHONE, 'phone'],
    ] as const) {
      const visitor = await windows.open(size)
      await visitor.goto(`/championships/${id}#rules`)
      await alive(visitor)
      await visitor.getByText('Of rounds 1 to 4 the best 3 count.').waitFor()
      await visitor.getByText('2 points for pole position').waitFor()
      await visitor.getByText('Teams and nations drop no round.').waitFor()
      await visitor.getByText(/2 times the points/).waitFor()
      await visitor.getByRole('heading', { name: 'Protests' }).waitFor()
      await visitor.getByText('A protest can be filed from 1 hour after the end of an event on.').waitFor()
      await shoot(visitor, `${name}-rules`)
      await assertAccessible(visitor, 'the rules of a season')
    }
  })

  test('the search finds it', async () => {
    const page = await windows.open(DESKTOP)
    await page.goto('/')
    await alive(page)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('gt winter')
    await page.getByRole('option', { name: /GT Winter Championship/ }).click()
    await page.getByRole('heading', { name: 'GT Winter Championship', level: 1 }).waitFor()
  })
})
