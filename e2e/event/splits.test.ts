import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { entriesContract } from '#modules/entries/contract.ts'
import type { Job } from '#modules/hosting/contract.ts'
import { host, race, work, type Host, type Race } from '#modules/hosting/hosting.fixture.ts'
import { entryBody } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

const MINUTE_MS = 60_000

// Workers are off: the test is the clock and the queue.
describe('an event of two splits, one of whose servers fails', () => {
  let server: TestServer
  let windows: Windows
  let owner: Person
  let drivers: Person[]
  let at: Race
  let on: Host
  let servers: readonly Job[]
  const waiting = async (): Promise<readonly Job[]> => (await on.jobs()).body.servers.toSorted((a, b) => a.splitNo - b.splitNo)
  const start = async (): Promise<void> => {
    await work(server, 'hosting.schedule', { sessionId: at.id })
    servers = await waiting()
  }
  const report = async (splitNo: number, phase: 'STARTED' | 'FAILED'): Promise<void> => {
    const { serverId, fence } = servers.find((one) => one.splitNo === splitNo)!
    const reply = await on.report(serverId, { fence, phase, ...(phase === 'FAILED' ? { reason: 'The port is taken.' } : { drivers: 2 }) })
    assert.equal(reply.status, 200)
  }
  const openedAt = async (viewport: typeof DESKTOP | typeof PHONE, who: Person | undefined, rest = ''): Promise<Page> => {
    const page = await windows.open(viewport, who)
    await page.goto(`/events/${at.id}${rest}`)
    await alive(page)
    return page
  }
  const splitsOf = (page: Page) => page.getByRole('banner').or(page.locator('main')).getByRole('group', { name: 'Splits' }).first()

  before(async () => {
    server = await testServer({ role: 'web' })
    windows = await openWindows(server.url)
    owner = await person(server, 'Olga Owner')
    drivers = await Promise.all(['Ann', 'Bea', 'Cleo', 'Dan', 'Eve'].map((name) => person(server, `${name} Driver`)))
    const leagueId = await league(server, owner, { members: drivers })
    on = await host(server)
    at = await race(server, owner, leagueId, 'acc', { isMultiSplit: true, maxEntries: 8, maxSplitEntries: 4 })
    for (const who of drivers) {
      server.clock.advance(1000)
      await who.as.done(entriesContract.AddEntry, { id: at.id }, entryBody('34'))
    }
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  test('before they are settled everybody sees who would drive where, and until when that may change', async () => {
    const page = await openedAt(PHONE, drivers[4])
    await page.getByText('As things stand you drive in split 2.').waitFor()
    await page.getByRole('tab', { name: /^Participants/ }).click()
    const tab = page.getByRole('tabpanel')
    await tab.getByRole('link', { name: 'Eve Driver' }).locator('visible=true').waitFor()
    await tab.getByText('As the field would be divided now, at most 4 to a server. Splits are settled').waitFor()
    await tab.getByText('In order of registration').waitFor()
    assert.equal(await tab.getByText('Ann Driver').count(), 0)
    await tab.getByRole('button', { name: 'Split 1 3' }).click()
    await tab.getByRole('link', { name: 'Ann Driver' }).locator('visible=true').waitFor()
    assert.match(page.url(), /\?split=1#participants$/)
    await assertAccessible(page, 'participants by split on a phone')
    await page.goBack()
    await tab.getByRole('link', { name: 'Eve Driver' }).locator('visible=true').waitFor()
    const visitor = await openedAt(DESKTOP, undefined, '?split=2#participants')
    await visitor.getByRole('row', { name: /Eve Driver/ }).waitFor()
    assert.equal(await visitor.getByRole('row', { name: /Ann Driver/ }).count(), 0)
  })

  test('a driver sees the server of their own split and no other', async () => {
    server.clock.set(new Date(at.startsAt.getTime() - 5 * MINUTE_MS))
    await on.jobs()
    await start()
    await report(1, 'STARTED')
    await report(2, 'FAILED')
    const page = await openedAt(PHONE, drivers[0], '?split=2')
    await page.getByText('You drive in split 1').waitFor()
    const panel = page.getByRole('region', { name: 'Server', exact: true })
    await panel.getByText('The server is up: join now').waitFor()
    await panel.getByText(/ #1$/).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Split \d/ }).count(), 0)
    await assertAccessible(page, 'a driver’s split on a phone')
    const other = await openedAt(PHONE, drivers[4])
    await other.getByText('You drive in split 2').waitFor()
    await other.getByText('The server did not start').first().waitFor()
    assert.equal(await other.getByRole('button', { name: 'Restart the server' }).count(), 0)
  })

  test('an admin sees how all are doing, goes to the failed one and starts it again; Back leads to the other', async () => {
    const page = await openedAt(PHONE, owner)
    const splits = splitsOf(page)
    await splits.getByRole('button', { name: 'Split 1 open to join', pressed: true }).waitFor()
    await splits.getByRole('button', { name: 'Split 2 did not start' }).click()
    await page.waitForURL(/\?split=2$/)
    const panel = page.getByRole('region', { name: 'Server', exact: true })
    await panel.getByText('The port is taken.').waitFor()
    await assertAccessible(page, 'a failed split on a phone')
    await panel.getByRole('button', { name: 'Restart the server' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restart' }).click()
    await splits.getByRole('button', { name: 'Split 2 looking for a host' }).waitFor()
    await start()
    await report(2, 'STARTED')
    await splits.getByRole('button', { name: 'Split 2 open to join', pressed: true }).waitFor()
    await panel.getByText(/ #2$/).waitFor()
    assert.equal((await on.jobs()).body.servers.length, 2, 'the other server runs on')
    await page.goBack()
    await panel.getByText(/ #1$/).waitFor()
    await splits.getByRole('button', { name: 'Split 1 open to join', pressed: true }).waitFor()
  })

  test('while it is driven each server is counted against the drivers of its own split', async () => {
    server.clock.set(at.startsAt)
    await on.jobs()
    await work(server, 'hosting.begin', { sessionId: at.id })
    for (const [split, words] of [
      [1, '2 drivers of 3'],
      [2, '2 drivers of 2'],
    ] as const) {
      const page = await openedAt(DESKTOP, owner, `?split=${split}`)
      await page.getByRole('region', { name: 'Where the race is' }).getByText(words, { exact: true }).waitFor()
    }
  })
})
