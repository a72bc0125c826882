import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, openWindows, PHONE, type Windows } from '../browser.ts'

describe('choosing a car where cars are shown', () => {
  let server: TestServer
  let windows: Windows
  let [olga, dora, sven] = Array<Person>(3) as [Person, Person, Person]
  let race: SessionId
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    ;[olga, dora, sven] = await Promise.all([person(server, 'Olga Owner'), person(server, 'Dora Klein'), person(server, 'Sven Stranger')])
    const leagueId = await league(server, olga, { members: [dora] })
    race = await event(server, olga, leagueId, {
      cars: [],
      carClasses: [
        { id: 'PRO', name: 'Pro', color: '#4aa8ff', cars: ['2', '34'], maxClassEntries: 8 },
        { id: 'AM', name: 'Amateur', color: '#ffc53d', cars: ['30'] },
      ],
    })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  test('on a phone a member takes a car from its card and registers with it; then it says so', async () => {
    const page = await windows.open(PHONE, dora)
    await page.goto(`/events/${race}`)
    await alive(page)
    const cars = page.getByRole('tabpanel')
    await cars.getByRole('button', { name: 'Pro 0 / 8' }).click()
    assert.equal(await cars.getByText('BMW M4 GT3').count(), 0)
    await cars.getByRole('button', { name: 'Choose Porsche 992 GT3 R' }).click()
    const dialog = page.getByRole('dialog', { name: 'Register' })
    assert.equal(await dialog.getByRole('radio', { checked: true }).getAttribute('value'), '34')
    await dialog.getByRole('button', { name: 'Register' }).click()
    await dialog.waitFor({ state: 'detached' })
    await cars.getByText('Your car').waitFor()
    await cars.getByRole('button', { name: 'Pro 1 / 8' }).waitFor()
    await assertAccessible(page, 'the cars on a phone')
    const { mine } = (await dora.as.ask(entriesContract.entryList, { refId: race })).body
    assert.equal(mine?.car.model, '34')
  })

  test('who cannot choose is told why at the car; a visitor is only shown them', async () => {
    const page = await windows.open(PHONE, sven)
    await page.goto(`/events/${race}`)
    await alive(page)
    const cars = page.getByRole('tabpanel')
    await cars.getByText('For members alone').first().waitFor()
    assert.equal(await cars.getByRole('button', { name: /^Choose / }).count(), 0)
    const visitor = await windows.open(PHONE)
    await visitor.goto(`/events/${race}`)
    await alive(visitor)
    assert.equal(await visitor.getByRole('tabpanel').getByText('For members alone').count(), 0)
    assert.equal(await visitor.getByRole('button', { name: /^Choose / }).count(), 0)
  })
})
