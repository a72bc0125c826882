import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { bopContract } from '#modules/bop/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { alive, assertAccessible, DESKTOP, heldBack, openWindows, PHONE, tabTo, type Windows } from './browser.ts'

describe('balance of performance', () => {
  let server: TestServer
  let windows: Windows
  let [olga, dora] = Array<Person>(2) as [Person, Person]
  let leagueId: LeagueId
  let [first, second] = Array<SessionId>(2) as [SessionId, SessionId]
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    ;[olga, dora] = await Promise.all([person(server, 'Olga Owner'), person(server, 'Dora Klein')])
    leagueId = await league(server, olga, { members: [dora] })
    ;[first, second] = await Promise.all([
      event(server, olga, leagueId, { cars: ['2', '30', '34'] }),
      event(server, olga, leagueId, { cars: ['2', '34'], trackId: 'spa', sessionName: 'Spa GT' }),
    ])
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  const bopsOf = async (id: SessionId) => (await olga.as.ask(sessionsContract.race, { id })).body.cars.map(({ bop }) => bop)
  const templates = async () => (await olga.as.ask(bopContract.templates, { leagueId, game: 'acc' })).body.templates

  test('by keyboard: an admin keeps what an event has as a template, which is then chosen, and takes it to the event', async () => {
    const page = await windows.open(DESKTOP, olga)
    await page.goto(`/events/${first}`)
    await alive(page)
    await tabTo(page, page.getByRole('tabpanel').getByRole('button', { name: 'Balance of performance' }))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Balance of performance' })
    await dialog.getByLabel('Template').waitFor()
    await assertAccessible(page, 'the balance of performance')
    await tabTo(page, dialog.getByRole('listitem').first().getByLabel('Ballast'))
    await page.keyboard.type('10')
    await tabTo(page, dialog.getByRole('listitem').last().getByLabel('Restrictor'))
    await page.keyboard.type('4')
    await tabTo(page, dialog.getByRole('button', { name: 'Save as template' }))
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'New template' })
    await form.getByLabel('Name').waitFor()
    await assertAccessible(page, 'a new template')
    await page.keyboard.press('Enter')
    await form.getByText('Give the template a name.').waitFor()
    await page.keyboard.type('GT3 spring')
    await page.keyboard.press('Enter')
    await form.waitFor({ state: 'detached' })
    const [template] = await templates()
    assert.deepEqual([template?.name, template?.trackId, template?.carCount], ['GT3 spring', 'monza', 2])
    await until('the newest is chosen', async () => (await dialog.getByLabel('Template').inputValue()) === template!.id)
    await tabTo(page, dialog.getByRole('button', { name: 'Save', exact: true }))
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(await bopsOf(first), [{ ballastkg: 10, restrictor: 0 }, null, { ballastkg: 0, restrictor: 4 }])
  })

  test('on a phone: taken over in another event, typing lets go of it, removing sets zero, and it is deleted', async () => {
    const page = await windows.open(PHONE, olga)
    await page.goto(`/events/${second}`)
    await alive(page)
    await page.getByRole('tabpanel').getByRole('button', { name: 'Balance of performance' }).click()
    const dialog = page.getByRole('dialog', { name: 'Balance of performance' })
    const picker = dialog.getByLabel('Template')
    const ballast = dialog.getByRole('listitem').first().getByLabel('Ballast')
    const restrictor = dialog.getByRole('listitem').last().getByLabel('Restrictor')
    // one that comes late does not take back what was typed meanwhile
    const late = await heldBack(page, '**/query/bop/*')
    await picker.selectOption({ label: 'GT3 spring · Monza Circuit' })
    await late.asked
    await ballast.fill('3')
    await late.letGo()
    assert.deepEqual([await ballast.inputValue(), await restrictor.inputValue(), await picker.inputValue()], ['3', '0', ''])
    await picker.selectOption({ label: 'GT3 spring · Monza Circuit' })
    await dialog.getByText('“GT3 spring” is taken over: 2 of its cars are in this event, every other car carries nothing.').waitFor()
    assert.deepEqual([await ballast.inputValue(), await restrictor.inputValue()], ['10', '4'])
    await assertAccessible(page, 'a template on a phone')
    await ballast.fill('12')
    assert.equal(await picker.inputValue(), '')
    await ballast.fill('41')
    await dialog.getByText('From -40 to 40.').waitFor()
    await ballast.fill('12')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(await bopsOf(second), [
      { ballastkg: 12, restrictor: 0 },
      { ballastkg: 0, restrictor: 4 },
    ])

    await page.getByRole('tabpanel').getByRole('button', { name: 'Balance of performance' }).click()
    await dialog.getByRole('button', { name: 'Remove all' }).click()
    assert.deepEqual([await ballast.inputValue(), await restrictor.inputValue()], ['0', '0'])
    await picker.selectOption({ label: 'GT3 spring · Monza Circuit' })
    await dialog.getByText(/is taken over/).waitFor()
    await dialog.getByRole('button', { name: 'Delete template' }).click()
    await page.getByRole('dialog', { name: 'Delete “GT3 spring”?' }).getByRole('button', { name: 'Delete template' }).click()
    await until('it is gone', async () => (await templates()).length === 0)
    await dialog.getByText('None yet').waitFor({ state: 'attached' })
    // what was taken over stays
    assert.equal(await ballast.inputValue(), '10')
    await dialog.getByRole('button', { name: 'Remove all' }).click()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(await bopsOf(second), [null, null])
  })

  test('a template that another admin has deleted meanwhile leaves the values as they are', async () => {
    const { id } = await olga.as.done(
      bopContract.Create,
      {},
      { leagueId, game: 'acc', name: 'soon gone', bops: { 2: { ballastkg: 7, restrictor: 0 } } },
    )
    const page = await windows.open(DESKTOP, olga)
    // nobody tells this window of it
    await page.route('**/live**', () => undefined)
    await page.goto(`/events/${second}`)
    await alive(page)
    await page.getByRole('tabpanel').getByRole('button', { name: 'Balance of performance' }).click()
    const dialog = page.getByRole('dialog', { name: 'Balance of performance' })
    await dialog.getByRole('option', { name: 'soon gone' }).waitFor({ state: 'attached' })
    const ballast = dialog.getByRole('listitem').first().getByLabel('Ballast')
    await ballast.fill('3')
    await olga.as.done(bopContract.Delete, { id }, {})
    await dialog.getByLabel('Template').selectOption(id)
    await dialog.getByText('This template has been deleted meanwhile. The values stay as they are.').waitFor()
    assert.deepEqual([await ballast.inputValue(), await dialog.getByLabel('Template').inputValue()], ['3', ''])
    await dialog.getByRole('option', { name: 'None yet' }).waitFor({ state: 'attached' })
  })

  test('a driver and a visitor see it at the car and in the configuration, and have no button for it', async () => {
    for (const who of [dora, undefined]) {
      const page = await windows.open(PHONE, who)
      await page.goto(`/events/${first}`)
      await alive(page)
      const cars = page.getByRole('tabpanel')
      await cars.getByText('+10 kg').waitFor()
      await cars.getByText('4 % restrictor').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Balance of performance' }).count(), 0)
      await page.getByRole('tab', { name: 'Configuration' }).click()
      const facts = page.getByRole('tabpanel').locator('dl').filter({ hasText: '+10 kg' })
      await facts.getByText('4 % restrictor').waitFor()
      await assertAccessible(page, 'the configuration')
    }
  })

  test('who registers reads at each car what it carries', async () => {
    const page = await windows.open(PHONE, dora)
    await page.goto(`/events/${first}`)
    await alive(page)
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    const cars = page.getByRole('dialog', { name: 'Register', exact: true }).getByRole('radiogroup', { name: 'Car' })
    await cars.getByRole('radio', { name: /Balance of performance: \+10 kg/ }).waitFor()
    await cars.getByRole('radio', { name: /4 % restrictor/ }).waitFor()
    assert.equal(await cars.getByText('Balance of performance').count(), (await bopsOf(first)).filter(Boolean).length)
    await assertAccessible(page, 'the cars to register with')
  })
})
