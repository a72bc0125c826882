import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { joinedAgo, raced } from '#modules/entries/commands/conditions.fixture.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { event, eventBody, ordinary } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { loginBrowser } from '#testing/mail-login.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

const NEEDS = ['an account at least 30 days old', 'at least 2 races done here', 'a no-show rate of at most 20 %']

/** What an event asks of its drivers: an admin who says it, everybody who reads it, and somebody who does not have it. */
describe('conditions to join, on the page of the event', () => {
  let server: TestServer
  let windows: Windows
  let [olga, adam, dora, nina] = Array<Person>(4) as [Person, Person, Person, Person]
  let apex: LeagueId
  let race: SessionId
  before(async () => {
    server = await testServer({ breaks: ['seats-counted'] })
    windows = await openWindows(server.url)
    const names = ['Olga Owner', 'Adam Admin', 'Dora Klein', 'Nina Newcomer']
    ;[olga, adam, dora, nina] = (await Promise.all(names.map((name) => person(server, name)))) as [Person, Person, Person, Person]
    apex = await league(server, olga, { type: 'OPEN_EVENTS_COMMUNITY', tos: 'Do not ram.', admins: [adam], members: [dora] })
    await joinedAgo(server, dora, 400)
    await joinedAgo(server, nina, 12)
    for (let n = 0; n < 2; n++) await raced(server, olga, apex, [dora])
    race = await event(server, olga, apex, { sessionName: 'Strict GT' })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  const opened = async (who: Person | undefined, viewport: typeof PHONE | typeof DESKTOP): Promise<Page> => {
    const page = await windows.open(viewport, who)
    await page.goto(`/events/${race}`)
    await alive(page)
    return page
  }
  const form = async (id: SessionId, community: LeagueId, who: Person): Promise<Page> => {
    const page = await windows.open(DESKTOP, who)
    await page.goto(`/communities/${community}/acc/event-edit/${id}`)
    // of several presses that come early one alone is kept
    await alive(page)
    for (let step = 0; step < 2; step++) await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('group', { name: 'Who may register' }).waitFor()
    return page
  }

  test('an admin sets them in the form; what is out of bounds is said at its field, and the history tells of it', async () => {
    const page = await form(race, apex, adam)
    await page.getByLabel('Account age, at least').fill('30')
    await page.getByLabel('Races done, at least').fill('2')
    await page.getByLabel('No-show rate, at most').fill('120')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Too large: enter at most 99.').waitFor()
    assert.equal(await page.getByLabel('No-show rate, at most').getAttribute('aria-invalid'), 'true')
    await assertAccessible(page, 'the conditions in the form')
    await page.getByLabel('No-show rate, at most').fill('20')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.waitForURL(`**/events/${race}`)
    const { joinConditions } = (await adam.as.ask(sessionsContract.race, { id: race })).body
    assert.deepEqual(joinConditions, { accountAgeDays: 30, racesDone: 2, noShowPercent: 20 })
    await page.getByRole('tab', { name: 'Admin' }).click()
    const told = 'set who may register for Strict GT: an account at least 30 days old, at least 2 races done here, a no-show rate of at most 20 %'
    await page.getByText(told).waitFor()
    await page.getByRole('tab', { name: 'Configuration' }).click()
    await page.getByRole('tabpanel').getByText('at least 30 days', { exact: true }).waitFor()
    await needs(page, NEEDS)
  })

  test('two admins change one of them each: both stand; the same one is asked about by its name', async () => {
    const [mine, theirs] = [await form(race, apex, adam), await form(race, apex, olga)]
    await theirs.getByLabel('Races done, at least').fill('4')
    await theirs.getByLabel('Account age, at least').fill('31')
    await theirs.getByRole('button', { name: 'Save changes' }).click()
    await theirs.waitForURL(`**/events/${race}`)
    await mine.getByLabel('No-show rate, at most').fill('25')
    await mine.getByLabel('Account age, at least').fill('29')
    await mine.getByRole('button', { name: 'Save changes' }).click()
    await mine.getByRole('group', { name: 'Account age, at least' }).getByRole('radio').last().check()
    await mine.getByRole('button', { name: 'Save changes' }).last().click()
    await mine.waitForURL(`**/events/${race}`)
    const now = (await adam.as.ask(sessionsContract.race, { id: race })).body.joinConditions
    assert.deepEqual(now, { accountAgeDays: 29, racesDone: 4, noShowPercent: 25 })
    const page = await form(race, apex, adam)
    await page.getByLabel('Account age, at least').fill('30')
    await page.getByLabel('Races done, at least').fill('2')
    await page.getByLabel('No-show rate, at most').fill('20')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.waitForURL(`**/events/${race}`)
  })

  test('a visitor reads them on a phone; logged in, who misses some is shown those with the own figures, and nothing to fill in', async () => {
    const page = await opened(undefined, PHONE)
    await needs(page, NEEDS)
    await assertAccessible(page, 'an event with conditions')
    await page.getByRole('button', { name: 'Log in to register' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('E-mail address').fill(nina.email)
    await dialog.getByRole('button', { name: 'Send me a code' }).click()
    await dialog.getByLabel('Code from the e-mail').waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate((code) => navigator.clipboard.writeText(code), await loginBrowser(server.url).codeFor(nina.email))
    await page.keyboard.press('Control+V')
    await dialog.getByText('You do not meet the conditions to drive here.').waitFor()
    await dialog.getByText('yours is 12 days old, old enough on').waitFor()
    await dialog.getByText('you have done 0').waitFor()
    await dialog.getByText('yours is 0 %').waitFor()
    assert.deepEqual([await dialog.getByRole('checkbox').count(), await dialog.getByRole('radio').count()], [0, 0])
    await assertAccessible(page, 'the dialog of who does not meet the conditions')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    // at the event: what is missed alone
    const main = page.getByRole('main')
    await main.getByText('You do not meet the conditions to drive here.').waitFor()
    const part = main.getByRole('region', { name: 'To take part' })
    await part.getByText(/^\d of \d met$/).waitFor()
    await part.getByText('yours is 0 %').waitFor()
    await page.getByRole('tabpanel').getByText('You do not meet its conditions').first().waitFor()
    assert.equal(await page.getByRole('button', { name: /^(Choose |Register)/ }).count(), 0)
    await page.getByRole('button', { name: 'See the conditions' }).click()
    await dialog.getByText('yours is 0 %').waitFor()
    assert.equal((await nina.as.ask(entriesContract.entryList, { refId: race })).body.mine, null)
  })

  test('who meets them registers as ever', async () => {
    const page = await opened(dora, PHONE)
    await needs(page, NEEDS)
    assert.equal(await page.getByText('You do not meet').count(), 0)
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Register', exact: true })
    await dialog.getByRole('radio').first().check({ force: true })
    await dialog.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText('You are in').first().waitFor()
  })

  test('conditions that come while somebody has the dialog open are told in it', async () => {
    const fay = await person(server, 'Fay First')
    const written = { ...ordinary(apex, server.clock.now()), sessionName: 'Free GT' }
    const free = await event(server, olga, apex, written)
    const page = await windows.open(DESKTOP, fay)
    await page.goto(`/events/${free}`)
    await alive(page)
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('I accept these terms').check()
    await adam.as.done(sessionsContract.EditSession, { id: free }, eventBody({ ...written, joinConditions: { racesDone: 1 } }))
    await dialog.getByText('you have done 0').waitFor()
    await needs(page, ['at least 1 race done here'])
  })

  test('a free community sees them, and that they are part of a larger plan', async () => {
    const free = await league(server, olga, { plan: 'FREE' })
    const id = await event(server, olga, free)
    const page = await form(id, free, olga)
    for (const label of ['Account age, at least', 'Races done, at least', 'No-show rate, at most'])
      assert.equal(await page.getByLabel(label).isDisabled(), true, label)
    await page.getByRole('group', { name: 'Who may register' }).getByText('Part of the Advanced plan.').waitFor()
  })
})

/** What an event asks, in the box that says what it takes. */
async function needs(page: Page, all: readonly string[]): Promise<void> {
  const part = page.getByRole('region', { name: 'To take part' })
  for (const one of all) await part.getByText(one).waitFor()
}
