import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { LeagueId } from '#core/ids.ts'
import { iRacingFile } from '#modules/manual-results/import.fixture.ts'
import { accFile, accLine, enter, LAP, runningEvent, type Event } from '#modules/results/results.fixture.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from './browser.ts'

/** An admin hands in the wrong file, sees it, takes it back, hands in the right one; a visitor sees nothing but what is published. */
describe('the wrong file, taken back', () => {
  let server: TestServer
  let windows: Windows
  let olga: Person
  let drivers: readonly Person[]
  let leagueId: LeagueId
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    const [owner, ...others] = await Promise.all(['Olga Owner', 'Dora Klein', 'Marco Bellini'].map((name) => person(server, name)))
    olga = owner!
    drivers = others
    leagueId = await league(server, olga, { shortName: 'BACK' })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
  })

  type Handed = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }
  const handed = (name: string, content: unknown): Handed => ({
    name,
    mimeType: 'application/json',
    buffer: content instanceof Uint8Array ? Buffer.from(content) : Buffer.from(JSON.stringify(content)),
  })
  const iRacing = (name: string, names: readonly string[]): Handed => {
    const rows = names.map((one, i) => ({ id: i + 1, name: one, number: String(90 + i) }))
    return handed(name, iRacingFile([{ number: 0, type: 6, name: 'RACE', rows }]))
  }
  const acc = (name: string, names: readonly string[]): Handed =>
    handed(
      name,
      accFile(
        'R',
        0,
        names.map((one, i) => accLine(90 + i, `7656119000000000${i}`, one, 4, 4 * LAP + i * 2000, 98_000)),
      ),
    )
  /** Picks a file in the dialog that hands it in, which stays open. */
  const pick = async (page: Page, file: Handed): Promise<Locator> => {
    await page.getByRole('button', { name: 'Import a result file' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Choose a file').setInputFiles(file)
    await dialog.getByRole('heading', { name: 'What the file holds' }).waitFor()
    return dialog
  }
  const confirm = async (page: Page, button: string, reason?: string): Promise<void> => {
    const dialog = page.getByRole('dialog')
    if (reason) {
      assert.equal(await dialog.getByRole('button', { name: button }).isDisabled(), true, 'not without a reason')
      await dialog.getByLabel('Reason').fill(reason)
    }
    await dialog.getByRole('button', { name: button }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  const event = (options: Parameters<typeof runningEvent>[3]): Promise<Event> =>
    runningEvent(server, olga, leagueId, { startsAt: new Date('2026-01-24T19:00:00Z'), ...options })

  for (const [size, viewport] of Object.entries({ 'a large screen': DESKTOP, 'a phone': PHONE }))
    test(`results kept by hand, on ${size}: taken back, handed in anew, published, and opened again`, async () => {
      const made = await event({ game: 'iracing', manual: true, segments: ['RACE'], trackId: 'pkg-151' })
      await enter(
        server,
        made,
        drivers.map(({ id: userId }, i) => ({ userId, raceNumber: 7 + i, carId: '132' })),
      )
      const page = await windows.open(viewport, olga)
      const visitor = await windows.open(viewport)
      await page.goto(`/events/${made.id}#race-1`)
      let dialog = await pick(page, iRacing('wrong.json', ['Some Stranger', 'Dora Klein']))
      await assertAccessible(page, `a file before it is taken on ${size}`)
      await dialog.getByRole('button', { name: 'Fill the races' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByText(/from wrong\.json/).waitFor()
      await page.getByText('Some Stranger').first().waitFor()
      // another one is asked about, with both in sight
      dialog = await pick(page, iRacing('right.json', ['Marco Bellini', 'Dora Klein']))
      await dialog.getByRole('heading', { name: 'Saved now, from wrong.json' }).waitFor()
      await dialog.getByRole('heading', { name: 'In this file' }).waitFor()
      assert.equal(await dialog.getByRole('button', { name: 'Fill the races' }).isDisabled(), true)
      await assertAccessible(page, `two files side by side on ${size}`)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Take it back: wrong.json' }).click()
      await assertAccessible(page, `why a file is taken back on ${size}`)
      await confirm(page, 'Take it back', 'Another night.')
      await page.getByText('Nobody has saved this race yet.').waitFor()
      await page.getByText('Olga Owner took wrong.json back.').waitFor()
      await page.getByText('Another night.', { exact: true }).waitFor()
      assert.equal(await page.getByText('Some Stranger').count(), 0)
      dialog = await pick(page, iRacing('right.json', ['Marco Bellini', 'Dora Klein']))
      await dialog.getByRole('button', { name: 'Fill the races' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByText(/from right\.json/).waitFor()
      await assertAccessible(page, `a race with what was taken back on ${size}`)
      await visitor.goto(`/events/${made.id}#results`)
      await visitor.getByText('Manual results are not ready yet').waitFor()
      await page.getByRole('button', { name: 'Publish results' }).click()
      await confirm(page, 'Publish results')
      await visitor.goto(`/events/${made.id}#race-1`)
      await visitor.getByRole('row', { name: /Marco Bellini/ }).waitFor()
      await visitor
        .getByText(/Auto Club Speedway/)
        .filter({ visible: true })
        .first()
        .waitFor()
      await assertAccessible(visitor, `what a visitor sees on ${size}`)
      // published, it is opened again; the visitor goes on seeing it until it is published anew
      await page.getByRole('button', { name: 'Open the results again' }).click()
      await confirm(page, 'Open the results again', 'Dora won.')
      await page.getByText('These results are being put right: Dora won.').waitFor()
      await page.getByRole('button', { name: 'Take it back: right.json' }).waitFor()
      await assertAccessible(page, `results that are open again on ${size}`)
      await visitor.reload()
      assert.match((await visitor.locator('tbody tr').first().textContent()) ?? '', /Marco Bellini/)
      await page.getByLabel('Position of Dora Klein').fill('1')
      await page.getByLabel('Position of Dora Klein').press('Enter')
      await page.getByLabel('Time of Dora Klein').fill('')
      await page.getByRole('button', { name: 'Save race' }).click()
      await page.getByText('All races are saved.').waitFor()
      await page.getByRole('button', { name: 'Publish results' }).click()
      await confirm(page, 'Publish results')
      await visitor.reload()
      await visitor.locator('tbody tr').first().getByText('Dora Klein').waitFor()
    })

  test('files of another server: a second one waits beside the first until one is taken back', async () => {
    const made = await event({ hosting: 'ELSEWHERE', segments: ['RACE', 'RACE'], splits: 2 })
    const page = await windows.open(PHONE, olga)
    await page.goto(`/events/${made.id}#results`)
    const take = async (file: Handed, split: string, race: string): Promise<void> => {
      const dialog = await pick(page, file)
      await dialog.getByLabel('Driven on').selectOption({ label: split })
      await dialog.getByLabel('The first race of the file is').selectOption({ label: race })
      const button = dialog.getByRole('button', { name: 'Take as results' })
      await button.click({ trial: true })
      if (file.name === 'wrong.json') await assertAccessible(page, 'where a file goes on a phone')
      await button.click()
      await dialog.waitFor({ state: 'detached' })
    }
    await take(acc('wrong.json', ['Wrong Winner']), 'Split 2', 'Race 1')
    await page.getByRole('row', { name: /Wrong Winner/ }).waitFor()
    await take(acc('right.json', ['Right Winner', 'Second Man']), 'Split 2', 'Race 1')
    await page.getByRole('heading', { name: 'A later result waits for you' }).waitFor()
    await assertAccessible(page, 'a file that waits beside another on a phone')
    await page.getByRole('row', { name: /Wrong Winner/ }).waitFor()
    await page.getByRole('button', { name: 'Take it back: wrong.json' }).click()
    await confirm(page, 'Take it back', 'The practice server.')
    await page.getByRole('row', { name: /Right Winner/ }).waitFor()
    await page.getByText('Olga Owner took wrong.json back.').waitFor()
    assert.equal(await page.getByRole('row', { name: /Wrong Winner/ }).count(), 0)
    await assertAccessible(page, 'a file taken back on a phone')
    for (const [name, split, race] of [
      ['b.json', 'Split 2', 'Race 2'],
      ['c.json', 'Split 1', 'Race 1'],
      ['d.json', 'Split 1', 'Race 2'],
    ] as const)
      await take(acc(name, [`Winner of ${name}`]), split, race)
    await page.getByText('Ended', { exact: true }).first().waitFor()
    const visitor = await windows.open(DESKTOP)
    await visitor.goto(`/events/${made.id}#race-1`)
    await visitor
      .getByRole('row', { name: /Winner of c\.json|Right Winner/ })
      .first()
      .waitFor()
  })

  test('no page complained meanwhile', () => {
    assert.deepEqual(windows.faults(), [])
  })
})
