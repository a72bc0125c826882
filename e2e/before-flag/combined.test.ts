import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { SessionId } from '#core/ids.ts'
import { joinedAgo } from '#modules/entries/commands/conditions.fixture.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { AC, CARS, classOf } from '#modules/entries/entries.fixture.ts'
import { membersContract } from '#modules/members/contract.ts'
import { entryBody, event } from '#testing/event.ts'
import { apply, league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, openWindows, PHONE, type Windows } from '../browser.ts'

const [COMMUNITY, ENTRY, TOS] = ['open sesame', 'let me in', 'Do not ram.'] as const

/** What an event can ask and how it can be full, together: what a phone says is true, and one tap does it. */
describe('before the flag, on a phone', () => {
  let server: TestServer
  let windows: Windows
  let [olga, dora, fay, nina] = Array<Person>(4) as [Person, Person, Person, Person]
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    const names = ['Olga Owner', 'Dora Drives', 'Fay First', 'Nina Newcomer']
    ;[olga, dora, fay, nina] = (await Promise.all(names.map((name) => person(server, name)))) as [Person, Person, Person, Person]
    await joinedAgo(server, dora, 400)
    await joinedAgo(server, nina, 12)
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    // the network that a test takes away
    assert.deepEqual(
      windows.faults().filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED')),
      [],
    )
  })

  const opened = async (who: Person, id: SessionId, beside?: Page): Promise<Page> => {
    const page = beside ? await beside.context().newPage() : await windows.open(PHONE, who)
    await page.goto(`/events/${id}`)
    await alive(page)
    return page
  }
  const register = (page: Page) => page.getByRole('button', { name: 'Register', exact: true })
  const entered = async (id: SessionId): Promise<readonly (string | null)[]> =>
    (await olga.as.ask(entriesContract.entryList, { refId: id })).body.entries.map(({ participant }) => participant.name)

  test('open to all, with conditions, both passwords and terms: who misses a condition gives nothing away, who meets them is asked each thing once', async () => {
    const leagueId = await league(server, olga, { type: 'OPEN_EVENTS_COMMUNITY', password: COMMUNITY, tos: TOS })
    const id = await event(server, olga, leagueId, { entryPassword: ENTRY, joinConditions: { accountAgeDays: 30 } })
    const page = await opened(nina, id)
    await page.getByText('You do not meet the conditions to drive here.').first().waitFor()
    assert.equal(await register(page).count(), 0)
    await page.getByRole('button', { name: 'See the conditions' }).click()
    const told = page.getByRole('dialog')
    await told.getByText('yours is 12 days old, old enough on').waitFor()
    assert.equal(await told.locator('input').count(), 0, 'no password is asked for nothing')
    const mine = await opened(dora, id)
    await register(mine).click()
    const dialog = mine.getByRole('dialog', { name: 'Register', exact: true })
    await dialog.getByLabel('Password of the community').fill(COMMUNITY)
    await dialog.getByLabel('I accept these terms').check()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('radio').first().check({ force: true })
    await dialog.getByLabel('Entry password').fill(ENTRY)
    await assertAccessible(mine, 'the last step of one who is asked everything')
    await dialog.getByRole('button', { name: 'Register', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await mine.getByText('You are in').first().waitFor()
    assert.deepEqual(await entered(id), ['Dora Drives'])
  })

  test('an application that waits, a class that is full, and the waiting list: each is said when it is so', async () => {
    const leagueId = await league(server, olga, { directJoin: false })
    const classes = [classOf('GT3', CARS.gt3, 1), classOf('CUP', CARS.other, 1)]
    const id = await event(server, olga, leagueId, { ...AC, maxEntries: 20, cars: [], carClasses: classes })
    await apply(nina, leagueId)
    const page = await opened(nina, id)
    await page.getByText('Your application to the community waits for an answer.').first().waitFor()
    assert.equal(await register(page).count(), 0)
    await olga.as.done(entriesContract.AddEntry, { id }, entryBody(CARS.gt3))
    const [application] = (await olga.as.ask(membersContract.applications, { leagueId })).body.applications
    await olga.as.done(membersContract.AcceptApplication, { id: application!.id, v: application!.v }, {})
    await register(page).click()
    const dialog = page.getByRole('dialog')
    const full = dialog.getByRole('radio').first()
    assert.ok(await full.isDisabled(), 'the car of the class that is full')
    await assertAccessible(page, 'a class that is full in the dialog')
    // the other class fills while the dialog is open: then there is a waiting list, for either
    const other = await person(server, 'Otto Other')
    await apply(other, leagueId)
    const [his] = (await olga.as.ask(membersContract.applications, { leagueId })).body.applications
    await olga.as.done(membersContract.AcceptApplication, { id: his!.id, v: his!.v }, {})
    await other.as.done(entriesContract.AddEntry, { id }, entryBody(CARS.other))
    await page.getByRole('dialog', { name: 'Join the waiting list' }).waitFor()
    await full.check({ force: true })
    await dialog.getByRole('button', { name: 'Join the waiting list' }).click()
    await page.getByText('You wait in place 1').first().waitFor()
    await other.as.done(entriesContract.Leave, { id }, {})
    await page.getByText('You wait in place 1').first().waitFor()
    await olga.as.done(entriesContract.Leave, { id }, {})
    await page.getByText('You are in').first().waitFor()
  })

  test('the last seat taken by a spectator: the grid is full and says so, and it is free again when they leave', async () => {
    const leagueId = await league(server, olga, { members: [dora, fay, nina] })
    const id = await event(server, olga, leagueId, { ...AC, maxEntries: 2 })
    await dora.as.done(entriesContract.AddEntry, { id }, entryBody(CARS.gt3))
    const [driver, watcher] = [await opened(nina, id), await opened(fay, id)]
    await register(driver).waitFor()
    await watcher.getByRole('button', { name: 'Watch', exact: true }).click()
    const dialog = watcher.getByRole('dialog', { name: 'Watch this event?' })
    await dialog.getByRole('button', { name: 'Watch', exact: true }).click()
    await watcher.locator('strong', { hasText: 'You watch this event' }).waitFor()
    await driver.getByRole('button', { name: 'Join the waiting list' }).waitFor()
    assert.equal(await register(driver).count(), 0)
    await assertAccessible(driver, 'a grid that a spectator has filled')
    await driver.getByRole('button', { name: 'Join the waiting list' }).click()
    await driver.getByRole('dialog').getByRole('radio').first().check({ force: true })
    await driver.getByRole('dialog').getByRole('button', { name: 'Join the waiting list' }).click()
    await driver.getByText('You wait in place 1').first().waitFor()
    await watcher.getByRole('button', { name: 'Leave the spectators' }).click()
    await watcher.getByRole('dialog').getByRole('button', { name: 'Leave the spectators' }).click()
    await driver.getByText('You are in').first().waitFor()
    await watcher.getByRole('button', { name: 'Join the waiting list' }).waitFor()
  })

  test('two tabs and a lost network: what one has done the other knows when it is back, and nobody drives twice', async () => {
    const leagueId = await league(server, olga, { members: [dora] })
    const id = await event(server, olga, leagueId)
    const page = await opened(dora, id)
    const other = await opened(dora, id, page)
    for (const [tab, car] of [
      [page, 0],
      [other, 1],
    ] as const) {
      await register(tab).click()
      await tab.getByRole('dialog').getByRole('radio').nth(car).check({ force: true })
    }
    // the second is in a tunnel: only its calls are lost
    await other.route('**/*', (route) => route.abort('internetdisconnected'))
    await other.getByRole('dialog').getByRole('button', { name: 'Register', exact: true }).click()
    await other.getByText('What you typed is still here').first().waitFor()
    assert.ok(await other.getByRole('dialog').getByRole('radio').nth(1).isChecked())
    await page.getByRole('dialog').getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText('You are in').first().waitFor()
    await other.unroute('**/*')
    await other.getByText('You are in').first().waitFor()
    await other.getByRole('dialog').waitFor({ state: 'detached' })
    assert.deepEqual(await entered(id), ['Dora Drives'])
  })
})
