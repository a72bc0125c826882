import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/duration.ts'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { host, race, work, type Host } from '#modules/hosting/hosting.fixture.ts'
import { LAUNCH_LEAD_MS, nextStartStep } from '#modules/sessions/rules.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

const CHAT = 'https://chat.example/pit-wall'
const PASSED = /that was possible until|You can cancel until|You can leave the waiting list until|Registration and cancelling end /

/** What an event says of registering and going is what is still true. Workers are off: the test is the clock and the queue. */
describe('an event whose registration opens, closes, or whose server fails', () => {
  let server: TestServer
  let windows: Windows
  let on: Host
  let [olga, dora, wanda, sue, stranger] = Array<Person>(5) as [Person, Person, Person, Person, Person]
  let apex: LeagueId
  before(async () => {
    server = await testServer({ role: 'web' })
    windows = await openWindows(server.url)
    const made = ['Olga Owner', 'Dora Klein', 'Wanda Watts', 'Sue Porter', 'Sam Stranger'].map((name) =>
      person(server, name, { plan: name === 'Sue Porter' ? 'PREMIUM' : 'FREE' }),
    )
    ;[olga, dora, wanda, sue, stranger] = (await Promise.all(made)) as [Person, Person, Person, Person, Person]
    apex = await league(server, olga, { members: [dora, wanda, sue], inviteLink: CHAT })
    on = await host(server)
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  const opened = async (id: SessionId, viewport: typeof PHONE | typeof DESKTOP, who?: Person): Promise<Page> => {
    const page = await windows.open(viewport, who)
    await page.goto(`/events/${id}`)
    await alive(page)
    return page
  }
  const words = (page: Page): Promise<string> => page.getByRole('main').innerText()
  const timers = (page: Page): Promise<number> => page.getByRole('timer').count()

  test('on its last day the clock runs down to the opening, once, and to whom it opens earlier not at all', async () => {
    const startsAt = new Date(nextStartStep(server.clock.now().getTime() + 6 * DAY_MS + 3 * HOUR_MS)).toISOString()
    const id = await event(server, olga, apex, { startsAt })
    for (const who of [undefined, stranger, dora]) {
      const page = await opened(id, PHONE, who)
      await page.getByText(/Registration opens in 0\d:\d\d:\d\d · today|Registration opens in 0\d:\d\d:\d\d · tomorrow/).waitFor()
      assert.equal((await words(page)).match(/Registration opens/g)?.length, 1, who?.name ?? 'a visitor')
      assert.equal(await timers(page), 1, 'that of the start')
      await assertAccessible(page, 'an event that opens today')
    }
    const early = await opened(id, PHONE, sue)
    await early.getByText('Registration is open: 20 seats left.').waitFor()
    assert.doesNotMatch(await words(early), /Registration opens/)
  })

  test('a draft has no server that opens', async () => {
    const page = await opened(await event(server, olga, apex, { publish: false }), PHONE, olga)
    await page.getByText('Race night starts in').waitFor()
    assert.doesNotMatch(await words(page), /Server opens in/)
  })

  test('when the time of its server has come the page says so in the same place, before it has heard who starts it', async () => {
    const startsAt = nextStartStep(server.clock.now().getTime() + DAY_MS / 2)
    const id = await event(server, olga, apex, { startsAt: new Date(startsAt).toISOString() })
    const before = server.clock.now()
    server.clock.set(new Date(startsAt - LAUNCH_LEAD_MS - 10_000))
    const page = await opened(id, PHONE)
    const place = (words: RegExp) => page.getByText(words).boundingBox()
    const { y } = (await place(/^Server opens in/))!
    await page.getByText('The server is being started.').waitFor()
    assert.equal((await place(/^The server is being started/))!.y, y)
    // at the start the page knows no more of it: of an event that is on it does not say so
    server.clock.set(new Date(startsAt - 10_000))
    await page.reload()
    await page.getByText('The event is on').first().waitFor()
    assert.doesNotMatch(await words(page), /server is being started/)
    server.clock.set(before)
  })

  test('once the server is set up, and when it has failed, no moment that has passed is named; the chat stays in reach', async () => {
    const { id, startsAt } = await race(server, olga, apex, 'acc', { maxEntries: 2 })
    for (const who of [olga, dora, wanda]) await who.as.done(entriesContract.AddEntry, { id }, entryBody('34', { waitingList: true }))
    const told = await opened(id, PHONE, dora)
    await told.getByText('You can cancel until').waitFor()
    const queued = await opened(id, PHONE, wanda)
    await queued.getByText('You can leave the waiting list until').waitFor()
    server.clock.set(new Date(startsAt.getTime() - 5 * MINUTE_MS))
    await on.jobs()
    await work(server, 'hosting.schedule', { sessionId: id })
    const { serverId, fence } = (await on.jobs()).body.servers.at(-1)!
    await on.report(serverId, { fence, phase: 'STARTED', drivers: 0 })
    for (const [viewport, who] of [
      [PHONE, wanda],
      [PHONE, dora],
      [DESKTOP, dora],
    ] as const) {
      const page = await opened(id, viewport, who)
      await page.getByText('Registration and cancelling have ended.').waitFor()
      assert.doesNotMatch(await words(page), PASSED)
      assert.equal(await page.getByRole('link', { name: 'Chat of the community' }).getAttribute('href'), CHAT)
      await assertAccessible(page, `an event whose server is up at ${viewport.width}`)
    }
    const driver = await opened(id, PHONE, dora)
    await driver.getByText('The server is up: join now').waitFor()
    const outside = await opened(id, PHONE, stranger)
    await outside.getByRole('heading', { name: 'The server is up', exact: true }).waitFor()
    await on.report(serverId, { fence, phase: 'FAILED', reason: 'Segmentation fault' })
    for (const viewport of [PHONE, DESKTOP]) {
      const page = await opened(id, viewport, dora)
      await page.getByRole('heading', { name: 'The server did not start' }).waitFor()
      await page.getByText('Your seat is kept: the server did not start').waitFor()
      await page.getByText('The community’s admins have been told; they can start it again.').waitFor()
      assert.doesNotMatch(await words(page), /cancel|Segmentation/i)
      await page.getByRole('link', { name: 'Chat of the community' }).waitFor()
      await assertAccessible(page, `an event whose server failed at ${viewport.width}`)
    }
    const admin = await opened(id, DESKTOP, olga)
    await admin.getByText('Segmentation fault').waitFor()
    await admin.getByRole('button', { name: 'Restart the server' }).waitFor()
    // beyond the day, not at its end: the page looks at the clock once a minute
    server.clock.advance(DAY_MS + MINUTE_MS)
    await (await opened(id, PHONE, dora)).getByText('It can no longer be restarted.').waitFor()
  })

  test('an event that ended without results has none to protest, and nobody who waits', async () => {
    const { id, startsAt } = await race(server, olga, apex, 'acc', { maxEntries: 2 })
    for (const who of [olga, dora, wanda]) await who.as.done(entriesContract.AddEntry, { id }, entryBody('34', { waitingList: true }))
    server.clock.set(new Date(startsAt.getTime() + HOUR_MS))
    const { pool, answers } = server.running.machine
    // as a server does that nobody joined
    await pool.query(`update sessions set status = 'ENDED', status_at = $2 where id = $1`, [id, server.clock.now()])
    await pool.query(`update splits set status = 'ENDED' where session_id = $1`, [id])
    answers.dropAll()
    const page = await opened(id, PHONE, dora)
    await page.getByText('No session results').waitFor()
    const tabs = await page.getByRole('tab').evaluateAll((all) => all.map((tab) => tab.firstChild?.textContent ?? ''))
    assert.deepEqual(tabs, ['Results', 'Cars', 'Configuration', 'Best laps'])
    assert.equal(await page.getByText('waiting', { exact: true }).count(), 0)
  })
})
