import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { LeagueId } from '#core/ids.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

describe('daily races on a phone', () => {
  let server: TestServer
  let windows: Windows
  let [olga, marco] = Array<Person>(2) as [Person, Person]
  let leagueId: LeagueId
  before(async () => {
    // a Friday noon in London
    server = await testServer({ at: '2026-11-20T12:00:00Z' })
    windows = await openWindows(server.url)
    ;[olga, marco] = (await Promise.all(['Olga Owner', 'Marco Bellini'].map((name) => person(server, name)))) as [Person, Person]
    leagueId = await league(server, olga, { members: [marco] })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  /** The first step of a new event: game, track and cars. */
  const chooseCars = async (page: Page, inLeague: LeagueId): Promise<void> => {
    await page.goto(`/communities/${inLeague}/new-event`)
    await alive(page)
    await page.getByRole('button', { name: 'Assetto Corsa Competizione' }).click()
    await page.getByRole('combobox', { name: 'Track' }).fill('Monza')
    await page.getByRole('option', { name: /Monza/ }).first().click()
    await page.getByLabel('Find a car').fill('Ferrari')
    await page.getByRole('button', { name: 'Pick all shown' }).click()
  }
  const made = async () => (await server.visitor.ask(sessionsContract.publicEvents, { leagueId })).body.events

  test('two starts on weekdays are planned, one is cancelled, the template edited: what is created stays as it was', async () => {
    const page = await windows.open(PHONE, olga)
    await page.clock.setFixedTime(server.clock.now())
    await chooseCars(page, leagueId)
    await page.getByLabel('Name', { exact: true }).fill('Evening sprint')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('switch', { name: 'Daily race' }).click()
    await page.getByLabel('Start 1', { exact: true }).fill('19:00')
    await page.getByRole('button', { name: 'Add a start' }).click()
    await page.getByLabel('Start 2', { exact: true }).fill('21:03')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('Give every start a time, on full five minutes.').waitFor()
    await page.getByLabel('Start 2', { exact: true }).fill('21:00')
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Europe/London')
    await page.getByRole('option', { name: 'Europe/London' }).click()
    await page.getByLabel('Last day').fill('2026-11-25')
    await page.getByText('8 races in all').waitFor()
    await page.getByRole('region', { name: 'The next starts' }).getByText('Fri 20 Nov, 19:00 GMT').waitFor()
    await assertAccessible(page, 'a schedule')
    await page.getByRole('button', { name: 'Next' }).click()
    assert.equal(await page.getByLabel('Registration opens').count(), 0)
    await page.getByRole('button', { name: 'Start daily races' }).click()

    await page.getByRole('heading', { name: 'Upcoming starts' }).waitFor()
    await page.getByText('Mon Tue Wed Thu Fri, 19:00 · 21:00 (Europe/London), until Wed 25 Nov').waitFor()
    // of a template seats are told, not who has taken them
    assert.match((await page.getByText('drivers', { exact: true }).first().locator('..').textContent()) ?? '', /^drivers\d+$/)
    await until('tonight’s two are created', async () => (await made()).length === 2)
    await page.getByRole('link', { name: 'Fri 20 Nov, 21:00 GMT' }).waitFor()
    await page.getByText('Opens on Sun 22 Nov, 19:00').waitFor()
    await page.getByRole('button', { name: 'Cancel the start Mon 23 Nov, 21:00 GMT' }).click()
    await page.getByRole('button', { name: 'Take back the start Mon 23 Nov, 21:00 GMT' }).waitFor()
    await page.getByRole('button', { name: 'Cancel the start Tue 24 Nov, 19:00 GMT' }).click()
    await page.getByRole('button', { name: 'Take back the start Tue 24 Nov, 19:00 GMT' }).click()
    await page.getByRole('button', { name: 'Cancel the start Tue 24 Nov, 19:00 GMT' }).waitFor()
    await assertAccessible(page, 'a template')

    await page.getByRole('link', { name: 'Change times and template' }).click()
    await page.getByText('Races that are created stay as they are').first().waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Evening sprint, longer')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Last day').fill('2026-11-24')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Evening sprint, longer' }).waitFor()
    assert.deepEqual(
      (await made()).map(({ sessionName }) => sessionName),
      ['Evening sprint', 'Evening sprint'],
    )

    // a driver sees what is created, and that it is one of many; nothing of the template
    const driver = await windows.open(DESKTOP, marco)
    await driver.clock.setFixedTime(server.clock.now())
    await driver.goto(`/communities/${leagueId}`)
    await alive(driver)
    await driver
      .getByRole('link', { name: /Evening sprint/ })
      .first()
      .click()
    await driver.getByText('Daily', { exact: true }).waitFor()
    await driver.goto(new URL(page.url()).pathname)
    await driver.getByRole('heading', { name: 'This road leads nowhere' }).waitFor()
  })

  test('a free community is told what it would need', async () => {
    const small = await league(server, olga, { plan: 'FREE', shortName: 'SMALL' })
    const page = await windows.open(PHONE, olga)
    await chooseCars(page, small)
    await page.getByRole('button', { name: 'Next' }).click()
    const daily = page.getByRole('switch', { name: 'Daily race' })
    await daily.waitFor()
    assert.equal(await daily.isDisabled(), true)
    await page.getByText('Part of the Advanced plan.').first().waitFor()
  })
})
