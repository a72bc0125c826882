import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
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

  test('who chose the wrong class is put into the other one, on a phone, and is told', async () => {
    const page = await windows.open(PHONE, drivers[4])
    await page.goto(`/championships/${id}#registration`)
    await alive(page)
    const row = page.getByRole('listitem').filter({ hasText: 'Kasia Nowak' })
    await row.getByText('Am', { exact: true }).waitFor()
    await row.getByRole('button', { name: 'Class and car of Kasia Nowak' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Class').selectOption('PRO')
    await shoot(page, 'phone-class-of-driver')
    await assertAccessible(page, 'class and car of a driver')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await row.getByText('Pro', { exact: true }).waitFor()
    const hers = await windows.open(PHONE, drivers[1])
    await hers.goto('/notifications')
    await hers.getByText('an admin has put you into Pro').waitFor()
    await row.getByRole('button', { name: 'Class and car of Kasia Nowak' }).click()
    await dialog.getByLabel('Class').selectOption('AM')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row.getByText('Am', { exact: true }).waitFor()
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

  test('points by hand: taken from a driver and given to a team where theirs are told, read by everybody, and taken back', async () => {
    const page = await windows.open(PHONE, drivers[4])
    await page.goto(`/championships/${id}`)
    await alive(page)
    const table = page.getByRole('table', { name: 'Standings' })
    const dialog = page.getByRole('dialog')
    const pointsOf = (name: string, of = page) =>
      of
        .getByRole('table', { name: 'Standings' })
        .getByRole('row', { name })
        .getByRole('button', { name: /how they come about$/ })
        .first()
    const before = await pointsOf('Marco Bellini').innerText()
    await pointsOf('Marco Bellini').click()
    await dialog.getByRole('button', { name: 'Points by hand' }).click()
    await dialog.getByRole('heading', { name: 'Points by hand for Marco Bellini' }).waitFor()
    await dialog.getByLabel('Points', { exact: true }).fill('-3')
    await dialog.getByLabel('Reason').fill('Did not come to the briefing.')
    await shoot(page, 'phone-points-by-hand')
    await assertAccessible(page, 'points of a season by hand')
    await dialog.getByRole('button', { name: 'Give points' }).click()
    await page.getByText('The points count in the standings.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Teams' }).click()
    await table.getByRole('columnheader', { name: 'Team' }).waitFor()
    await pointsOf('Kerb Riders').click()
    await dialog.getByRole('button', { name: 'Points by hand' }).click()
    await dialog.getByRole('heading', { name: 'Points by hand for Kerb Riders' }).waitFor()
    await dialog.getByLabel('Points', { exact: true }).fill('2')
    await dialog.getByLabel('Reason').fill('The livery of the season.')
    await dialog.getByRole('button', { name: 'Give points' }).click()
    await dialog.waitFor({ state: 'detached' })
    const reader = await windows.open(DESKTOP)
    await reader.goto(`/championships/${id}`)
    await alive(reader)
    assert.equal(Number(await pointsOf('Marco Bellini', reader).innerText()), Number(before) - 3)
    await pointsOf('Marco Bellini', reader).click()
    await reader.getByRole('dialog').getByText('Points by hand: Did not come to the briefing.').waitFor()
    assert.equal(
      await reader
        .getByRole('dialog')
        .getByRole('button', { name: /Points by hand|Take back/ })
        .count(),
      0,
    )
    await shoot(reader, 'desktop-points-by-hand-told')
    await page.getByRole('button', { name: /^Drivers/ }).click()
    await table.getByRole('columnheader', { name: 'Driver' }).waitFor()
    await pointsOf('Marco Bellini').click()
    await shoot(page, 'phone-points-by-hand-told')
    await dialog.getByRole('button', { name: 'Take back −3 points by hand' }).click()
    await dialog.getByLabel('Reason').fill('He was there after all.')
    await shoot(page, 'phone-points-by-hand-back')
    await dialog.getByRole('button', { name: 'Take back', exact: true }).click()
    await page.getByText('The points are taken back.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await until('they count again', async () => (await pointsOf('Marco Bellini').innerText()) === before)
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
