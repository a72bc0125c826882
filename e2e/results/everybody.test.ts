import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { LeagueId } from '#core/ids.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

const PEOPLE = ['Olga Owner', 'Adam Admin', 'Stella Steward', 'Anna Ace', 'Ben Bold', 'Cleo Calm'] as const
type Name = (typeof PEOPLE)[number]

/** After the flag on one page: those who correct it, a steward, a driver, a visitor, and somebody whose connection is cut. */
describe('an ended event as each of its readers has it', () => {
  let server: TestServer
  let windows: Windows
  let people: Readonly<Record<Name, Person>>
  let leagueId: LeagueId
  let next: string
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    const made = await Promise.all(PEOPLE.map(async (name) => [name, await person(server, name)] as const))
    people = Object.fromEntries(made) as Record<Name, Person>
    leagueId = await league(server, people['Olga Owner'], {
      name: 'Apex Racing',
      members: [people['Anna Ace'], people['Ben Bold'], people['Cleo Calm']],
      admins: [people['Adam Admin']],
      stewards: [people['Stella Steward']],
    })
    next = await event(server, people['Olga Owner'], leagueId, { sessionName: 'Sprint on Sunday' })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    // what is asked for while the connection is cut does not come
    assert.deepEqual(
      windows.faults().filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED')),
      [],
    )
  })

  /** A race of three, two seconds between each, that is over. */
  async function ended(): Promise<Event> {
    const drivers = [people['Anna Ace'], people['Ben Bold'], people['Cleo Calm']]
    const made = await runningEvent(server, people['Olga Owner'], leagueId, { segments: ['RACE'] })
    await enter(
      server,
      made,
      drivers.map(({ id: userId }, no) => ({ userId, raceNumber: 11 + no, carId: '34' })),
    )
    const lines = drivers.map((one, no) => accLine(11 + no, one.steamId, one.name, 4, 4 * LAP + no * 2000, 97_000 + no * 100))
    await upload(server, made.servers[0]!, '250101_203000_R.json', accFile('R', 0, lines))
    await allRead(server)
    await server.running.machine.db.updateTable('sessions').set({ status: 'ENDED' }).where('id', '=', made.id).execute()
    server.running.machine.answers.drop([`session:${made.id}`])
    return made
  }
  const opened = async (made: Event, viewport: typeof DESKTOP | typeof PHONE, who?: Name): Promise<Page> => {
    const page = await windows.open(viewport, who && people[who])
    await page.goto(`/events/${made.id}#race-1`)
    await alive(page)
    return page
  }
  const names = (page: Page): Locator => page.locator('tbody button[aria-expanded]')
  const orderIs = (page: Page, ...order: readonly string[]): Promise<void> =>
    until(`the order is ${order.join()}`, async () => (await names(page).allInnerTexts()).join() === order.join())
  const tabs = async (page: Page): Promise<readonly string[]> =>
    (await page.getByRole('tablist').first().getByRole('tab').allInnerTexts()).map((words) => words.replace(/\s+\d+$/, '').trim())
  async function typed(page: Page, name: string, seconds: string): Promise<Locator> {
    await names(page).filter({ hasText: name }).click()
    await page.getByRole('button', { name: `Correct the result of ${name}` }).click()
    const dialog = page.getByRole('dialog', { name: `Result of ${name}` })
    await dialog.getByRole('button', { name: 'Time penalty' }).click()
    await dialog.getByLabel('Seconds').fill(seconds)
    await dialog.getByLabel('Reason').fill('Cut the last corner three times.')
    return dialog
  }

  test('steward and visitor see exactly theirs, and everybody the next race of the community', async () => {
    const made = await ended()
    const steward = await opened(made, DESKTOP, 'Stella Steward')
    const visitor = await opened(made, PHONE)
    const driver = await opened(made, PHONE, 'Ben Bold')
    for (const page of [steward, visitor, driver]) {
      await orderIs(page, 'Anna Ace', 'Ben Bold', 'Cleo Calm')
      await names(page).first().click()
      // who neither owns nor administers corrects nothing and hands in nothing
      assert.equal(await page.getByRole('button', { name: /^Correct the result/ }).count(), 0)
      assert.equal(await page.getByRole('button', { name: 'Pick drivers of this result' }).count(), 0)
      assert.equal(await page.getByRole('tab', { name: /^Admin/ }).count(), 0)
      // below the results: it comes once it is near
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
      const offer = page.getByRole('region', { name: 'Next in' })
      await offer.getByText('Sprint on Sunday').waitFor()
      assert.equal(await offer.getByRole('link', { name: 'Open the event' }).getAttribute('href'), `/events/${next}`)
      await assertAccessible(page, 'an ended event')
    }
    assert.ok((await tabs(steward)).includes('Protests'))
    assert.ok((await tabs(driver)).includes('Protests'))
    assert.ok(!(await tabs(visitor)).includes('Protests'))
    await driver.getByRole('region', { name: 'Your result' }).waitFor()
    for (const page of [steward, visitor]) assert.equal(await page.getByRole('region', { name: 'Your result' }).count(), 0)
  })

  test('two admins correct at once, one connection is cut: both count, and everybody comes to see the same', async () => {
    const made = await ended()
    const [olga, adam] = await Promise.all([opened(made, DESKTOP, 'Olga Owner'), opened(made, DESKTOP, 'Adam Admin')])
    const [steward, visitor, cut] = await Promise.all([
      opened(made, DESKTOP, 'Stella Steward'),
      opened(made, PHONE),
      opened(made, PHONE, 'Cleo Calm'),
    ])
    const everybody = [olga, adam, steward, visitor, cut]
    for (const page of everybody) await orderIs(page, 'Anna Ace', 'Ben Bold', 'Cleo Calm')
    await cut.context().setOffline(true)
    const dialogs = [await typed(olga, 'Anna Ace', '5'), await typed(adam, 'Ben Bold', '9')]
    await Promise.all(dialogs.map((dialog) => dialog.getByRole('button', { name: 'Add', exact: true }).click()))
    for (const dialog of dialogs) await dialog.waitFor({ state: 'detached' })
    // four seconds behind, Cleo is first now; Anna 5 s, Ben 2 + 9 s
    for (const page of [olga, adam, steward, visitor]) await orderIs(page, 'Cleo Calm', 'Anna Ace', 'Ben Bold')
    assert.equal((await names(cut).allInnerTexts()).join(), 'Anna Ace,Ben Bold,Cleo Calm', 'without a connection the page keeps what it knew')
    await cut.context().setOffline(false)
    await orderIs(cut, 'Cleo Calm', 'Anna Ace', 'Ben Bold')
    // revoked by the other one
    await names(adam).filter({ hasText: 'Anna Ace' }).click()
    await adam.getByRole('button', { name: 'Correct the result of Anna Ace' }).click()
    await adam.getByRole('dialog', { name: 'Result of Anna Ace' }).getByRole('button', { name: 'Revoke' }).click()
    const asked = adam.getByRole('dialog', { name: 'Revoke a correction' })
    await asked.getByLabel('Reason').fill('The camera shows otherwise.')
    await asked.getByRole('button', { name: 'Revoke' }).click()
    await asked.waitFor({ state: 'detached' })
    for (const page of everybody) await orderIs(page, 'Anna Ace', 'Cleo Calm', 'Ben Bold')
  })
})
