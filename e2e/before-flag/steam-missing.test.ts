import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { SessionId } from '#core/ids.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { loginBrowser } from '#testing/mail-login.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { fakeSteam, newSteamId, steamTrips } from '#testing/steam.ts'
import { alive, assertAccessible, openWindows, PHONE, type Windows } from '../browser.ts'

const CAR = 'ks_porsche_911_gt3_r_2016'

/** The server lets in only those whose Steam account it knows; who has none linked does it on the way. */
describe('somebody without a Steam account signs up for a closed grid', () => {
  let steam: Awaited<ReturnType<typeof fakeSteam>>
  let server: TestServer
  let windows: Windows
  let olga: Person
  let race: SessionId
  before(async () => {
    steam = await fakeSteam()
    server = await testServer({ env: { STEAM_OPENID_ENDPOINT: steam.endpoint } })
    windows = await openWindows(server.url)
    olga = await person(server, 'Olga Owner')
    const leagueId = await league(server, olga, { type: 'OPEN_EVENTS_COMMUNITY' })
    race = await event(server, olga, leagueId, { game: 'assetto_corsa', cars: [CAR, 'ks_ferrari_488_gt3'], closedEntry: true })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    steam.stop()
    assert.deepEqual(windows.faults(), [])
  })

  /** Steam’s page is nobody’s to show here: whoever goes there comes back as `steamId`, or without having said who they are. */
  const steamSays = async (page: Page, steamId: () => string | null): Promise<void> => {
    const { assertion } = steamTrips(server, steam.endpoint)
    await page.route('**/auth/steam/start?**', async (route) => {
      const reply = await route.fetch({ maxRedirects: 0 })
      const { location = '', 'set-cookie': cookie = '' } = reply.headers()
      const callback = new URL(location).searchParams.get('openid.return_to') ?? ''
      const id = steamId()
      const trip = { state: new URL(callback).searchParams.get('state') ?? '', cookie: '', callback, location }
      const query = assertion(trip, id ?? newSteamId(), id === null ? { mode: 'cancel' } : {})
      await route.fulfill({ status: 302, headers: { location: `${server.url}/auth/steam/callback?${query}`, 'set-cookie': cookie } })
    })
  }

  test('from the link to being in: login, Steam, car; who turns back at Steam finds the step as it was', async () => {
    const page = await windows.open(PHONE)
    const login = await person(server, 'Nora Nosteam')
    await server.running.machine.db.deleteFrom('linked_accounts').where('user_id', '=', login.id).execute()
    const chosen = newSteamId()
    let answer: string | null = null
    await steamSays(page, () => answer)
    await page.goto(`/events/${race}#configuration`)
    await alive(page)
    await page.getByRole('button', { name: 'Log in to register' }).click()
    const dialog = page.getByRole('dialog', { name: 'Register for Friday GT' })
    await dialog.getByLabel('E-mail address').fill(login.email)
    await dialog.getByRole('button', { name: 'Send me a code' }).click()
    await dialog.getByLabel('Code from the e-mail').fill(await codeOnceThere(login.email, dialog.getByLabel('Code from the e-mail')))
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
    const link = dialog.getByRole('link', { name: 'Link Steam' })
    await dialog.getByText('This server lets in only those whose Steam account it knows.').waitFor()
    await assertAccessible(page, 'the account that is missing')
    await link.click()
    await page.getByText('Steam did not confirm').waitFor()
    await assertAccessible(page, 'who turned back at Steam')
    await page.getByRole('link', { name: 'Back to where you were' }).click()
    await link.waitFor()
    assert.equal(page.url(), `${server.url}/events/${race}#configuration`)
    answer = chosen
    await link.click()
    const choice = page.getByRole('dialog', { name: 'Register', exact: true })
    await choice.getByRole('radio').first().check({ force: true })
    await assertAccessible(page, 'the car after the account')
    await choice.getByRole('button', { name: 'Register', exact: true }).click()
    await choice.waitFor({ state: 'detached' })
    await page.getByText('You are in').first().waitFor()
    await page.getByRole('tab', { name: 'Configuration', selected: true }).waitFor()
    const { linkedAccounts } = (await login.as.ask(accountsContract.me, {})).body
    assert.deepEqual(
      linkedAccounts.map(({ provider, subject, proven }) => [provider, subject, proven]),
      [['steam', chosen, true]],
    )
    const { entries } = (await olga.as.ask(entriesContract.entryList, { refId: race })).body
    assert.deepEqual(
      entries.map(({ participant }) => participant.name),
      ['Nora Nosteam'],
    )
  })

  const codeOnceThere = async (email: string, field: ReturnType<Page['getByLabel']>): Promise<string> => {
    await field.waitFor()
    return loginBrowser(server.url).codeFor(email)
  }
})
