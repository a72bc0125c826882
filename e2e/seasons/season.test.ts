import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { tournamentsContract as calls } from '#modules/tournaments/contract.ts'
import { event } from '#testing/event.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'
import { COLUMNS, seasonInFlight, shoot, type SeasonInFlight } from './season.fixture.ts'

describe('a season in the browser', () => {
  let server: TestServer
  let windows: Windows
  let { drivers, newcomer, league, id } = {} as SeasonInFlight
  before(async () => {
    server = await testServer({ breaks: ['seats-counted'] })
    windows = await openWindows(server.url)
    ;({ drivers, newcomer, league, id } = await seasonInFlight(server))
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  /** The table that is shown, as it comes down as a file. */
  async function file(page: Awaited<ReturnType<Windows['open']>>): Promise<string> {
    const comes = page.waitForEvent('download')
    await page.getByRole('link', { name: 'This table as CSV' }).click()
    const came = await comes
    assert.equal(came.suggestedFilename(), 'standings.csv')
    return await readFile(await came.path(), 'utf8')
  }

  test('a visitor sees who leads, what was dropped and what comes next', async () => {
    const page = await windows.open(DESKTOP)
    await page.goto(`/championships/${id}`)
    await alive(page)
    await page.getByRole('heading', { name: 'GT Winter Championship', level: 1 }).waitFor()
    const table = page.getByRole('table', { name: 'Standings' })
    const rows = table.locator('tbody tr')
    assert.match(await rows.first().innerText(), /1\s+Lucas Moreau|Marco Bellini/)
    await table.getByText('Title still possible above this line').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: /^Show all/ }).click()
    assert.ok((await table.locator('s').count()) > 0, 'dropped results are struck through')
    await page.getByRole('region', { name: /Next · round 5 of 6/ }).waitFor()
    assert.match(await page.getByRole('link', { name: /^R1 / }).innerText(), /Dvořák$/, 'who won the first round')
    await page.getByRole('heading', { name: 'Points, round by round' }).scrollIntoViewIfNeeded()
    await page.getByRole('application', { name: 'Points after each round' }).waitFor()
    await page.getByText('As a table').click()
    const grown = page.getByRole('table', { name: 'Points after each round' }).getByRole('row', { name: /^Marco Bellini/ })
    assert.deepEqual(await grown.getByRole('cell').allInnerTexts(), ['15', '27', '42', '55'])
    await shoot(page, 'desktop-visitor')
    await assertAccessible(page, 'standings')
    await table.locator('tbody tr').first().locator('td button').nth(1).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('link', { name: /Round 1/ }).waitFor()
    await dialog.getByText('Table: 25 – 18 – 15 – 12 – 10 – 8 – 6 – 4 – 2 – 1').waitFor()
    await shoot(page, 'desktop-points')
    await assertAccessible(page, 'how points come about')
    await dialog.getByRole('button', { name: 'All rounds' }).click()
    await dialog.getByText('Counted', { exact: true }).waitFor()
    assert.equal(await dialog.getByRole('listitem').count(), 4)
    await shoot(page, 'desktop-points-all')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.match(await file(page), /^pos,change,driver,[^\n]*\n1,[^\n]*Marco Bellini,/)
    await page.getByRole('button', { name: 'Teams' }).click()
    await table.getByRole('columnheader', { name: 'Team' }).waitFor()
    assert.match(await file(page), /^pos,change,team,/)
    await page.getByRole('tab', { name: 'Rules' }).click()
    await page.getByText('The best 3 rounds count.').waitFor()
    await assertAccessible(page, 'rules')
    await page.goto(`/championships/${id}#events`)
    await page.getByRole('link', { name: 'Round 6' }).waitFor()
  })

  test('a driver on a phone knows where they stand, and skips a round', async () => {
    const page = await windows.open(PHONE, drivers[3])
    await page.goto(`/championships/${id}`)
    await alive(page)
    await page.getByText('Your season').waitFor()
    // of the rounds from left to right the last one driven stands first, the next beside it
    const left = async (no: number) => (await page.getByRole('link', { name: new RegExp(`^R${no}\\b`) }).boundingBox())!.x
    const [before, last, next] = [await left(3), await left(4), await left(5)]
    assert.ok(before < 0 && last >= 0 && next + 100 < PHONE.width, [before, last, next].join())
    await page.getByText('You are not on the grid yet').waitFor()
    await page
      .getByRole('alert')
      .filter({ hasText: 'iRacing events need your iRacing account.' })
      .getByRole('link', { name: 'Link iRacing' })
      .waitFor()
    assert.match(await page.getByRole('list', { name: 'My rounds' }).innerText(), /R1 6\s+R2 18\s+R3 0\s+dropped\s+R4 12/)
    assert.match(await page.getByText('to P5').locator('..').innerText(), /0/)
    assert.match(await page.getByText('in Pro, 19 behind').locator('..').innerText(), /P4/)
    await shoot(page, 'phone-driver')
    await page
      .getByRole('table', { name: 'Standings' })
      .getByRole('button', { name: /how they come about$/ })
      .first()
      .click()
    await page.getByRole('dialog').getByText('Counted', { exact: true }).waitFor()
    await shoot(page, 'phone-points')
    await page.keyboard.press('Escape')
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= PHONE.width, `the page is ${width} wide`)
    await assertAccessible(page, 'standings on a phone')
    await page.getByRole('button', { name: /^Am ?\d+$/ }).click()
    const ofClass = (await file(page)).split('\n').map((line) => line.split(','))
    const at = ofClass[0]!.indexOf('points')
    assert.deepEqual(
      ofClass.slice(1, 3).map((line) => [line[0], line[2], line[4], line[at]]),
      [
        ['1', 'Kasia Nowak', 'Am', '46'],
        ['2', 'Pieter Jansen', 'Am', '36'],
      ],
      'Pro and Am drive the same car',
    )
    const skips = page.getByText(/^skips? left$/).locator('..')
    assert.match(await skips.innerText(), /\b1$/)
    await page.getByRole('button', { name: 'Skip', exact: true }).first().click()
    await skips.getByText('0', { exact: true }).waitFor()
    await page.getByRole('region', { name: /Next/ }).getByText('You skip this round').waitFor()
    await page.getByRole('button', { name: /^Overall ?\d+$/ }).click()
    await page
      .getByRole('row', { name: /Owen Hart/ })
      .getByText('skips', { exact: true })
      .waitFor()
    await page.getByRole('link', { name: 'Open round 5' }).click()
    await page.getByText('You skip this race.').waitFor()
    await page.getByRole('link', { name: 'Open the championship' }).click()
    await page.getByRole('button', { name: 'Do not skip' }).first().click()
    await page.getByText('You are not on the grid yet').waitFor()
    await page.getByRole('link', { name: 'Open round 5' }).click()
    await page.getByText('You drive its championship, but are not on this grid.').waitFor()
    await page.getByRole('link', { name: 'Link iRacing' }).waitFor()
    await shoot(page, 'phone-not-on-grid')
    await assertAccessible(page, 'a round whose driver lacks the account')
  })

  test('a member registers, and leaves again', async () => {
    const page = await windows.open(PHONE, newcomer)
    await page.goto(`/championships/${id}#registration`)
    await alive(page)
    await page.getByRole('button', { name: 'Register for the season' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Class').selectOption('AM')
    await dialog.getByLabel(/^Team/).fill('Kerb Riders')
    await dialog.getByRole('button', { name: 'Register for the season' }).click()
    await page.getByText('You are not on the grid yet').waitFor()
    await page.getByRole('tabpanel').getByText('Nils Neu').waitFor()
    await page.getByRole('button', { name: 'Leave the season' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave the season' }).click()
    await page.getByText('You left this season.').waitFor()
  })

  test('an admin begins a season, gives it a round and publishes it', async () => {
    const owner = drivers[4]!
    await event(server, owner, league, { game: 'iracing', trackId: COLUMNS[0]!, cars: ['1'], sessionName: 'Summer opener', publish: false })
    const page = await windows.open(DESKTOP, owner)
    await page.goto(`/communities/${league}#championships`)
    await alive(page)
    await page.getByRole('link', { name: 'GT Winter Championship' }).waitFor()
    await shoot(page, 'desktop-list')
    await page.getByRole('button', { name: 'New season' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Begin the season' }).click()
    await dialog.getByText('This is needed.').waitFor()
    await dialog.getByLabel('Name').fill('Summer Cup')
    await dialog.getByLabel('Game').selectOption('iracing')
    await dialog.getByLabel('Points of the places').fill('10 6 4')
    await dialog.getByLabel('Rounds that count').fill('4')
    await shoot(page, 'desktop-dialog')
    await assertAccessible(page, 'the form of a season')
    await dialog.getByRole('button', { name: 'Begin the season' }).click()
    await page.getByRole('heading', { name: 'Summer Cup', level: 1 }).waitFor()
    await page.getByText('Not published').waitFor()
    await page.getByRole('tab', { name: /Rounds/ }).click()
    const choice = page.getByLabel('Event of the community')
    const value = await choice.locator('option', { hasText: 'Summer opener' }).getAttribute('value')
    await choice.selectOption(value!)
    await page.getByRole('button', { name: 'Add as a round' }).click()
    await page.getByRole('tabpanel').getByRole('link', { name: 'Summer opener', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('button', { name: 'Register for the season' }).waitFor()
    await page.getByRole('tab', { name: 'Rules' }).click()
    await page.getByText('The best 4 rounds count.').waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Summer Cup 2027')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Summer Cup 2027', level: 1 }).waitFor()
  })
  test('a round that failed is read out as not driven, not as one to come', async () => {
    const { pool, answers } = server.running.machine
    const last = (await drivers[4]!.as.ask(calls.tournament, { id })).body.sessions.at(-1)!.sessionId
    const becomes = async (status: string): Promise<void> => {
      for (const table of ['sessions set status = $2 where id', 'splits set status = $2 where session_id'])
        await pool.query(`update ${table} = $1`, [last, status])
      answers.dropAll()
    }
    await becomes('FAILED')
    const page = await windows.open(DESKTOP)
    await page.goto(`/championships/${id}`)
    const cells = page.getByRole('table', { name: 'Standings' }).locator('tbody tr').first().getByRole('cell')
    await cells.filter({ hasText: 'not driven' }).nth(1).waitFor()
    assert.deepEqual(await cells.filter({ hasText: 'not driven' }).allTextContents(), ['not driven yet', 'not driven'])
    await becomes('WAITING')
  })

  test('a season that ends lets go of what is still to come, says who won, and no longer what comes', async () => {
    const page = await windows.open(PHONE, drivers[4])
    await page.goto(`/championships/${id}`)
    await alive(page)
    await page.getByText('Rounds 1, 2, 3, 4').waitFor()
    await page.getByRole('button', { name: 'End the season' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Still to come: 2.').waitFor()
    await dialog.getByText('They stay events of the community').waitFor()
    await dialog.getByRole('button', { name: 'End the season' }).click()
    await page.getByText('wins by 3').waitFor()
    assert.equal(await page.getByRole('region', { name: /^Next/ }).count(), 0)
    for (const gone of ['best possible', 'Next round', 'You drive the', 'Title still possible'])
      assert.equal(await page.getByText(gone).count(), 0, gone)
    await shoot(page, 'phone-ended')
    await assertAccessible(page, 'a season that is over')
  })
})
