import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { entryBody, event } from '#testing/event.ts'
import { apply, join, league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

/** What leads into a community and out of it to others, and what home says of it to whoever looks after it. */
describe('communities from outside', () => {
  let server: TestServer
  let windows: Windows
  let [olga, dora] = Array<Person>(2) as [Person, Person]
  let apex: LeagueId
  let gate: LeagueId
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    ;[olga, dora] = (await Promise.all(['Olga Owner', 'Dora Klein'].map((name) => person(server, name)))) as [Person, Person]
    apex = await league(server, olga, { name: 'Apex', shortName: 'APEXC', members: [dora] })
    gate = await league(server, olga, { name: 'Gate', shortName: 'GATEC', directJoin: false })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  test('its address is shared by a button', async () => {
    const page = await windows.open(PHONE)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`/communities/${apex}`)
    await alive(page)
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await page.getByText('The link was copied.').waitFor()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${server.url}/communities/${apex}`)
    await page.context().close()
  })

  test('its events are narrowed down to single ones, and all shown again', async () => {
    const busy = await league(server, olga, { name: 'Busy', shortName: 'BUSYC', games: ['acc', 'iracing'] })
    for (const sessionName of ['Alpha', 'Beta', 'Gamma', 'Delta']) await event(server, olga, busy, { sessionName })
    const page = await windows.open(PHONE)
    await page.goto(`/communities/${busy}#events`)
    await alive(page)
    const panel = page.getByRole('tabpanel')
    await page.getByRole('button', { name: 'Championships' }).click()
    await page.getByRole('heading', { name: 'No event is like that' }).waitFor()
    await assertAccessible(page, 'no event of a community is like that')
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByRole('button', { name: 'Single events' }).click()
    await panel.getByRole('link', { name: /Alpha/ }).first().waitFor()
    await page.getByRole('button', { name: 'iRacing' }).click()
    await page.getByRole('heading', { name: 'No event is like that' }).waitFor()
    await page.context().close()
  })

  test('from its card in the list one joins, or applies, without leaving the list', async () => {
    const newcomer = await person(server, 'Nina Neu')
    const page = await windows.open(PHONE, newcomer)
    await page.goto('/communities')
    await alive(page)
    await page.getByRole('button', { name: 'Join Apex' }).click()
    const dialog = page.getByRole('dialog')
    await assertAccessible(page, 'joining from a list')
    await dialog.getByRole('button', { name: 'Join', exact: true }).click()
    await page.getByText('You are a member').waitFor()
    await page.getByRole('button', { name: 'Apply to Gate' }).click()
    await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByText('Gate has your application.').waitFor()
    assert.equal(new URL(page.url()).pathname, '/communities')
    const view = async (id: LeagueId) => (await newcomer.as.ask(membersContract.league, { id })).body
    assert.equal((await view(apex)).role, 'member')
    assert.equal((await view(gate)).application?.status, 'PENDING')
    await page.context().close()
  })

  test('a visitor is led from the card through the login to it', async () => {
    const page = await windows.open(PHONE)
    await page.goto('/communities')
    await alive(page)
    const way = page.getByRole('link', { name: 'Join Apex' })
    assert.equal(await way.getAttribute('href'), `/login?returnTo=${encodeURIComponent(`/communities/${apex}`)}`)
    await page.context().close()
  })

  test('home says how many applications wait, whatever has been read, and who is in says so on every list', async () => {
    for (let at = 0; at < 6; at++) await apply(await person(server, `Applicant ${at}`), gate)
    await olga.as.done(notificationsContract.MarkRead, {}, { notificationIds: null })
    const desk = await windows.open(DESKTOP, olga)
    await desk.goto('/')
    await alive(desk)
    const waiting = desk.getByRole('link', { name: /Gate\s*7 applications wait for your decision/ })
    await waiting.waitFor()
    await assertAccessible(desk, 'home of whoever looks after a community')
    await waiting.click()
    await desk.getByText('Applicant 5').waitFor()
    assert.equal(new URL(desk.url()).hash, '#manage-applications')
    await desk.context().close()

    const soon = await event(server, olga, apex, { maxEntries: 12 })
    // as many as a race that is on its way has
    const others = await Promise.all(Array.from({ length: 6 }, (_, at) => person(server, `Driver ${at}`)))
    for (const who of others) await join(who, apex)
    for (const who of [dora, olga, ...others]) await who.as.done(entriesContract.AddEntry, { id: soon }, entryBody('34'))
    for (const [path, card] of [
      [`/communities/${apex}`, 'Next race'],
      ['/', 'Trending'],
    ] as const) {
      const page = await windows.open(PHONE, dora)
      await page.goto(path)
      await alive(page)
      await page.getByRole('region', { name: card }).first().getByText('you are in').waitFor()
      await page.context().close()
    }
  })

  test('a new community is led through its first steps, which go with the last or on demand', async () => {
    const page = await windows.open(PHONE, olga)
    const open = async (id: LeagueId): Promise<void> => {
      await page.goto(`/communities/${id}#manage`)
      await alive(page)
    }
    await open(gate)
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    await assertAccessible(page, 'first steps')
    for (const [step, hash] of [
      ['Give it a picture', '#manage-pictures'],
      ['Say who you are', '#manage-community'],
      ['Write the terms', '#manage-terms'],
    ] as const) {
      await open(gate)
      await page.getByRole('link', { name: step }).click()
      await page.waitForURL((url) => url.hash === hash)
    }
    await open(gate)
    await page.getByRole('link', { name: 'New event: plan the first race' }).click()
    await page.waitForURL(/\/new-event$/)
    await open(apex)
    await page.getByText('New event: plan the first race (done)').waitFor()
    await page.getByRole('button', { name: 'Do not show this again' }).click()
    await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'detached' })
    await open(apex)
    assert.equal(await page.getByRole('heading', { name: 'First steps' }).count(), 0)
    await page.context().close()
  })

  test('what no operator has set up cannot be asked for, and says why', async () => {
    const page = await windows.open(PHONE, olga)
    await page.goto(`/communities/${apex}#manage-community`)
    await alive(page)
    const choice = page.getByRole('switch', { name: /Ask for a linked Discord account/ })
    await choice.waitFor()
    assert.equal(await choice.isDisabled(), true)
    await page.getByText('Not possible yet: the operator of this platform has set up no Discord login').waitFor()
    await page.context().close()
  })
})
