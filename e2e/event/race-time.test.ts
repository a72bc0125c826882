import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import type { Job } from '#modules/hosting/contract.ts'
import { host, race, work, type Host, type Race } from '#modules/hosting/hosting.fixture.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openBrowser, openWindows, PHONE, visit, type Windows } from '../browser.ts'
import { TWICE_AS_LARGE, unreadable } from '../look/letters.ts'

const MINUTE_MS = 60_000

// Workers are off: the test is the clock and the queue.
describe('race night', () => {
  let server: TestServer
  let windows: Windows
  let [owner, driver, stranger] = Array<Person>(3) as [Person, Person, Person]
  let at: Race
  let next: SessionId
  let on: Host
  let job: Job
  const openedAt = async (viewport: typeof DESKTOP | typeof PHONE, who?: Person, path = `/events/${at.id}`): Promise<Page> => {
    const page = await windows.open(viewport, who)
    await page.goto(path)
    await alive(page)
    return page
  }
  const report = async (more: object): Promise<void> => {
    const reply = await on.report(job.serverId, { fence: job.fence, phase: 'STARTED', ...more })
    assert.equal(reply.status, 200)
  }
  /** What stands in the bar at the bottom edge of a phone. */
  const bar = (page: Page): Promise<readonly string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll('main button, main a')]
        .filter((one) => one.parentElement && getComputedStyle(one.parentElement).position === 'fixed')
        .map((one) => one.textContent ?? ''),
    )

  before(async () => {
    // in the afternoon and in winter: what is soon is today, and the reader's clock says CET
    server = await testServer({ role: 'web', at: '2026-11-20T14:00:00Z' })
    windows = await openWindows(server.url)
    ;[owner, driver, stranger] = [await person(server, 'Olga Owner'), await person(server, 'Dan Driver'), await person(server, 'Sam Stranger')]
    const leagueId = await league(server, owner, { members: [driver], openResults: false })
    on = await host(server)
    at = await race(server, owner, leagueId, 'assetto_corsa')
    await driver.as.done(entriesContract.AddEntry, { id: at.id }, entryBody(CAR))
    next = await event(server, owner, leagueId, { sessionName: 'Sprint on Sunday' })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  test('before it everybody reads when registration and cancelling end, and when each segment begins', async () => {
    for (const [viewport, who] of [
      [PHONE, undefined],
      [DESKTOP, stranger],
    ] as const) {
      const page = await openedAt(viewport, who)
      await page.getByText(/^Registration and cancelling end today \d\d:\d\d/).waitFor()
      const plan = page.getByRole('list', { name: 'Plan of the event' })
      assert.match((await plan.textContent()) ?? '', /^Qualifying \d+ min\d\d:\d\d.*Race \d+ min\d\d:\d\d – \d\d:\d\d/)
      const asked = page.getByRole('region', { name: 'To take part' })
      for (const one of ['A linked Steam account', 'Member of the community']) await asked.getByText(one).waitFor()
      await page.getByRole('region', { name: 'Run by' }).getByRole('link', { name: 'Visit the community' }).waitFor()
      assert.equal(await page.getByRole('tab', { name: 'Live' }).count(), 0)
      await assertAccessible(page, 'an open event')
    }
  })

  test('from server-up on a driver’s phone has Copy password and Join in its bar, and the panel stands above the facts', async () => {
    const page = await openedAt(PHONE, driver)
    await page.getByText('You are in').waitFor()
    const other = await openedAt(PHONE, driver, '/communities')
    const strip = other.getByRole('complementary', { name: 'Your race night' })
    await strip.getByText(/^today \d\d:\d\d CET, in \d+ min.* you are in, car\s#\d+$/).waitFor()
    assert.equal(await strip.getByRole('button', { name: 'Copy password' }).count(), 0)
    server.clock.set(new Date(at.startsAt.getTime() - 5 * MINUTE_MS))
    await on.jobs()
    await work(server, 'hosting.schedule', { sessionId: at.id })
    job = (await on.jobs()).body.servers[0]!
    await report({ drivers: 1 })
    // told over the open stream, wherever they are
    await strip.getByRole('button', { name: 'Copy password' }).waitFor()
    await page.getByText('The server is up: join now').waitFor()
    assert.deepEqual(await bar(page), ['Copy password', 'Join'])
    const panel = page.getByRole('region', { name: 'Server', exact: true })
    const facts = page.locator('dl').filter({ hasText: 'total' })
    assert.ok((await panel.boundingBox())!.y < (await facts.boundingBox())!.y, 'the panel is above the facts')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy password', exact: true }).click()
    await page.getByText('Password copied').waitFor()
    const password = job.order!.passwords.server
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), password)
    assert.equal(await page.getByText(password, { exact: true }).count(), 1)
    await assertAccessible(page, 'server-up on a phone')
  })

  test('on a wide screen each thing to copy is copied by the button in its row alone', async () => {
    const page = await openedAt(DESKTOP, driver)
    const panel = page.getByRole('region', { name: 'Server', exact: true })
    await panel.getByRole('button', { name: 'Join', exact: true }).waitFor()
    const copies = await panel.getByRole('button', { name: /^Copy/ }).evaluateAll((all) => all.map((one) => one.ariaLabel ?? one.textContent))
    assert.deepEqual(copies, ['Copy: Server name', 'Copy: Password', 'Copy: Address · Frankfurt'])
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await panel.getByRole('button', { name: 'Copy: Password' }).click()
    await page.getByText('Password copied').waitFor()
    await assertAccessible(page, 'server-up on a wide screen')
    if (process.env['PICTURES']) await page.screenshot({ path: `${process.env['PICTURES']}/server.png` })
  })

  test('a list says of a race that is on that it is, and to who drives it that they are in', async () => {
    for (const [who, words] of [
      [driver, /Server is open.*you are in/],
      [stranger, /Server is open/],
    ] as const) {
      const page = await openedAt(PHONE, who, '/events')
      const row = page.locator('main').getByRole('link', { name: /Sprint at night/ })
      await row.filter({ hasText: words }).waitFor()
      assert.equal(await row.filter({ hasText: 'you are in' }).count(), who === driver ? 1 : 0)
    }
  })

  test('on every other page a strip over it has the server, the password and the way in; not for others, nor on the event’s own', async () => {
    const page = await openedAt(PHONE, driver, '/communities')
    const strip = page.getByRole('complementary', { name: 'Your race night' })
    await strip.getByText(/you are in, car\s#\d+/).waitFor()
    await strip.getByText(job.order!.passwords.server, { exact: true }).waitFor()
    await strip.getByRole('button', { name: 'Copy password' }).waitFor()
    await strip.getByRole('button', { name: 'Join', exact: true }).waitFor()
    await assertAccessible(page, 'the strip on a phone')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await strip.getByRole('button', { name: 'Copy password' }).click()
    const said = page.getByRole('button', { name: 'Dismiss' })
    const [message, over] = [(await said.boundingBox())!, (await strip.boundingBox())!]
    assert.ok(message.y + message.height <= over.y, 'a message stands above the strip')
    await said.click()
    const away = await openedAt(DESKTOP, stranger, '/communities')
    assert.equal(await away.getByRole('complementary', { name: 'Your race night' }).count(), 0)
    for (const secret of Object.values(job.order!.passwords)) assert.ok(!(await away.content()).includes(secret))
    await strip.getByRole('link', { name: 'Sprint at night' }).click()
    await page.waitForURL(`**/events/${at.id}`)
    await strip.waitFor({ state: 'detached' })
    await page.goBack()
    await strip.getByRole('button', { name: 'Put away until there is something new' }).click()
    await strip.waitFor({ state: 'detached' })
    await page.reload()
    await alive(page)
    await page
      .getByRole('link', { name: /^Notifications|unread/ })
      .first()
      .waitFor()
    assert.equal(await strip.count(), 0)
  })

  test('home, whose head is this race, has the password and the way in there, once, and no strip over it', async () => {
    for (const viewport of [PHONE, DESKTOP]) {
      const page = await openedAt(viewport, driver, '/')
      await page.getByRole('heading', { level: 1, name: 'Sprint at night' }).waitFor()
      await page.getByRole('button', { name: 'Join', exact: true }).waitFor()
      assert.equal(await page.getByRole('complementary', { name: 'Your race night' }).count(), 0)
      for (const name of ['Copy password', 'Join']) assert.equal(await page.getByRole('button', { name, exact: true }).count(), 1, name)
      await page.getByText(job.order!.passwords.server, { exact: true }).waitFor()
      if (viewport === PHONE) assert.deepEqual(await bar(page), ['Open event', 'Copy password', 'Join'])
      // nor does what waits say it again
      assert.equal(await page.getByText('The server of Sprint at night is up').count(), 0)
      await assertAccessible(page, 'home while a server is up')
    }
  })

  test('who is too late reads so, finds no password, and is offered the next race of the community', async () => {
    for (const [viewport, who] of [
      [PHONE, undefined],
      [DESKTOP, stranger],
    ] as const) {
      const page = await openedAt(viewport, who)
      await page.getByText('Registration is closed.').waitFor()
      const offer = page.getByRole('region', { name: 'Next in' })
      await offer.getByText('Sprint on Sunday').waitFor()
      await page.getByRole('tab', { name: /^Cars/ }).click()
      await page.waitForLoadState('networkidle')
      assert.equal(await page.getByText('Registration is closed').count(), 1)
      // it comes with the page: nothing moves when it is there
      assert.match(await (await page.request.get(`/events/${at.id}`)).text(), /Next in .{0,400}Sprint on Sunday/s)
      for (const secret of Object.values(job.order!.passwords)) assert.ok(!(await page.content()).includes(secret))
      await assertAccessible(page, 'too late')
      await offer.getByRole('link', { name: 'Open the event' }).click()
      await page.waitForURL(`**/events/${next}`)
    }
  })

  test('while it runs everybody sees the segment, the time left and how old that is; the order is for the signed-in', async () => {
    const page = await openedAt(PHONE, driver)
    const visitor = await openedAt(DESKTOP)
    server.clock.set(at.startsAt)
    await on.jobs()
    await work(server, 'hosting.begin', { sessionId: at.id })
    // until the server tells an order: who drives
    const field = page.getByRole('tabpanel', { name: 'Live' }).getByRole('table', { name: 'Participants' })
    await field.getByRole('row', { name: /Dan Driver/ }).waitFor()
    const { raceNumber = 0 } = (await driver.as.ask(entriesContract.entryList, { refId: at.id })).body.mine ?? {}
    const ofDriver = { raceNumber, laps: 3, bestMs: 101_926, gapMs: null }
    const stranger = { raceNumber: null, laps: 3, bestMs: 102_004, gapMs: null }
    const minutes = (ms: number) => ({ ms, exact: 'SECOND' as const })
    for (const one of [page, visitor]) {
      await report({ drivers: 2, live: { type: 'QUALIFY', no: 1, isOver: false, left: minutes(252_000), order: [ofDriver, stranger] } })
      const now = one.getByRole('region', { name: 'Where the race is' })
      await now.getByText('Qualifying').waitFor()
      await now.getByText(/^0[34]:\d\d$/).waitFor()
      await now.getByText(/^updated \d+ s ago$/).waitFor()
      await now.getByText('2 drivers of 1').waitFor()
      await one.getByRole('listitem').filter({ hasText: /now/ }).and(one.locator('[aria-current=step]')).waitFor()
    }
    const grid = page.getByRole('table', { name: 'Provisional grid' })
    await grid.getByRole('row', { name: /1 .*Dan Driver/ }).waitFor()
    await grid.getByRole('row', { name: /2 .*A driver who is not registered/ }).waitFor()
    await grid.getByText('+0.078').waitFor()
    assert.equal(await field.count(), 0)
    await page.getByRole('tab', { name: 'Live', selected: true }).waitFor()
    await page.getByRole('region', { name: 'On the server' }).getByText(String(raceNumber), { exact: true }).waitFor()
    const panel = page.getByRole('region', { name: 'Server', exact: true })
    assert.ok((await panel.boundingBox())!.y < (await page.getByRole('tablist').boundingBox())!.y, 'on a phone the server is above the tabs')
    assert.equal(await visitor.getByRole('table', { name: 'Provisional grid' }).count(), 0)
    const live = visitor.getByRole('tabpanel', { name: 'Live' })
    await live.getByText('The order is for those who are logged in').waitFor()
    assert.match((await live.getByRole('link', { name: 'Log in' }).getAttribute('href')) ?? '', /%23live$/)
    assert.deepEqual(await bar(page), ['Copy password', 'Join'])
    await assertAccessible(page, 'qualifying on a phone')
    await assertAccessible(visitor, 'qualifying for a visitor')

    const large = await openBrowser(TWICE_AS_LARGE)
    try {
      for (const who of [driver, undefined]) {
        const { page: read } = await visit(large, server.url, PHONE, who)
        await read.goto(`/events/${at.id}`)
        await alive(read)
        await read.getByRole('region', { name: 'Where the race is' }).getByText('Qualifying').waitFor()
        assert.deepEqual(await unreadable(read), [], 'with letters twice as large')
      }
    } finally {
      await large.close()
    }

    // told over the open stream, without a reload
    const behind = { ...ofDriver, gapMs: 1284 }
    await report({ drivers: 2, live: { type: 'RACE', no: 1, isOver: false, left: minutes(600_000), order: [stranger, behind] } })
    await page.getByRole('table', { name: 'Order' }).getByText('+1.284').waitFor()
    await page.getByText('leads', { exact: true }).waitFor()
    server.clock.advance(5 * MINUTE_MS)
    const late = await openedAt(PHONE, driver)
    await late.getByText('The server has told nothing since').waitFor()
    assert.equal(
      await late
        .getByText(/^\d\d:\d\d$/)
        .filter({ visible: true })
        .getByText('left')
        .count(),
      0,
    )
    await assertAccessible(late, 'a server that fell silent')
  })

  test('home’s list says of it that it is on, and to who drives it that they are in, for which its name gives up nothing on a phone', async () => {
    const widths: number[] = []
    for (const [who, words] of [
      [stranger, /On now$/],
      [driver, /On now.*you are in$/],
    ] as const) {
      const page = await openedAt(PHONE, who, '/')
      const row = page
        .locator('main')
        .getByRole('link', { name: /Sprint at night/ })
        .filter({ hasText: words })
      const name = row.locator('b', { hasText: 'Sprint at night' })
      await row.scrollIntoViewIfNeeded()
      widths.push((await name.boundingBox())!.width)
      await assertAccessible(page, 'home while a race is on')
    }
    // as much as a row gives to “you are in” alone
    assert.ok(widths[0]! - widths[1]! < 20, `the name has ${widths.join(' and ')} px`)
  })

  test('its owner has the panel with all passwords, on both screens', async () => {
    for (const viewport of [PHONE, DESKTOP]) {
      const page = await openedAt(viewport, owner)
      await page.getByText('The server is up and the event is on').waitFor()
      await page.getByText(job.order!.passwords.admin, { exact: true }).waitFor()
      await assertAccessible(page, 'server-up of an owner')
    }
  })
})

const CAR = 'ks_porsche_911_gt3_r_2016'
