import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { entryBody, event } from '#testing/event.ts'
import { league, type WrittenLeague } from '#testing/league.ts'
import { loginBrowser } from '#testing/mail-login.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, openWindows, PHONE, type Windows } from '../browser.ts'

const PASSWORD = 'open sesame'
const OPEN = { type: 'OPEN_EVENTS_COMMUNITY' } as const
const TOS = 'Do not ram.'

describe('from a link to being in, on the page of the event', () => {
  let server: TestServer
  let windows: Windows
  let olga: Person
  let page: Page
  let dialog: Locator
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    olga = await person(server, 'Olga Owner')
  })
  beforeEach(async () => {
    page = await windows.open(PHONE)
    dialog = page.getByRole('dialog')
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    // the network that a test takes away
    const faults = windows.faults().filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))
    assert.deepEqual(faults, [])
  })

  const made = async (asks: WrittenLeague, more: Parameters<typeof event>[3] = {}): Promise<{ id: SessionId; leagueId: LeagueId }> => {
    const leagueId = await league(server, olga, asks)
    const id = await event(server, olga, leagueId, more)
    await server.running.machine.db.updateTable('sessions').set({ registration_opens_at: server.clock.now() }).where('id', '=', id).execute()
    return { id, leagueId }
  }
  const begin = async (id: SessionId, button = 'Log in to register'): Promise<void> => {
    await page.goto(`/events/${id}#configuration`)
    await alive(page)
    await page.getByRole('button', { name: button, exact: true }).click()
    await dialog.waitFor()
  }
  const askCode = async (email: string): Promise<string> => {
    await dialog.getByLabel('E-mail address').fill(email)
    await dialog.getByRole('button', { name: 'Send me a code' }).click()
    await dialog.getByLabel('Code from the e-mail').waitFor()
    return await loginBrowser(server.url).codeFor(email)
  }
  const paste = async (words: string): Promise<void> => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate((all) => navigator.clipboard.writeText(all), words)
    await page.keyboard.press('Control+V')
  }
  const logIn = async ({ email }: { readonly email: string }): Promise<void> => paste(await askCode(email))
  const drive = async (car = 0): Promise<void> => {
    await page.getByRole('dialog', { name: 'Register', exact: true }).waitFor()
    await dialog.getByRole('radio').nth(car).check({ force: true })
    await dialog.getByRole('button', { name: 'Register', exact: true }).click()
  }
  const isIn = async (id: SessionId, name: string): Promise<boolean> => {
    const { entries } = (await olga.as.ask(entriesContract.entryList, { refId: id })).body
    return entries.some(({ participant }) => participant.name === name)
  }
  /** At the end: in, at the event, on the tab where it began. */
  const assertIn = async (id: SessionId, name: string): Promise<void> => {
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('You are in').first().waitFor()
    assert.equal(page.url(), `${server.url}/events/${id}#configuration`)
    await page.getByRole('tab', { name: 'Configuration', selected: true }).waitFor()
    assert.ok(await isIn(id, name))
  }

  test('who has never been here is in with seven taps, and never leaves the event', async () => {
    const { id } = await made({ ...OPEN })
    const places: string[] = []
    page.on('framenavigated', (frame) => places.push(new URL(frame.url()).pathname))
    await page.addInitScript(() =>
      addEventListener('pointerdown', () => sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps')) + 1)), true),
    )
    await begin(id)
    await page.getByRole('dialog', { name: 'Register for Friday GT' }).waitFor()
    await assertAccessible(page, 'the login of who signs up')
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'email')
    const code = await askCode('nina@example.org')
    await assertAccessible(page, 'the code of who signs up')
    await paste(`${code} is your code`)
    await dialog.getByLabel('Name').fill('Nina Newcomer')
    await dialog.getByLabel('Date of birth').fill('1990-04-05')
    await assertAccessible(page, 'the name of who signs up')
    for (const box of await dialog.getByRole('checkbox').all()) await box.check()
    await dialog.getByRole('button', { name: 'Start racing' }).click()
    await drive()
    await assertIn(id, 'Nina Newcomer')
    const taps = Number(await page.evaluate(() => sessionStorage.getItem('taps')))
    assert.ok(taps <= 7, `${taps} taps`)
    assert.deepEqual([...new Set(places)], [`/events/${id}`])
  })

  test('the code step survives a tab that is dropped; a wrong code is said at its field', async () => {
    const dora = await person(server, 'Dora Klein')
    const { id } = await made({ ...OPEN })
    await begin(id)
    const code = await askCode(dora.email)
    await page.reload()
    const field = dialog.getByLabel('Code from the e-mail')
    await field.waitFor()
    await dialog.getByText(dora.email).waitFor()
    await field.fill(code === '00000000' ? '00000001' : '00000000')
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.locator('[aria-invalid]').waitFor()
    await assertAccessible(page, 'a wrong code')
    await field.fill(code)
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
    await drive()
    await assertIn(id, 'Dora Klein')
  })

  test('a code that was asked for elsewhere is none here: the address is asked', async () => {
    const eve = await person(server, 'Eve Else')
    const { id } = await made({ ...OPEN })
    assert.equal((await loginBrowser(server.url).ask(eve.email)).status, 200)
    const foreign = await loginBrowser(server.url).codeFor(eve.email)
    await begin(id)
    await dialog.getByLabel('E-mail address').waitFor()
    // one mail a minute goes to an address
    server.clock.advance(61_000)
    const own = await askCode(eve.email)
    await dialog.getByLabel('Code from the e-mail').fill(foreign)
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.locator('[aria-invalid]').waitFor()
    await dialog.getByLabel('Code from the e-mail').fill(own)
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
    await drive()
    await assertIn(id, 'Eve Else')
  })

  test('a community that approves: the application is made here and said to wait', async () => {
    const dora = await person(server, 'Dora Applies')
    const { id, leagueId } = await made({ directJoin: false })
    await begin(id)
    await logIn(dora)
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.getByText('once you are in, you register here').waitFor()
    await assertAccessible(page, 'an application that waits')
    const { application } = (await dora.as.ask(membersContract.league, { id: leagueId })).body
    assert.equal(application?.status, 'PENDING')
    await olga.as.done(membersContract.AcceptApplication, { id: application.id, v: application.v }, {})
    await drive()
    await assertIn(id, 'Dora Applies')
  })

  const ways: readonly (readonly [string, WrittenLeague])[] = [
    ['a password', { password: PASSWORD }],
    ['terms', { tos: TOS }],
    ['approval, a password and terms', { password: PASSWORD, tos: TOS, directJoin: false }],
  ]
  for (const [name, asks] of ways) {
    test(`a community with ${name}: asked in the order of the specification, then the car`, async () => {
      const who = await person(server, `Asked ${name}`)
      const { id, leagueId } = await made(asks)
      await begin(id)
      await logIn(who)
      if (asks.password) {
        await dialog.getByLabel('Password of the community').fill(PASSWORD)
        await assertAccessible(page, 'the password of the community')
        if (asks.tos) await dialog.getByRole('button', { name: 'Continue' }).click()
      }
      if (asks.tos) await dialog.getByLabel('I accept these terms').check()
      await dialog.getByRole('button', { name: asks.directJoin === false ? 'Apply' : 'Join', exact: true }).click()
      if (asks.directJoin === false) {
        await dialog.getByText('once you are in, you register here').waitFor()
        const { application } = (await who.as.ask(membersContract.league, { id: leagueId })).body
        await olga.as.done(membersContract.AcceptApplication, { id: application!.id, v: application!.v }, {})
      }
      await drive()
      await assertIn(id, `Asked ${name}`)
    })
  }

  test('open events with a password and terms ask them first; a wrong password comes back with all that was given', async () => {
    const who = await person(server, 'Gus Guest')
    const { id, leagueId } = await made({ ...OPEN, password: PASSWORD, tos: TOS, directJoin: false })
    await begin(id)
    await logIn(who)
    const password = dialog.getByLabel('Password of the community')
    await password.fill('not this one')
    await dialog.getByLabel('I accept these terms').check()
    await assertAccessible(page, 'what the community asks')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await drive(1)
    await page.locator('[aria-invalid]').waitFor()
    assert.ok(await dialog.getByLabel('I accept these terms').isChecked())
    await password.fill(PASSWORD)
    // ticked are the terms that stood there, not those that have taken their place
    const { v } = (await olga.as.ask(membersContract.league, { id: leagueId })).body
    await olga.as.done(leaguesContract.SetTermsOfService, { id: leagueId, v }, { tos: 'No contact at all.' })
    for (const name of ['Continue', 'Register']) await dialog.getByRole('button', { name, exact: true }).click()
    await dialog.getByText('No contact at all.').waitFor()
    await dialog.getByLabel('I accept these terms', { exact: true }).and(dialog.locator(':not(:checked)')).check()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    assert.ok(await dialog.getByRole('radio').nth(1).isChecked())
    await dialog.getByRole('button', { name: 'Register', exact: true }).click()
    await assertIn(id, 'Gus Guest')
  })

  test('in two tabs: the login of one is that of the other, and who is in is asked nothing more', async () => {
    const dora = await person(server, 'Dora Twice')
    const { id } = await made({ ...OPEN })
    await begin(id)
    const other = await page.context().newPage()
    await other.goto(`/events/${id}`)
    await alive(other)
    await other.getByRole('button', { name: 'Log in to register' }).click()
    await other.getByRole('dialog').getByLabel('E-mail address').waitFor()
    await page.bringToFront()
    await logIn(dora)
    await other.getByRole('dialog', { name: 'Register', exact: true }).waitFor()
    await drive()
    await assertIn(id, 'Dora Twice')
    await other.getByText('You are in').first().waitFor()
    await other.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('the last seat goes to somebody else meanwhile: the waiting list is offered, the choice stays', async () => {
    const [dora, fast] = await Promise.all(['Dora Late', 'Fay Fast'].map((name) => person(server, name)))
    const { id } = await made({ ...OPEN }, { maxEntries: 2 })
    await olga.as.done(entriesContract.AddEntry, { id }, entryBody('2'))
    await begin(id)
    await logIn(dora!)
    await dialog.getByRole('radio').nth(1).check({ force: true })
    await fast!.as.done(entriesContract.AddEntry, { id }, entryBody('2'))
    await page.getByRole('dialog', { name: 'Join the waiting list' }).waitFor()
    assert.ok(await dialog.getByRole('radio').nth(1).isChecked())
    await dialog.getByRole('button', { name: 'Join the waiting list' }).click()
    await page.getByText('You wait in place 1').waitFor()
  })

  test('who is banned is told so at the event', async () => {
    const dora = await person(server, 'Dora Banned')
    const { id, leagueId } = await made({ ...OPEN, members: [dora] })
    const { v } = (await olga.as.ask(membersContract.league, { id: leagueId })).body
    await olga.as.done(membersContract.BanMember, { id: leagueId, v }, { userId: dora.id, reason: 'Three times off into the same rival.' })
    await begin(id)
    await logIn(dora)
    for (const told of ['You were banned today', 'Three times off into the same rival.', 'No end']) await dialog.getByText(told).waitFor()
    await assertAccessible(page, 'who is banned')
  })

  test('without a network nothing given is lost; a login that ended is taken up over the choice', async () => {
    const dora = await person(server, 'Dora Offline')
    const { id } = await made({ ...OPEN })
    await begin(id)
    await logIn(dora)
    await dialog.getByRole('radio').nth(1).check({ force: true })
    await page.context().setOffline(true)
    await dialog.getByRole('button', { name: 'Register', exact: true }).click()
    await page
      .getByText(/connection|server/i)
      .first()
      .waitFor()
    await page.context().setOffline(false)
    assert.ok(await dialog.getByRole('radio').nth(1).isChecked())
    await page.context().clearCookies({ name: 'paddock.session_token' })
    await dialog.getByRole('button', { name: 'Register', exact: true }).click()
    const again = page.getByRole('dialog', { name: 'Your login has ended' })
    await again.getByLabel('E-mail address').fill(dora.email)
    // one mail a minute goes to an address
    server.clock.advance(61_000)
    await again.getByRole('button', { name: 'Send me a code' }).click()
    await again.getByLabel('Code from the e-mail').waitFor()
    await again.getByLabel('Code from the e-mail').fill(await loginBrowser(server.url).codeFor(dora.email))
    await again.getByRole('button', { name: 'Log in', exact: true }).click()
    await again.waitFor({ state: 'detached' })
    await assertIn(id, 'Dora Offline')
  })

  test('the number of an account that the game needs is asked here', async () => {
    const dora = await person(server, 'Dora Raceroom')
    const { id } = await made({ ...OPEN }, { game: 'r3e', trackId: '1670', layoutId: '1671', cars: ['5818', '6168'] })
    await begin(id)
    await logIn(dora)
    await dialog.getByLabel('Your RaceRoom number').fill('48151')
    await assertAccessible(page, 'the account of who signs up')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await drive()
    await assertIn(id, 'Dora Raceroom')
  })
})
