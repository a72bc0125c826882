import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, TournamentId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { tournamentsContract as calls } from '#modules/tournaments/contract.ts'
import { entryBody, event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

describe('around a season', () => {
  let server: TestServer
  let windows: Windows
  let [owner, driver] = Array<Person>(2) as [Person, Person]
  let league: LeagueId
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    ;[owner, driver] = (await Promise.all(['Olga Owner', 'Dora Klein'].map((name) => person(server, name)))) as [Person, Person]
    league = await found(server, owner, { members: [driver] })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  test('a driver gives their calendar the address of their races, and ends it with a new one', async () => {
    const sessionId = await event(server, owner, league, { sessionName: 'Friday sprint' })
    await driver.as.done(entriesContract.AddEntry, { id: sessionId }, entryBody('2'))
    const page = await windows.open(PHONE, driver)
    await page.goto('/settings#preferences')
    await alive(page)
    await page.getByRole('button', { name: 'Make an address' }).click()
    const shown = page.locator('code')
    await shown.waitFor()
    const address = await shown.innerText()
    assert.match(await (await fetch(address)).text(), /SUMMARY:.*Friday sprint/)
    await assertAccessible(page, 'the address of a calendar')
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= PHONE.width, `the page is ${width} wide`)
    await page.getByRole('button', { name: 'Make a new address' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make a new address' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('code').filter({ hasNotText: address }).waitFor()
    const next = await shown.innerText()
    assert.deepEqual([(await fetch(address)).status, (await fetch(next)).status], [404, 200])
  })

  test('the seasons of a community by kind and state, and all of them past the first page', async () => {
    const many = await found(server, owner)
    for (let no = 1; no <= 22; no++) {
      const fields = { leagueId: many, type: no === 1 ? 'SERIES' : 'CHAMPIONSHIP', game: 'acc', name: `Season ${no}`, maxEntries: 20 } as const
      await owner.as.done(calls.AddTournament, {}, fields)
    }
    const page = await windows.open(PHONE, owner)
    await page.goto(`/communities/${many}#championships`)
    await alive(page)
    const seasons = page.getByRole('tabpanel').getByRole('link', { name: /^Season \d+$/ })
    await page.getByRole('button', { name: 'Show all 22' }).click()
    await seasons.nth(21).waitFor()
    await assertAccessible(page, 'the seasons of a community')
    await page.getByRole('button', { name: 'Series', exact: true }).click()
    await seasons.nth(1).waitFor({ state: 'detached' })
    assert.deepEqual(await seasons.allInnerTexts(), ['Season 1'])
    await page.getByRole('button', { name: 'Finished', exact: true }).click()
    await page.getByText('No season is like that').waitFor()
  })

  test('an event that failed is a round that was not raced, and none to come', async () => {
    const fields = { leagueId: league, type: 'SERIES', game: 'acc', name: 'Short Cup', maxEntries: 20 } as const
    const id = (await owner.as.done(calls.AddTournament, {}, fields)).aggregateId as TournamentId
    const { pool } = server.running.machine
    for (const [at, status] of ['ENDED', 'FAILED'].entries()) {
      const sessionId = await event(server, owner, league, { sessionName: `Night ${at + 1}` })
      await owner.as.done(calls.AddTournamentSession, { id, v: at + 1 }, { sessionId })
      await pool.query('update sessions set status = $2 where id = $1', [sessionId, status])
      await pool.query('update splits set status = $2 where session_id = $1', [sessionId, status])
    }
    await owner.as.done(calls.PublishTournament, { id, v: 3 }, {})
    const page = await windows.open(PHONE, owner)
    await page.goto(`/series/${id}`)
    await alive(page)
    assert.equal(await page.getByText('1 of 2 rounds raced').count(), 1)
    assert.deepEqual([await page.getByText('to go').count(), await page.getByText('all rounds are raced').count()], [0, 0])
  })

  test('an event of a series is cloned, edited and deleted from there, and the way leads back', async () => {
    const fields = { leagueId: league, type: 'SERIES', game: 'acc', name: 'Thursday Nights', maxEntries: 20 } as const
    const id = (await owner.as.done(calls.AddTournament, {}, fields)).aggregateId as TournamentId
    const sessionId = await event(server, owner, league, { sessionName: 'First night' })
    await owner.as.done(calls.AddTournamentSession, { id, v: 1 }, { sessionId })
    await owner.as.done(calls.PublishTournament, { id, v: 2 }, {})
    const page = await windows.open(DESKTOP, owner)
    await page.goto(`/series/${id}#events`)
    await alive(page)
    await page.getByRole('button', { name: 'Clone First night' }).click()
    await page.getByText('The event is cloned, as a draft').waitFor()
    await page.getByRole('link', { name: 'First night', exact: true }).nth(1).waitFor()
    const edit = page.getByRole('tabpanel').locator(`a[href="/series/${id}/acc/event-edit/${sessionId}"]`)
    await edit.click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Next' }).waitFor()
    await page.goto(`/events/${sessionId}#admin`)
    await alive(page)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.waitForURL(`**/series/${id}#events`)
    assert.equal((await owner.as.ask(calls.tournament, { id })).body.sessions.length, 1)
  })
})
