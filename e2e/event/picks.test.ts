import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { pickListsContract } from '#modules/pick-lists/contract.ts'
import { entryBody, event } from '#testing/event.ts'
import type { Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'
import { dialogOf, opener, picking, type Picking } from './picks.fixture.ts'

/** How admins bring drivers of one event into another, and a single one into an event. */
describe('a pick list in the browser', () => {
  let server: TestServer
  let windows: Windows
  let { owner, admin, drivers, apex, heat } = {} as Picking
  let final: SessionId
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    ;({ owner, admin, drivers, apex, heat } = await picking(server))
    final = await event(server, owner, apex, { sessionName: 'Final', cars: ['34', '8'], maxEntries: 3 })
    await drivers[3]!.as.done(entriesContract.AddEntry, { refId: final }, entryBody('8'))
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  const open = opener(() => windows)
  const opened = (who: Person, id: SessionId, viewport: typeof PHONE | typeof DESKTOP) => open(who, `/events/${id}#participants`, viewport)
  const inside = async (id: SessionId) =>
    (await owner.as.ask(entriesContract.entryList, { refId: id })).body.entries.map(({ participant }) => participant.name).sort()
  const onList = async () => (await owner.as.ask(pickListsContract.pickList, { leagueId: apex })).body.entries.map(({ name }) => name)

  test('a single driver is added on a phone, and a full grid says so beside what was chosen', async () => {
    const page = await opened(admin, final, PHONE)
    await page.getByRole('button', { name: 'Add a driver' }).click()
    const dialog = dialogOf(page, 'Add a driver to Final')
    await dialog.getByLabel('Find a member').fill('fuchs')
    await dialog.getByLabel('Member', { exact: true }).selectOption({ label: 'Eve Fuchs' })
    // who looks on has not chosen another
    await dialog.getByLabel('Find a member').fill('costa')
    await dialog.getByRole('option', { name: 'Ben Costa' }).waitFor({ state: 'attached' })
    assert.equal(await dialog.getByLabel('Member', { exact: true }).locator('option:checked').innerText(), 'Eve Fuchs')
    await assertAccessible(page, 'the dialog that adds a driver')
    await dialog.getByRole('button', { name: 'Add to the grid' }).click()
    await page.getByText('Eve Fuchs is in.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(await inside(final), ['Dan Evers', 'Eve Fuchs'])
  })

  test('all of one event are picked, another admin sees them, and those who fit come in', async () => {
    const page = await opened(admin, heat, DESKTOP)
    await page.getByRole('button', { name: 'Pick drivers' }).click()
    const picking = dialogOf(page, 'Pick drivers of Heat')
    await picking.getByLabel('Everybody (3)').check()
    await assertAccessible(page, 'the dialog that picks drivers')
    await picking.getByRole('button', { name: 'Add to the pick list' }).click()
    await picking.waitFor({ state: 'detached' })
    assert.deepEqual(await onList(), ['Anna Berg', 'Ben Costa', 'Cleo Dahl'])

    const phone = await opened(owner, final, PHONE)
    const bar = phone.getByRole('complementary', { name: 'Pick list' })
    await bar.getByText('Pick list: 3 drivers').waitFor()
    await bar.getByRole('button', { name: 'Open the pick list' }).click()
    const list = dialogOf(phone, 'Pick list: 3 drivers')
    await list.getByLabel('Register them for').selectOption({ label: 'Final' })
    await list.getByText('the grid is full').first().waitFor()
    await assertAccessible(phone, 'the pick list on a phone')
    await list.getByRole('button', { name: 'Register 1 driver' }).click()
    await phone.getByText('1 driver is in. Who did not fit stays on the list.').waitFor()
    assert.deepEqual(await inside(final), ['Anna Berg', 'Dan Evers', 'Eve Fuchs'])
    // the other admin’s open page has heard of it
    await page.getByRole('complementary', { name: 'Pick list' }).getByText('Pick list: 2 drivers').waitFor()
  })

  test('a swap says who goes out, and asks before it is done', async () => {
    const page = await opened(owner, final, DESKTOP)
    await page.getByRole('complementary', { name: 'Pick list' }).getByRole('button', { name: 'Open the pick list' }).click()
    const list = dialogOf(page, 'Pick list: 2 drivers')
    await list.getByLabel('They replace the drivers who are in').click()
    await list.getByRole('heading', { name: '3 drivers go out' }).waitFor()
    const enter = list.getByRole('button', { name: 'Register 2 drivers' })
    assert.equal(await enter.isDisabled(), true)
    await list.getByLabel('I have seen who goes out').check()
    await enter.click()
    await list.waitFor({ state: 'detached' })
    await until('the others are in', async () => (await inside(final)).join() === 'Ben Costa,Cleo Dahl')
  })
  test('seats that were taken since are not said to be filled by the list: it tells who came', async () => {
    const small = await event(server, owner, apex, { sessionName: 'Small', cars: ['34'], maxEntries: 2 })
    const at = { leagueId: apex, v: (await owner.as.ask(pickListsContract.pickList, { leagueId: apex })).body.v }
    const entries = drivers.slice(0, 2).map(({ id: userId }) => ({ userId }))
    await owner.as.done(pickListsContract.Activate, at, { target: { type: 'EVENT', id: small, isSwapList: false }, entries })
    const page = await opened(owner, small, PHONE)
    await page.getByRole('complementary', { name: 'Pick list' }).getByRole('button', { name: 'Open the pick list' }).click()
    const enter = dialogOf(page, 'Pick list: 2 drivers').getByRole('button', { name: 'Register 2 drivers' })
    await enter.waitFor()
    // what the page hears of it is held back: it still says who fitted before
    await page.route('**/query/pick-list/**', () => {})
    await drivers[2]!.as.done(entriesContract.AddEntry, { refId: small }, entryBody('34'))
    await enter.click()
    await page.getByText('1 driver is in. Who did not fit stays on the list.').waitFor()
    assert.deepEqual(await inside(small), ['Anna Berg', 'Cleo Dahl'])
  })
})
