import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { LeagueId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { enter, host, race, work } from '#modules/hosting/hosting.fixture.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { nextStartStep } from '#modules/sessions/rules.ts'
import { entryBody, event, eventBody, ordinary } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { alive, heldBack, openWindows, PHONE, type Windows } from '../browser.ts'

const MINUTE_MS = 60_000
/** Longer than a page allows for what is on its way (`SLACK_MS` of web/kit/live.ts). */
const LATE_MS = 4000

/** An answer is as old as the moment the server wrote it, however long a poor line took to bring it. */
describe('what changes while an answer is on its way', () => {
  let server: TestServer
  let windows: Windows
  let [owner, driver] = Array<Person>(2) as [Person, Person]
  let apex: LeagueId
  before(async () => {
    server = await testServer({ role: 'web' })
    windows = await openWindows(server.url)
    ;[owner, driver] = [await person(server, 'Olga Owner'), await person(server, 'Dan Driver')]
    apex = await league(server, owner, { name: 'Apex', members: [driver] })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  test('is asked for again, where the page hears of it', async () => {
    const at = await race(server, owner, apex)
    await enter(server, at, driver, 7)
    const on = await host(server)
    server.clock.set(new Date(at.startsAt.getTime() - 5 * MINUTE_MS))
    await on.jobs()
    await work(server, 'hosting.schedule', { sessionId: at.id })
    const job = (await on.jobs()).body.servers[0]!
    const report = async (more: object): Promise<void> => {
      assert.equal((await on.report(job.serverId, { fence: job.fence, phase: 'STARTED', ...more })).status, 200)
    }
    await report({ drivers: 1 })
    const page = await windows.open(PHONE, driver)
    await page.goto(`/events/${at.id}`)
    await alive(page)
    await page.getByText('The server is up: join now').waitFor()
    const late = await answeredLate(page, `splits/${at.splitId}/live`)
    server.clock.set(at.startsAt)
    await on.jobs()
    await work(server, 'hosting.begin', { sessionId: at.id })
    await late.answered
    // the answer on its way knows of no segment; somebody else's page shows when everybody was told of one
    const other = await windows.open(PHONE)
    await other.goto(`/events/${at.id}`)
    await alive(other)
    await report({ drivers: 1, live: { type: 'QUALIFY', no: 1, isOver: false, left: { ms: 252_000, exact: 'SECOND' }, order: [] } })
    await other.getByRole('region', { name: 'Where the race is' }).getByText('Qualifying').waitFor()
    late.letCome()
    await page.getByRole('region', { name: 'Where the race is' }).getByText('Qualifying').waitFor()
  })

  test('is waited for by the page on its way, though the part that asked first is gone by then', async () => {
    const startsAt = new Date(nextStartStep(server.clock.now().getTime() + 180 * MINUTE_MS)).toISOString()
    const id = await event(server, owner, apex, { sessionName: 'Tonight', startsAt })
    await owner.as.done(entriesContract.AddEntry, { id }, entryBody('2'))
    const page = await windows.open(PHONE, owner)
    const list = await heldBack(page, `**/query/entry-list/${id}`)
    await page.goto('/events')
    await alive(page)
    // the strip of their next race asks how they stand to it
    await list.asked
    await page.getByRole('link', { name: 'Tonight' }).first().click()
    await page.locator('main').getByRole('heading', { level: 1, name: 'Events' }).waitFor({ state: 'detached' })
    await list.letGo()
    await page.getByRole('heading', { level: 1, name: 'Tonight' }).waitFor()
  })

  test('is told as soon as the page listens, where it did not yet', async () => {
    const id = await event(server, owner, apex, { sessionName: 'Called so' })
    const written = { ...ordinary(apex, server.clock.now()), sessionName: 'Called otherwise' }
    const page = await windows.open(PHONE, driver)
    await page.goto('/events')
    await alive(page)
    const late = await answeredLate(page, id)
    await page.getByRole('link', { name: 'Called so' }).first().click()
    await late.answered
    await owner.as.done(sessionsContract.EditSession, { id }, eventBody(written))
    const changedMs = Date.now()
    await until('an answer that is late', () => Date.now() - changedMs > LATE_MS)
    late.letCome()
    await page.getByRole('heading', { level: 1, name: 'Called otherwise' }).waitFor()
  })

  test('is asked for until it comes, however long the server has too much to do', async () => {
    const id = await event(server, owner, apex, { sessionName: 'Busy hour' })
    const page = await windows.open(PHONE, driver)
    await page.goto(`/events/${id}`)
    await alive(page)
    let refused = 0
    await page.route(`**/query/race/${id}`, (route) => (++refused > REFUSED ? route.fallback() : route.fulfill(TOO_MUCH)))
    await owner.as.done(sessionsContract.EditSession, { id }, eventBody({ ...ordinary(apex, server.clock.now()), sessionName: 'Quiet hour' }))
    await page.getByRole('heading', { level: 1, name: 'Quiet hour' }).waitFor()
    // other news may have asked once more since
    assert.ok(refused > REFUSED)
  })
})

/** More than the library would try. */
const REFUSED = 4
const TOO_MUCH = {
  status: 429,
  contentType: 'application/json',
  body: JSON.stringify({ code: 'RATE_LIMIT_EXCEEDED', params: { retryAfterSeconds: 5 }, message: 'Too much at once.' }),
}

type Late = {
  /** The server has written one. */
  readonly answered: Promise<void>
  readonly letCome: () => void
}

/** The answers to all calls with a part of an address stay on their way until they are let come. */
async function answeredLate(page: Page, part: string): Promise<Late> {
  const [answered, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(`**/query/**${part}**`, async (route) => {
    const response = await route.fetch()
    answered.resolve()
    await free.promise
    await route.fulfill({ response })
  })
  return { answered: answered.promise, letCome: free.resolve }
}
