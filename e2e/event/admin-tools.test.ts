import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { DAY_MS, HOUR_MS } from '#core/duration.ts'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { nextStartStep } from '#modules/sessions/rules.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, ZONE, type Windows } from '../browser.ts'

/** What an admin does with an event that has not started: another one like it, another start, another car, and its end. */
describe('tools of an event’s admins', () => {
  let server: TestServer
  let windows: Windows
  let [olga, adam, dora] = Array<Person>(3) as [Person, Person, Person]
  let apex: LeagueId
  let race: SessionId
  before(async () => {
    // the clocks change within the week: an event a week later starts at the same hour all the same
    server = await testServer({ at: '2026-10-21T12:00:00Z' })
    windows = await openWindows(server.url)
    const names = ['Olga Owner', 'Adam Admin', 'Dora Klein']
    ;[olga, adam, dora] = (await Promise.all(names.map((name) => person(server, name)))) as [Person, Person, Person]
    apex = await league(server, olga, { members: [dora], admins: [adam] })
    race = await event(server, olga, apex)
    await dora.as.done(entriesContract.AddEntry, { refId: race }, entryBody('2'))
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  const opened = async (id: SessionId, viewport: typeof PHONE | typeof DESKTOP, hash = ''): Promise<Page> => {
    const page = await windows.open(viewport, adam)
    await page.goto(`/events/${id}${hash}`)
    await alive(page)
    return page
  }
  const startOf = async (id: SessionId) => (await adam.as.ask(sessionsContract.race, { id })).body.startsAt
  const tools = (page: Page) => page.getByRole('region', { name: 'For admins' })
  /** As an input of the reader's zone has it. */
  const typed = (atMs: number): string =>
    new Date(atMs).toLocaleString('sv', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' }).replace(' ', 'T')

  test('an admin orders the grid with the keyboard alone and by dragging; what is not saved changes nothing', async () => {
    const id = await event(server, olga, apex, { hasGridPositions: true })
    for (const who of [dora, adam, olga]) await who.as.done(entriesContract.AddEntry, { refId: id }, entryBody('2'))
    const grid = async (): Promise<readonly string[]> => {
      const { entries } = (await adam.as.ask(entriesContract.entryList, { refId: id })).body
      return entries.toSorted((a, b) => a.gridPosition! - b.gridPosition!).map(({ participant }) => participant.name!.split(' ')[0]!)
    }
    const page = await opened(id, DESKTOP, '#participants')
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
    const order = page.getByRole('button', { name: 'Order the grid' })
    const rows = page.locator('[data-order]')
    const save = page.getByRole('button', { name: 'Save the grid' })
    await order.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Dora Klein one place down' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.getByText('Dora Klein is now in place 2').waitFor({ state: 'attached' })
    await until('the focus goes with the row', async () => (await focused()) === 'Dora Klein one place down')
    await page.keyboard.press('ArrowDown')
    await until('again', async () => (await focused()) === 'Dora Klein one place down')
    await assertAccessible(page, 'the order of the grid')
    await save.focus()
    await page.keyboard.press('Enter')
    await order.waitFor()
    assert.deepEqual(await grid(), ['Adam', 'Olga', 'Dora'])

    const dragLastToPole = async (): Promise<void> => {
      await order.click()
      const [from, to] = [(await rows.last().boundingBox())!, (await rows.first().boundingBox())!]
      await page.mouse.move(from.x + 20, from.y + from.height / 2)
      await page.mouse.down()
      await page.mouse.move(to.x + 20, to.y + 4, { steps: 8 })
    }
    await dragLastToPole()
    await page.keyboard.press('Escape')
    await page.mouse.up()
    assert.match(await rows.first().innerText(), /Adam/, 'let go by Escape')
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await dragLastToPole()
    await page.mouse.up()
    assert.match(await rows.first().innerText(), /Dora/)
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await order.waitFor()
    assert.deepEqual(await grid(), ['Adam', 'Olga', 'Dora'], 'not saved')
    await order.click()
    await page.getByRole('button', { name: 'Continue your draft' }).click()
    await save.click()
    await order.waitFor()
    assert.deepEqual(await grid(), ['Dora', 'Adam', 'Olga'])
  })

  test('an admin duplicates an event with a start of its own', async () => {
    const page = await opened(race, DESKTOP)
    await tools(page).getByRole('button', { name: 'Duplicate' }).click()
    const dialog = page.getByRole('dialog', { name: 'Duplicate “Friday GT”' })
    const weekLater = Date.parse(await startOf(race)) + 7 * DAY_MS + HOUR_MS
    assert.equal(await dialog.getByLabel('Start').inputValue(), typed(weekLater))
    await dialog.getByLabel('Start').fill(typed(weekLater + 2 * HOUR_MS))
    await assertAccessible(page, 'the dialog to duplicate an event')
    await dialog.getByRole('button', { name: 'Duplicate' }).click()
    await tools(page).getByRole('button', { name: 'Publish' }).waitFor()
    const copy = page.url().split('/').at(-1) as SessionId
    assert.notEqual(copy, race)
    assert.equal(Date.parse(await startOf(copy)), weekLater + 2 * HOUR_MS)
    assert.equal((await adam.as.ask(entriesContract.entryList, { refId: copy })).body.taken, 0)
  })

  test('an admin moves the start on a phone; one that has passed is moved on, and said', async () => {
    const page = await opened(race, PHONE)
    const before = Date.parse(await startOf(race))
    await tools(page).getByRole('button', { name: 'Move the start' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move the start of “Friday GT”' })
    await dialog.getByText('1 driver is registered, and is told.').waitFor()
    assert.equal(await dialog.getByRole('button', { name: 'Move the start' }).isDisabled(), true)
    await dialog.getByLabel('Start').fill(typed(server.clock.now().getTime() - HOUR_MS))
    await page.getByText('That start has passed. It was moved to the next possible one.').waitFor()
    assert.ok((await dialog.getByLabel('Start').inputValue()) > typed(server.clock.now().getTime()))
    await assertAccessible(page, 'the dialog to move a start')
    await dialog.getByLabel('Start').fill(typed(before + HOUR_MS))
    await dialog.getByRole('button', { name: 'Move the start' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(Date.parse(await startOf(race)), before + HOUR_MS)
    const told = () => dora.as.fetch('/notifications').then((reply) => reply.text())
    await until('the driver is told', async () => /Friday GT/.test(await told()))
  })

  test('a chosen opening of registration moves with the start, in the dialog and in the form', async () => {
    const openingOf = async (id: SessionId) => {
      const { startsAt, chosenRegistrationOpensAt } = (await adam.as.ask(sessionsContract.race, { id })).body
      return Date.parse(startsAt) - Date.parse(chosenRegistrationOpensAt!)
    }
    const startsAt = new Date(nextStartStep(server.clock.now().getTime() + 72 * HOUR_MS)).toISOString()
    const id = await event(server, olga, apex, { startsAt, registrationOpensAt: new Date(Date.parse(startsAt) - 2 * HOUR_MS).toISOString() })
    const page = await opened(id, PHONE)
    await tools(page).getByRole('button', { name: 'Move the start' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move the start of “Friday GT”' })
    // earlier than it opens until now
    await dialog.getByLabel('Start').fill(typed(Date.parse(startsAt) - 24 * HOUR_MS))
    await dialog.getByText(/^Registration then opens on /).waitFor()
    await dialog.getByRole('button', { name: 'Move the start' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(Date.parse(await startOf(id)), Date.parse(startsAt) - 24 * HOUR_MS)
    assert.equal(await openingOf(id), 2 * HOUR_MS)
    await page.goto(`/communities/${apex}/acc/event-edit/${id}`)
    // of several presses that come early one alone is kept
    await alive(page)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Start', { exact: true }).fill(typed(Date.parse(startsAt) + 24 * HOUR_MS))
    await page.getByRole('button', { name: 'Next' }).click()
    assert.equal(await page.getByLabel('Registration opens').inputValue(), typed(Date.parse(startsAt) + 22 * HOUR_MS))
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.waitForURL(`**/events/${id}`)
    assert.equal(Date.parse(await startOf(id)), Date.parse(startsAt) + 24 * HOUR_MS)
    assert.equal(await openingOf(id), 2 * HOUR_MS)
  })

  test('a start is typed figure by figure; one that has passed is refused, not sent as another', async () => {
    const id = await event(server, olga, apex)
    const page = await opened(id, DESKTOP)
    const before = typed(Date.parse(await startOf(id)))
    await tools(page).getByRole('button', { name: 'Move the start' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move the start of “Friday GT”' })
    const [start, save] = [dialog.getByLabel('Start'), dialog.getByRole('button', { name: 'Move the start' })]
    // day and month stand as the device has them: here they are the same
    const type = async (year: number, month: number): Promise<string> => {
      const two = String(month).padStart(2, '0')
      await start.focus()
      await page.keyboard.type(`${two}${two}${year}`)
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.type('47')
      const day = `${year}-${two}-${two}${before.slice(10, 13)}`
      assert.equal(await start.inputValue(), `${day}:47`)
      return `${day}:45`
    }
    const [year, month] = before.split('-').map(Number) as [number, number]
    await type(year - 2, month)
    await save.click()
    await dialog.getByText('The start is too soon. Pick a later one.').waitFor()
    assert.equal(typed(Date.parse(await startOf(id))), before)
    const later = await (month === 12 ? type(year + 1, 1) : type(year, month + 1))
    await save.click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(typed(Date.parse(await startOf(id))), later, 'in steps of five minutes')
  })

  test('an admin gives a driver another car and number, and finds in words who did what', async () => {
    const page = await opened(race, DESKTOP, '#participants')
    await page.getByRole('button', { name: 'Change the entry of Dora Klein' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change the entry' })
    await dialog.locator('label', { hasText: 'Porsche 992 GT3 R' }).click()
    await dialog.getByLabel('Race number').fill('77')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { entries } = (await adam.as.ask(entriesContract.entryList, { refId: race })).body
    assert.deepEqual([entries[0]?.car.model, entries[0]?.raceNumber], ['34', 77])
    await page.getByRole('tab', { name: 'Admin' }).click()
    const deeds = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Adam Admin' }) })
    await deeds.filter({ hasText: 'gave Dora Klein number 77 in Friday GT' }).waitFor()
    await deeds.filter({ hasText: 'changed the car of Dora Klein in Friday GT' }).waitFor()
    await deeds.filter({ hasText: /moved the start of Friday GT from .* to / }).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Olga Owner planned Friday GT' }).waitFor()
    await assertAccessible(page, 'the tab of admins')
  })

  test('an admin deletes an event: what becomes of the registered is said, and the way leads to the community’s events', async () => {
    const page = await opened(race, DESKTOP)
    await tools(page).getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete “Friday GT”?' })
    await dialog.getByText('1 driver is registered: the registration ends.').waitFor()
    assert.equal(await dialog.getByRole('button', { name: 'Delete' }).isDisabled(), true)
    await dialog.getByRole('textbox').fill('Friday GT')
    await assertAccessible(page, 'the dialog to delete an event')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL(`**/communities/${apex}#events`)
    await page.getByText('The event is deleted. Whoever was registered is told.').waitFor()
    const { db } = server.running.machine
    await until('the driver is told', async () => {
      const rows = await db.selectFrom('notifications').select('user_id').where('kind', '=', 'event-cancelled').execute()
      return rows.some((row) => row.user_id === dora.id)
    })
  })
})
