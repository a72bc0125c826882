import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { manualResultsContract as manual } from '#modules/manual-results/contract.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { enter, runningEvent } from '#modules/results/results.fixture.ts'
import { membersContract } from '#modules/members/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

const DAY_MS = 86_400_000

/** What races do to a driver: on the row, in an entry list, on the profile, and in what an event asks. */
describe('ranks and licences, on the pages that name drivers', () => {
  let server: TestServer
  let windows: Windows
  let olga: Person
  let drivers: readonly Person[]
  let apex: LeagueId
  const races: SessionId[] = []
  let next: SessionId
  before(async () => {
    server = await testServer({ breaks: ['weekly-limit'] })
    windows = await openWindows(server.url)
    olga = await person(server, 'Olga Owner')
    drivers = await Promise.all(['Anna', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus'].map((name) => person(server, `${name} Ace`)))
    apex = await league(server, olga, { games: ['acc', 'iracing'], members: drivers })
    for (const at of [2, 1]) {
      const startsAt = new Date(server.clock.now().getTime() - at * DAY_MS)
      const made = await runningEvent(server, olga, apex, { game: 'iracing', manual: true, segments: ['RACE'], isRanked: true, startsAt })
      const ids = await enter(
        server,
        made,
        drivers.map(({ id: userId }, no) => ({ userId, raceNumber: no + 1, carId: '132' })),
      )
      const entryResults = ids.map((entryId, place) => ({ entryId, position: place + 1, timeMs: 1_800_000 + place * 1000 }))
      await olga.as.done(manual.SaveRaceResult, { id: made.id }, { raceNo: 1, entryResults: entryResults as never })
      await olga.as.done(manual.PublishResults, { id: made.id }, {})
      races.push(made.id)
    }
    next = await event(server, olga, apex, { sessionName: 'Next Night' })
    for (const who of drivers.slice(0, 2)) await who.as.done(entriesContract.AddEntry, { id: next }, entryBody('2'))
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  for (const [name, viewport] of [
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ] as const)
    test(`a result says what it did to a rank and why, a profile how it went (${name})`, async () => {
      const page = await windows.open(viewport)
      await page.goto(`/events/${races[0]}`)
      await alive(page)
      await page.getByText('field strength 1,500').waitFor()
      // w = 1 for half an hour, p = 2 of who is provisional: 150 · 2 · (6 − 3) / 7 = 128.6
      await page.getByRole('button', { name: 'Anna Ace' }).click()
      const told = page.getByRole('listitem').filter({ hasText: 'beat 6, expected 3.0; provisional, counts double' })
      await told.getByText('+129').waitFor()
      await assertAccessible(page, `a ranked result on a ${name}`)
      if (viewport === DESKTOP) {
        const [anna, gus] = [page.getByRole('row', { name: /Anna Ace/ }).first(), page.getByRole('row', { name: /Gus Ace/ })]
        assert.match(await anna.innerText(), /\+129\s[^]*1,629/)
        assert.match(await gus.innerText(), /−129\s[^]*1,371/)
      }
      await page.goto(`/profile/${drivers[0]!.id}`)
      await alive(page)
      await page.getByText('provisional, 2 of 10 races').waitFor()
      await page.getByRole('button', { name: 'History' }).click()
      await page.getByRole('img', { name: 'History of the rank in iRacing' }).waitFor()
      await page.getByText('The numbers').click()
      assert.equal(await page.getByRole('table').getByRole('row').count(), 3)
      await assertAccessible(page, `the ranks of a driver on a ${name}`)
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true, 'nothing scrolls sideways')
      await page.close()
    })

  test('an entry list tells licence and, where they were rated in its game, rank; a licence is asked for in the form', async () => {
    const page = await windows.open(DESKTOP, olga)
    await page.goto(`/events/${next}`)
    await alive(page)
    await page.getByRole('tab', { name: /Participants/ }).click()
    const anna = page.getByRole('row', { name: /Anna Ace/ })
    await anna.waitFor()
    assert.match(await anna.innerText(), /Rookie 2\.50/i)
    await assertAccessible(page, 'an entry list with licences')
    await page.goto(`/communities/${apex}/acc/event-edit/${next}`)
    // of several presses that come early one alone is kept
    await alive(page)
    for (let step = 0; step < 2; step++) await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Licence, at least').selectOption({ label: 'Silver' })
    await page.getByLabel('Safety level, at least').fill('2.5')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.waitForURL(`**/events/${next}`)
    assert.deepEqual((await olga.as.ask(sessionsContract.race, { id: next })).body.joinConditions, { license: 2, safety: 2.5 })
    await page.close()
  })

  test('whoever keeps a race by hand, and whoever reads the bans, sees licence and rank beside the names', async () => {
    const made = await runningEvent(server, olga, apex, { game: 'iracing', manual: true, segments: ['RACE'] })
    await enter(
      server,
      made,
      drivers.slice(0, 2).map(({ id: userId }, no) => ({ userId, raceNumber: no + 1, carId: '132' })),
    )
    const gus = drivers.at(-1)!
    const { v } = (await olga.as.ask(membersContract.league, { id: apex })).body
    await olga.as.done(membersContract.BanMember, { id: apex, v }, { userId: gus.id, reason: 'Wrecked three cars in the first corner.', days: null })
    const page = await windows.open(DESKTOP, olga)
    await page.goto(`/events/${made.id}#race-1`)
    const anna = page.getByRole('listitem').filter({ hasText: 'Anna Ace' })
    await anna.waitFor()
    assert.match(await anna.innerText(), /Rookie 2\.50\s+rank\s+1,\d{3}/i)
    await page.goto(`/communities/${apex}#manage-bans`)
    await page.getByText('Gus Ace').first().waitFor()
    assert.match(await page.getByRole('listitem').filter({ hasText: 'Gus Ace' }).first().innerText(), /Rookie 2\.50/i)
    await page.close()
  })
})
