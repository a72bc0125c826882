import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

const PASSWORDS = { server: 'MarkDrive', admin: 'MarkAdmin', spectator: 'MarkWatch' } as const

/** Watching an event: a member on a phone, the drivers, and an admin at a desk, each with theirs. */
describe('spectators', () => {
  let server: TestServer
  let windows: Windows
  let [olga, wanda, dora, mia] = Array<Person>(4) as [Person, Person, Person, Person]
  let race: SessionId
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    const names = ['Olga Owner', 'Wanda Watts', 'Dora Klein', 'Mia Member']
    ;[olga, wanda, dora, mia] = (await Promise.all(names.map((name) => person(server, name)))) as [Person, Person, Person, Person]
    const leagueId = await league(server, olga, { members: [wanda, dora, mia] })
    race = await event(server, olga, leagueId, { entryPassword: 'let me in', passwords: PASSWORDS })
    await dora.as.done(entriesContract.AddEntry, { refId: race }, { ...entryBody('2'), password: 'let me in' })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  const opened = async (who: Person | undefined, viewport: typeof PHONE | typeof DESKTOP = PHONE, hash = ''): Promise<Page> => {
    const page = await windows.open(viewport, who)
    await page.goto(`/events/${race}${hash}`)
    await alive(page)
    return page
  }
  const tab = (page: Page) => page.getByRole('tab', { name: /^Spectators/ })
  const isMine = async () => (await wanda.as.ask(entriesContract.entryList, { refId: race })).body.watching.isMine

  test('a member watches on a phone, with the event’s password, and leaves', async () => {
    const page = await opened(wanda)
    await page.getByText('Registration is open').waitFor()
    assert.equal(await tab(page).count(), 0)
    await page.getByRole('button', { name: 'Watch', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Watch this event?' })
    await dialog.getByLabel('Entry password').fill('something')
    await dialog.getByRole('button', { name: 'Watch', exact: true }).click()
    await dialog.locator('[aria-invalid="true"]').waitFor()
    await assertAccessible(page, 'the dialog to watch')
    await dialog.getByLabel('Entry password').fill('let me in')
    await dialog.getByRole('button', { name: 'Watch', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.locator('strong', { hasText: 'You watch this event' }).waitFor()
    await page.getByRole('tabpanel').getByText('You watch this event: leave the spectators first').first().waitFor()
    assert.equal(await page.getByRole('button', { name: 'Register' }).count(), 0)
    await tab(page).click()
    assert.equal(await tab(page).innerText(), 'Spectators\n1')
    await page.getByRole('tabpanel').getByRole('link', { name: 'Wanda Watts' }).waitFor()
    await assertAccessible(page, 'the spectators on a phone')
    await page.reload()
    await alive(page)
    await page.locator('strong', { hasText: 'You watch this event' }).waitFor()
    await page.getByRole('tabpanel').getByRole('link', { name: 'Wanda Watts' }).waitFor()
    await page.getByRole('button', { name: 'Leave the spectators' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave the spectators' }).click()
    await page.getByRole('button', { name: 'Register' }).waitFor()
    await tab(page).waitFor({ state: 'detached' })
    assert.equal(await isMine(), false)
  })

  test('an admin sees the list while it is empty, drivers once somebody is in it, other members and visitors never', async () => {
    const desk = await opened(olga, DESKTOP, '#spectators')
    await desk.getByText('Nobody watches yet').waitFor()
    assert.equal(await tab(await opened(dora)).count(), 0)
    await wanda.as.done(entriesContract.AddSpectator, { refId: race }, { driverId: wanda.id, password: 'let me in' })
    // it comes without a reload
    await desk.getByRole('link', { name: 'Wanda Watts' }).waitFor()
    await assertAccessible(desk, 'the spectators for an admin')
    const driver = await opened(dora, PHONE, '#spectators')
    await driver.getByRole('link', { name: 'Wanda Watts' }).waitFor()
    assert.equal(await driver.getByRole('button', { name: 'Remove Wanda Watts from the spectators' }).count(), 0)
    const member = await opened(mia)
    await member.getByRole('button', { name: 'Watch', exact: true }).waitFor()
    assert.equal(await tab(member).count(), 0)
    assert.equal(await tab(await opened(undefined)).count(), 0)
  })

  test('a spectator takes the entry list along, as a file and on paper; a driver does not', async () => {
    const page = await opened(wanda, DESKTOP, '#participants')
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Entry list as CSV' }).click()])
    assert.equal(file.suggestedFilename(), 'entry-list.csv')
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '')
    })
    await page.getByRole('button', { name: 'Print the entry list' }).click()
    await page.locator('body[data-printed]').waitFor()
    await page.emulateMedia({ media: 'print' })
    // what A4 leaves between its margins
    await page.setViewportSize({ width: 703, height: 1000 })
    await page.getByRole('cell', { name: 'Dora Klein' }).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Friday GT' }).waitFor()
    for (const pressed of ['button', 'tab'] as const) assert.equal(await page.getByRole('main').getByRole(pressed).count(), 0)
    assert.equal(await page.getByRole('link', { name: 'Entry list as CSV' }).count(), 0)
    const driver = await opened(dora, DESKTOP, '#participants')
    await driver.getByRole('cell', { name: 'Dora Klein' }).waitFor()
    assert.equal(await driver.getByRole('button', { name: 'Print the entry list' }).count(), 0)
  })

  test('an admin takes somebody out, who sees it at once', async () => {
    const page = await opened(wanda)
    await page.locator('strong', { hasText: 'You watch this event' }).waitFor()
    const desk = await opened(olga, DESKTOP, '#spectators')
    await desk.getByRole('button', { name: 'Remove Wanda Watts from the spectators' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Remove Wanda Watts from the spectators?' })
    await assertAccessible(desk, 'the dialog to remove a spectator')
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await desk.getByText('Nobody watches yet').waitFor()
    await page.getByRole('button', { name: 'Watch', exact: true }).waitFor()
    assert.equal(await isMine(), false)
  })

  test('while the server is up a spectator is shown the password for spectators, a driver that of drivers, others none', async () => {
    await wanda.as.done(entriesContract.AddSpectator, { refId: race }, { driverId: wanda.id, password: 'let me in' })
    const { pool } = server.running.machine
    await pool.query(`update splits set status = 'STARTED' where session_id = $1`, [race])
    await pool.query(`update sessions set status = 'STARTED' where id = $1`, [race])
    server.running.machine.answers.dropAll()
    const panel = (page: Page) => page.getByRole('region', { name: 'Server' })
    const watching = await opened(wanda)
    await panel(watching).getByText('Spectator password').waitFor()
    await assertAccessible(watching, 'the server for a spectator')
    const driving = await opened(dora)
    await panel(driving).getByText('Password', { exact: true }).waitFor()
    const other = await opened(mia, DESKTOP)
    await panel(other).getByText('Registered drivers and spectators find name and password here.').waitFor()
    const seen = await Promise.all([watching, driving, other].map(async (page) => page.content()))
    const found = seen.map((html) => Object.values(PASSWORDS).filter((password) => html.includes(password)))
    assert.deepEqual(found, [['MarkWatch'], ['MarkDrive'], []])
  })
})
