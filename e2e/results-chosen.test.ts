import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId } from '#core/ids.ts'
import { accFile, accLine as line, allRead, enter, LAP, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from './browser.ts'

/** An admin after the race: what came too late, what was the wrong file. */
describe('results that an admin chooses', () => {
  let server: TestServer
  let windows: Windows
  let olga: Person
  let dora: Person
  let leagueId: LeagueId
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    ;[olga, dora] = (await Promise.all(['Olga Owner', 'Dora Klein'].map((name) => person(server, name)))) as [Person, Person]
    leagueId = await league(server, olga, { shortName: 'CHOICE' })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
  })

  const cars = () => [
    line(911, dora.steamId, 'Dora', 4, 4 * LAP, 97_000),
    line(63, '76561190000000001', 'Marco Bellini', 4, 4 * LAP + 5000, 98_000),
    line(8, '76561190000000003', 'Sam Stranger', 3, 3 * LAP, 99_000),
  ]
  const bring = async (to: Event, name: string, rows: ReturnType<typeof cars>): Promise<void> => {
    assert.equal((await upload(server, to.servers[0]!, name, accFile('R', 0, rows))).status, 200)
    await allRead(server)
  }

  test('a later file waits; on a phone she compares it, takes it, and takes that back', async () => {
    const made = await runningEvent(server, olga, leagueId, { segments: ['RACE'] })
    await enter(server, made, [{ userId: dora.id, raceNumber: 911, carId: '34' }])
    await bring(made, '250101_203000_R.json', cars())
    const page = await windows.open(PHONE, olga)
    await page.goto(`/events/${made.id}#race-1`)
    const winner = (name: RegExp): Promise<void> => page.locator('tbody tr').first().filter({ hasText: name }).waitFor()
    await page.getByRole('heading', { name: 'Result files' }).waitFor()
    await bring(made, '250101_223000_R.json', cars().slice(1).toReversed())
    // without a reload
    await page.getByRole('heading', { name: 'A later result waits for you' }).waitFor()
    await winner(/Dora Klein/)
    await page.getByRole('button', { name: 'Compare' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('row', { name: /Dora Klein/ }).waitFor()
    await dialog.getByText('gone', { exact: true }).waitFor()
    await assertAccessible(page, 'two results side by side on a phone')
    const take = dialog.getByRole('button', { name: 'Take the later result' })
    assert.equal(await take.isDisabled(), true)
    await dialog.getByLabel('Reason').fill('The first file was cut off.')
    await take.click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(/Olga Owner took a later result/).waitFor()
    await winner(/Sam Stranger/)
    await assertAccessible(page, 'a choice on a phone')
    await page.getByRole('button', { name: 'Take it back' }).click()
    await dialog.getByLabel('Reason').fill('It was right.')
    await dialog.getByRole('button', { name: 'Take it back' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'A later result waits for you' }).waitFor()
    await winner(/Dora Klein/)
  })

  test('who drove is told of each change, with the reason', async () => {
    const page = await windows.open(DESKTOP, dora)
    await page.goto('/notifications')
    await alive(page)
    await page.getByText('New results of one event').click()
    await page.getByText(/The results of Monza Sprint changed. Reason: It was right\./).waitFor()
    await page.getByText(/The results of Monza Sprint changed. Reason: The first file was cut off\./).waitFor()
    await page.getByText('The results of Monza Sprint are in.').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByText('The results of Monza Sprint are in.').waitFor()
  })

  test('no page complained meanwhile', () => {
    assert.deepEqual(windows.faults(), [])
  })
})
