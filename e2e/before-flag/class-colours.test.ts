import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator } from 'playwright-core'
import type { SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { teamsContract } from '#modules/entries/contract/teams.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'
import { shoot } from '../seasons/season.fixture.ts'

const carClasses = [
  { id: 'PRO', name: 'Pro', color: '#4aa8ff', cars: ['34'] },
  { id: 'AM', name: 'Am', color: '#ffd24a', cars: ['2'] },
]
const [BLUE, YELLOW] = ['rgb(74, 168, 255)', 'rgb(255, 210, 74)']

/** An admin chooses the colour of a class: it is the same wherever the class stands on the event's page (product.md §3 "carClassColor"). */
describe('the colour of a class', () => {
  let server: TestServer
  let windows: Windows
  let [olga, dora, ben] = Array<Person>(3) as [Person, Person, Person]
  let [alone, shared] = Array<SessionId>(2) as [SessionId, SessionId]
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    ;[olga, dora, ben] = (await Promise.all(['Olga Owner', 'Dora Klein', 'Ben Cox'].map((name) => person(server, name)))) as [Person, Person, Person]
    const leagueId = await league(server, olga, { members: [dora, ben] })
    alone = await event(server, olga, leagueId, { cars: [], carClasses })
    shared = await event(server, olga, leagueId, { cars: [], carClasses, driverSwap: true })
    for (const [who, model, name, pin] of [
      [dora, '34', 'Night Owls', 'AB23'],
      [ben, '2', 'Day Larks', 'CD45'],
    ] as const) {
      await who.as.done(entriesContract.AddEntry, { refId: alone }, entryBody(model))
      await who.as.done(teamsContract.RegisterTeam, { refId: shared }, { team: { name, pin, car: { model }, password: null } })
    }
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  /** Of everything small and round in it, in their order. */
  const dotsIn = (part: Locator) =>
    part
      .locator('span[aria-hidden]')
      .evaluateAll((dots) => dots.filter((dot) => dot.clientWidth > 0 && dot.clientWidth < 14).map((dot) => getComputedStyle(dot).backgroundColor))

  for (const viewport of [PHONE, DESKTOP])
    test(`at the chips and beside everybody who is in, ${viewport.width} px`, async () => {
      for (const id of [alone, shared]) {
        const page = await windows.open(viewport, olga)
        await page.goto(`/events/${id}#participants`)
        await alive(page)
        const tab = page.getByRole('tabpanel')
        await tab
          .getByText(id === alone ? 'Ben Cox' : 'Day Larks')
          .filter({ visible: true })
          .first()
          .waitFor()
        const dots = await dotsIn(tab)
        assert.deepEqual(new Set(dots), new Set([BLUE, YELLOW]))
        assert.ok(dots.length >= 4, 'at two chips and two who are in')
        // and nobody needs the colour to know the class
        for (const name of ['Pro ·', 'Am ·']) await tab.getByText(name).filter({ visible: true }).waitFor()
        await assertAccessible(page, 'participants in classes')
        await shoot(page, `classes-${id === alone ? 'alone' : 'teams'}-${viewport.width}`)
      }
    })

  test('at the cars to register with', async () => {
    const page = await windows.open(PHONE, olga)
    await page.goto(`/events/${alone}`)
    await alive(page)
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    const cars = page.getByRole('dialog', { name: 'Register', exact: true }).getByRole('radiogroup', { name: 'Car' })
    await cars.getByRole('radio', { name: /Pro$/ }).waitFor()
    await shoot(page, 'classes-cars')
    assert.deepEqual((await dotsIn(cars)).toSorted(), [YELLOW, YELLOW, BLUE, BLUE].toSorted(), 'at two chips and two cars')
  })
})
