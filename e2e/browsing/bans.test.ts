import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId } from '#core/ids.ts'
import { PAGE } from '#core/page.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { openWindows, PHONE, type Windows } from '../browser.ts'

describe('who is kept out of a community, when they are more than a page', () => {
  let server: TestServer
  let windows: Windows
  let olga: Person
  let apex: LeagueId
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    olga = await person(server, 'Olga Owner')
    apex = await league(server, olga)
    const people = await Promise.all(Array.from({ length: PAGE.LARGE + 1 }, (_, no) => person(server, `Rita Rammer ${no + 1}`)))
    const start = server.clock.now().getTime()
    // the first of them the longest ago
    const bans = people.map(({ id }, no) => ({
      league_id: apex,
      user_id: id,
      reason: 'Drove into everybody in turn one.',
      banned_at: new Date(start - (people.length - no) * 60_000),
      banned_by: olga.id,
    }))
    await server.running.machine.db.insertInto('bans').values(bans).execute()
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  test('an admin comes to the last of them, and is on the page before once it is let in again', async () => {
    const page = await windows.open(PHONE, olga)
    await page.goto(`/communities/${apex}#manage-bans`)
    await page.getByText(`1–${PAGE.LARGE} of ${PAGE.LARGE + 1}`).waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    const last = page.getByRole('listitem').filter({ hasText: /Rita Rammer 1\b/ })
    await last.waitFor()
    await last.getByRole('button').click()
    await page.getByText(`Rita Rammer ${PAGE.LARGE + 1}`).waitFor()
    // they are one page now
    await page.getByRole('button', { name: 'Next' }).waitFor({ state: 'detached' })
    await page.close()
  })
})
