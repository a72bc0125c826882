import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload } from '#modules/results/results.fixture.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { loginBrowser } from '#testing/mail-login.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

describe('a visitor of a community that shows its drivers to the signed-in alone', () => {
  let server: TestServer
  let windows: Windows
  let [olga, dora] = Array<Person>(2) as [Person, Person]
  let quiet: LeagueId
  let coming: SessionId
  let ended: SessionId
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    ;[olga, dora] = await Promise.all([person(server, 'Olga Owner'), person(server, 'Dora Klein')])
    quiet = await league(server, olga, { name: 'Quiet Racing', shortName: 'QUIET', openResults: false, members: [dora] })
    coming = await event(server, olga, quiet)
    await dora.as.done(entriesContract.AddEntry, { id: coming }, entryBody('34'))
    const driven = await runningEvent(server, olga, quiet, { segments: ['QUALIFY', 'RACE'] })
    ended = driven.id
    await enter(server, driven, [{ userId: dora.id, raceNumber: 911, carId: '34' }])
    for (const [index, type] of ['Q', 'R'].entries()) {
      const rows = [
        accLine(911, dora.steamId, 'Dora', 4, 4 * LAP, 97_204),
        accLine(63, '76561190000000001', 'Marco Bellini', 4, 4 * LAP + 900, 98_000),
      ]
      assert.equal((await upload(server, driven.servers[0]!, `${type}.json`, accFile(type, index, rows))).status, 200)
    }
    await allRead(server)
    await server.running.machine.db.updateTable('sessions').set({ status: 'ENDED', ended_at: server.clock.now() }).where('id', '=', ended).execute()
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  const tabs = (page: Page): Promise<readonly string[]> =>
    page.getByRole('tab').evaluateAll((all) => all.map((tab) => tab.firstChild?.textContent ?? ''))
  const panel = (page: Page) => page.getByRole('tabpanel')
  const reads = (page: Page, name: string): Promise<void> => panel(page).getByText(name).filter({ visible: true }).first().waitFor()
  const logIn = async (page: Page, email: string): Promise<void> => {
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Send me a code' }).click()
    const code = page.getByLabel('Code from the e-mail')
    await code.waitFor()
    await code.fill(await loginBrowser(server.url).codeFor(email))
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
  }
  const come = async (page: Page, path: string): Promise<void> => {
    await page.goto(path)
    await alive(page)
  }

  for (const [what, viewport] of [
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ] as const) {
    test(`finds the tab of results, logs in, and reads them in the same place: ${what}`, async () => {
      const page = await windows.open(viewport)
      await come(page, `/events/${ended}`)
      assert.deepEqual(await tabs(page), ['Cars', 'Configuration', 'Results', 'Best laps'])
      await page.getByRole('tab', { name: 'Results' }).click()
      await page.getByRole('heading', { name: 'Results for people who are logged in' }).waitFor()
      assert.ok(!(await page.content()).includes('Marco Bellini'))
      await assertAccessible(page, `results that ask for a login on a ${what}`)
      await panel(page).getByRole('link', { name: 'Log in' }).click()
      const reader = await person(server, `Rita of the ${what}`)
      await logIn(page, reader.email)
      await page.getByRole('tab', { name: 'Race', selected: true }).waitFor()
      await reads(page, 'Marco Bellini')
      assert.equal(page.url(), `${server.url}/events/${ended}#results`)
      assert.deepEqual((await tabs(page)).slice(0, 2), ['Race', 'Qualifying'])
    })

    test(`comes by the address of a qualifying, makes an account, and reads that one: ${what}`, async () => {
      const page = await windows.open(viewport)
      await come(page, `/events/${ended}#qualify-1`)
      await page.getByRole('tab', { name: 'Results', selected: true }).waitFor()
      await panel(page).getByRole('link', { name: 'Create an account' }).click()
      await page.getByRole('heading', { name: 'Create an account' }).waitFor()
      await logIn(page, `new-${what}@example.com`)
      await page.getByRole('tab', { name: 'Qualifying', selected: true }).waitFor()
      await reads(page, 'Marco Bellini')
      assert.equal(page.url(), `${server.url}/events/${ended}#qualify-1`)
    })

    test(`reads how many drive, and after the login who: ${what}`, async () => {
      const page = await windows.open(viewport)
      await come(page, `/events/${coming}#participants`)
      await panel(page).getByRole('heading', { name: '1 driver is registered' }).waitFor()
      assert.ok(!(await page.content()).includes('Dora Klein'))
      await assertAccessible(page, `participants that ask for a login on a ${what}`)
      // the button that is on every page leads back to the tab as well
      await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
      await logIn(page, (await person(server, `Rick of the ${what}`)).email)
      await reads(page, 'Dora Klein')
      assert.equal(page.url(), `${server.url}/events/${coming}#participants`)
    })
  }

  test('reads of lists and drivers that there is more, and all of it once the owner has opened it', async () => {
    const page = await windows.open(DESKTOP)
    await come(page, `/communities/${quiet}`)
    await page.getByText('Log in to see who won').first().waitFor()
    await come(page, `/profile/${dora.id}`)
    await page.getByRole('link', { name: 'Log in to see them' }).waitFor()
    const own = await windows.open(DESKTOP, olga)
    await come(own, `/communities/${quiet}#manage-community`)
    await own.getByText('Participants and results open to everybody').click()
    await assertAccessible(own, 'the community’s form')
    await own.getByRole('button', { name: 'Save changes', exact: true }).click()
    await come(own, `/communities/${quiet}#manage-history`)
    await own.getByText('changed the community: Participants and results open to everybody').waitFor()
    await come(page, `/events/${ended}#race-1`)
    await reads(page, 'Marco Bellini')
    await come(page, `/events/${coming}#participants`)
    await reads(page, 'Dora Klein')
    await come(page, `/communities/${quiet}`)
    await page.getByText('Log in to see who won').waitFor({ state: 'detached' })
  })
})
