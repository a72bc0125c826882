import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, openWindows, PHONE, type Windows } from '../browser.ts'

describe('a seat that is given back, on the phones of the two it concerns', () => {
  let server: TestServer
  let windows: Windows
  let [olga, dora, first, second] = Array<Person>(4) as [Person, Person, Person, Person]
  let race: SessionId
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    const names = ['Olga Owner', 'Dora Drives', 'Fay First', 'Sam Second']
    ;[olga, dora, first, second] = (await Promise.all(names.map((name) => person(server, name)))) as [Person, Person, Person, Person]
    const leagueId = await league(server, olga, { members: [dora, first, second] })
    race = await event(server, olga, leagueId, { maxEntries: 2 })
    for (const who of [olga, dora, first, second]) await who.as.done(entriesContract.AddEntry, { refId: race }, entryBody('2', { waitingList: true }))
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  /** A page that would tell if it was loaded anew. */
  const opened = async (who: Person): Promise<Page> => {
    const page = await windows.open(PHONE, who)
    await page.goto(`/events/${race}`)
    await alive(page)
    await page.evaluate(() => document.body.setAttribute('data-first', ''))
    return page
  }

  test('a driver cancels; the first of the waiting list is in, the next moves up, and all see it where they are', async () => {
    const [leaves, comes, waits] = await Promise.all([dora, first, second].map(opened))
    await leaves!.getByText('You are in').first().waitFor()
    await comes!.getByText('You wait in place 1').first().waitFor()
    await waits!.getByText('You wait in place 2').first().waitFor()
    await leaves!.getByRole('button', { name: 'Cancel registration' }).click()
    const dialog = leaves!.getByRole('dialog', { name: 'Cancel your registration?' })
    await dialog.getByText('Your seat goes to the waiting list at once.').waitFor()
    await assertAccessible(leaves!, 'the dialog to cancel')
    await dialog.getByRole('button', { name: 'Cancel registration' }).click()
    await dialog.waitFor({ state: 'detached' })
    await leaves!.getByText('All seats are taken; 1 driver waits.').waitFor()
    await leaves!.getByRole('button', { name: 'Join the waiting list' }).waitFor()
    assert.equal(await leaves!.getByText('You are in').count(), 0)
    await comes!.getByText('You are in').first().waitFor()
    await comes!.getByRole('button', { name: 'Cancel registration' }).waitFor()
    await waits!.getByText('You wait in place 1').first().waitFor()
    await assertAccessible(comes!, 'who moved up')
    for (const page of [leaves, comes, waits]) assert.equal(await page!.locator('body[data-first]').count(), 1, 'nobody has loaded the page anew')
    const { entries, waitingList } = (await olga.as.ask(entriesContract.entryList, { refId: race })).body
    assert.deepEqual(
      [entries, waitingList].map((list) => list.map(({ participant }) => participant.name)),
      [['Olga Owner', 'Fay First'], ['Sam Second']],
    )
  })
})
