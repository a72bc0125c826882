import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

/** Nearly every GT3 and three GT4: more than anybody types one after the other. */
const GT3 = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23, 24, 25, 30, 31, 32, 34].map(String)
const GT4 = ['50', '51', '52']

describe('the balance of an event of 31 cars', () => {
  let server: TestServer
  let windows: Windows
  let olga: Person
  let leagueId: LeagueId
  const make = (): Promise<SessionId> => event(server, olga, leagueId, { cars: [...GT3, ...GT4] })
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    olga = await person(server, 'Olga Owner')
    leagueId = await league(server, olga)
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  const carsOf = async (id: SessionId) => (await olga.as.ask(sessionsContract.race, { id })).body.cars
  for (const viewport of [DESKTOP, PHONE])
    test(`filtered, set for a class and pasted, ${viewport.width} px`, async () => {
      const id = await make()
      const page = await windows.open(viewport, olga)
      await page.goto(`/events/${id}#cars`)
      await alive(page)
      // once on a page
      await page.getByRole('button', { name: 'Balance of performance' }).click()
      const dialog = page.getByRole('dialog', { name: 'Balance of performance' })
      const rows = dialog
        .getByRole('list', { name: /Balance|Cars/ })
        .or(dialog.locator('ul:has(input)'))
        .getByRole('listitem')
      await rows.first().waitFor()
      assert.equal(await rows.count(), 31)
      await assertAccessible(page, `a balance of 31 cars, ${viewport.width} px`)

      // one of them, found by a part of its name
      await dialog.getByLabel('Find a car').fill('992')
      assert.equal(await rows.count(), 1)
      await rows.getByLabel('Ballast').fill('7')
      await dialog.getByLabel('Find a car').fill('nothing of the kind')
      await dialog.getByText('No car of this event is called so.').waitFor()
      await dialog.getByLabel('Find a car').fill('')

      // a class at once
      await dialog
        .getByRole('button', { name: /^GT4/ })
        .or(dialog.getByRole('radio', { name: /^GT4/ }))
        .first()
        .press('Space')
      await dialog.getByText('All 3 cars shown').waitFor()
      assert.equal(await rows.count(), 3)
      const all = dialog.getByRole('group', { name: 'All 3 cars shown' })
      await all.getByLabel('Restrictor').fill('5')
      await all.getByRole('button', { name: 'Set for all' }).click()

      // a list from elsewhere, one line of it wrong
      await dialog.getByText('Paste a list').click()
      await dialog.getByLabel('List').fill('Ferrari 296 GT3\t12\t2\nBMW M4 GT3; -3\nUnknown car, 4')
      await dialog.getByRole('button', { name: 'Take over' }).click()
      await dialog.getByText('2 cars taken over.').waitFor()
      await dialog.getByText('no car of this event is called “Unknown car”.').waitFor()
      await assertAccessible(page, `a pasted balance, ${viewport.width} px`)
      await dialog.getByRole('button', { name: 'Save', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      const bops = Object.fromEntries((await carsOf(id)).flatMap(({ name, bop }) => (bop ? [[name, [bop.ballastkg, bop.restrictor]]] : [])))
      assert.deepEqual(Object.values(bops).filter(([, restrictor]) => restrictor === 5).length, 3)
      assert.deepEqual(
        [bops['Porsche 992 GT3 R'], bops['Ferrari 296 GT3'], bops['BMW M4 GT3']],
        [
          [7, 0],
          [12, 2],
          [-3, 0],
        ],
      )
      assert.equal(Object.keys(bops).length, 6)
    })
})
