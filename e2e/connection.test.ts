import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { LeagueId } from '#core/ids.ts'
import { between, type Between } from '#testing/faults/between.ts'
import { event } from '#testing/event.ts'
import { join, league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { alive, DESKTOP, openWindows, PHONE, type Windows } from './browser.ts'
import { builtFile } from './built.ts'

describe('a connection that comes and goes', () => {
  let server: TestServer
  let wire: Between
  let windows: Windows
  let ada: Person
  let bea: Person
  let apex: LeagueId
  let race: string
  let serverPort = 0
  before(async () => {
    wire = await between(() => serverPort)
    const url = `http://127.0.0.1:${wire.port}`
    server = await testServer({ env: { PUBLIC_URL: url } })
    serverPort = Number(new URL(server.url).port)
    windows = await openWindows(url)
    ;[ada, bea] = (await Promise.all(['Ada Admin', 'Bea Berg'].map((name) => person(server, name)))) as [Person, Person]
    apex = await league(server, ada, { name: 'Apex', members: [bea] })
    race = `/events/${await event(server, ada, apex)}`
  })
  after(async () => {
    await windows?.close()
    await wire?.stop()
    await server?.stop()
  })

  const note = (page: Page, title: string) => page.locator('b', { hasText: title })
  /** Somebody more is in the community; how many that makes. */
  const oneMore = async (): Promise<number> => {
    await join(await person(server, 'Somebody New'), apex)
    const { count } = await server.running.machine.db
      .selectFrom('memberships')
      .where('league_id', '=', apex)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  const showsMembers = (page: Page, count: number) => page.getByRole('tab', { name: new RegExp(`^Members\\s*${count}$`) }).waitFor()

  test('what changed of a page while others were open is there when it is come back to', async () => {
    const page = await windows.open(DESKTOP, bea)
    await page.goto('/communities')
    await alive(page)
    const goTo = async (name: string): Promise<void> => {
      const listens = page.waitForRequest(/\/live\?/)
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
      await listens
    }
    await goTo('Events')
    await league(server, ada, { name: 'Founded Meanwhile' })
    // longer than what a new connection is told of anyway, shorter than an answer is taken for fresh
    await page.waitForTimeout(4000)
    await goTo('Best laps')
    await goTo('Communities')
    await page.getByRole('link', { name: 'Founded Meanwhile' }).first().waitFor()
  })

  for (const [width, viewport] of [
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ] as const) {
    test(`an open page says that it is offline, and catches up: ${width}`, async () => {
      const page = await windows.open(viewport, bea)
      await page.goto(`/communities/${apex}`)
      await page.context().setOffline(true)
      await note(page, 'You are offline').waitFor()
      const members = await oneMore()
      await page.context().setOffline(false)
      await showsMembers(page, members)
      await note(page, 'You are offline').waitFor({ state: 'detached' })
    })

    test(`an open page says that the server restarts, and catches up with the one that follows: ${width}`, async () => {
      const page = await windows.open(viewport, bea)
      const live = page.waitForRequest(/\/live\?/)
      await page.goto(`/communities/${apex}`)
      await live
      const next = await server.another()
      wire.set('cut')
      await note(page, 'The server restarts').waitFor()
      const members = await oneMore()
      serverPort = Number(new URL(next.address).port)
      wire.set('pass')
      await showsMembers(page, members)
      await note(page, 'The server restarts').waitFor({ state: 'detached' })
    })

    test(`the next page waits for the network, says so, and comes by itself: ${width}`, async () => {
      const page = await windows.open(viewport, bea)
      await page.goto('/terms')
      await alive(page)
      await page.context().setOffline(true)
      await page.evaluate((to) => document.querySelector<HTMLElement>(`a[href="${to}"]`)!.click(), '/privacy')
      const said = page.getByRole('heading', { level: 1, name: 'You are offline' })
      await said.waitFor()
      const card = await said.locator('..').boundingBox()
      assert.ok(card!.x >= 14 && card!.x + card!.width <= viewport.width - 14, 'stands in the page, not across the window')
      await page.context().setOffline(false)
      await page.getByRole('heading', { level: 1, name: 'Privacy' }).waitFor()
    })
  }

  /** Holds it down while `act` goes on and is drawn: what is seen meanwhile, and whether that was short enough for a press. */
  async function pressed<Seen>(what: Locator, act: () => Promise<void>, look: () => Promise<Seen>): Promise<{ seen: Seen; isPress: boolean }> {
    const page = what.page()
    await what.hover()
    await page.evaluate(() => addEventListener('pointerdown', () => performance.mark('down')))
    await page.mouse.down()
    await act()
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    const seen = await look()
    await page.mouse.up()
    const tookMs = await page.evaluate(() => performance.now() - performance.getEntriesByName('down')[0]!.startTime)
    return { seen, isPress: tookMs < 900 }
  }

  test('no message comes between a finger and the button it presses', async () => {
    const page = await windows.open(PHONE, bea)
    await page.goto('/events')
    await alive(page)
    const button = page.getByRole('button', { name: 'Filters' })
    const { x, y, width, height } = (await button.boundingBox())!
    // messages come over it
    await page.setViewportSize({ width: PHONE.width, height: Math.round(y + height / 2 + 100) })
    const covers = (): Promise<boolean> =>
      button.evaluate((own, [at, down]) => !own.contains(document.elementFromPoint(at, down)), [x + width / 2, y + height / 2] as const)
    const failed = page.waitForEvent('requestfailed')
    const goOffline = async (): Promise<void> => {
      await page.context().setOffline(true)
      await failed
    }
    const { seen: isCovered, isPress } = await pressed(button, goOffline, covers)
    await until('the message is there', covers)
    await page.context().setOffline(false)
    if (isPress) assert.deepEqual([isCovered, await button.getAttribute('aria-expanded')], [false, 'true'])
  })

  test('what others change comes when the finger is lifted, and moves nothing under it', async () => {
    const page = await windows.open(PHONE, bea)
    const live = page.waitForRequest(/\/live\?/)
    await page.goto(`/communities/${apex}`)
    await live
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    await page.route(/\/(query|public)\//, async (route) => {
      const response = await route.fetch()
      arrive()
      await answered
      await route.fulfill({ response })
    })
    const members = await oneMore()
    await arrived
    const shown = page.getByRole('tab', { name: /^Members/ })
    const before = await shown.textContent()
    const came = page.waitForEvent('requestfinished')
    const letCome = async (): Promise<void> => {
      answer()
      await came
    }
    const { seen: meanwhile, isPress } = await pressed(page.getByRole('heading', { level: 1 }), letCome, () => shown.textContent())
    await showsMembers(page, members)
    // what is asked for later is none of this test's
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    if (isPress) assert.equal(meanwhile, before)
  })

  test('a file that does not come once is asked for again', async () => {
    const page = await windows.open(PHONE, bea)
    await page.goto(race)
    await alive(page)
    const marked = await mark(page)
    let asked = 0
    await page.route(asksFor('modules/sessions/screens/config-tab.tsx'), (route) =>
      asked++ === 0 ? route.fulfill({ status: 404 }) : route.continue(),
    )
    await page.getByRole('tab', { name: 'Configuration' }).click()
    await page.getByRole('tabpanel', { name: 'Configuration' }).getByRole('heading').first().waitFor()
    assert.ok(asked > 1)
    assert.equal(await marked(), true, 'the page was loaded anew')
  })

  test('the address is loaded anew once when a new version is out', async () => {
    const page = await windows.open(DESKTOP, bea)
    await page.goto('/terms')
    await alive(page)
    let documents = 0
    page.on('request', (request) => void (request.isNavigationRequest() && documents++))
    // the files of the build this page is of are gone, and there again with the next document
    await page.route(/\/assets\//, (route) => (documents === 0 ? route.fulfill({ status: 404 }) : route.continue()))
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
    await page.getByRole('heading', { level: 1, name: 'Privacy' }).waitFor()
    await until('the page was loaded anew', () => documents > 0)
    assert.equal(documents, 1)
  })

  test('it is never loaded in a ring: a file that stays away is told', async () => {
    const page = await windows.open(PHONE, bea)
    await page.goto('/terms')
    await alive(page)
    let documents = 0
    page.on('request', (request) => void (request.isNavigationRequest() && documents++))
    await page.route(asksFor('web/pages/privacy.tsx'), (route) => route.fulfill({ status: 404 }))
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
    await page.getByRole('heading', { level: 1, name: 'This page broke' }).waitFor({ timeout: 60_000 })
    assert.equal(documents, 1)
  })

  test('what was typed stays when a new version is out', async () => {
    const page = await windows.open(DESKTOP, ada)
    await page.goto('/communities/new')
    await alive(page)
    await page.getByLabel('Name', { exact: true }).fill('Half a name')
    const marked = await mark(page)
    await page.route(/\/assets\//, (route) => route.fulfill({ status: 404 }))
    // the browser says so a moment before the page has heard of it, and what a press asks for right behind that would still come
    await page.waitForFunction(() =>
      fetch(document.querySelector('script[src]')!.getAttribute('src')!, { cache: 'no-store' }).then(({ status }) => status === 404),
    )
    await page.keyboard.press('Control+k')
    await note(page, 'A new version is here').waitFor()
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Half a name')
    assert.equal(await marked(), true, 'the page was loaded anew')
  })

  test('that the network is gone is said of what was sent too, where the browser hears of it later', async () => {
    const page = await windows.open(PHONE, ada)
    await page.clock.install()
    await page.goto('/communities/new')
    await alive(page)
    await page.getByLabel('Name', { exact: true }).fill('Into a Tunnel')
    await page.getByLabel('Short name').fill('TUNNEL')
    wire.set('cut')
    await page.getByRole('button', { name: 'Start community' }).click()
    await page.getByText('The server does not answer, it may be restarting. What you typed is still here').waitFor()
    await note(page, 'The server restarts').waitFor()
    // not with the next try, which may be half a minute away
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await page.context().setOffline(true)
    await note(page, 'You are offline').waitFor()
    await page.getByText('You are offline. What you typed is still here').waitFor()
    wire.set('pass')
    await page.clock.resume()
    await page.context().setOffline(false)
    await note(page, 'You are offline').waitFor({ state: 'detached' })
  })

  test('what could not be sent is told so, and done once when it is sent again', async () => {
    const page = await windows.open(PHONE, ada)
    await page.goto('/communities/new')
    await page.getByLabel('Name', { exact: true }).fill('Once Only')
    await page.getByLabel('Short name').fill('ONCE')
    // it arrives; its answer is lost on the way back
    await page.route(
      /AddLeague/,
      async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    const send = page.getByRole('button', { name: 'Start community' })
    await send.click()
    await page.getByText('What you typed is still here').waitFor()
    await send.click()
    await page.getByRole('heading', { level: 1, name: 'Once Only' }).waitFor()
    const founded = await server.running.machine.db.selectFrom('leagues').select('id').where('short_name', '=', 'ONCE').execute()
    assert.equal(founded.length, 1)
  })
})

/** Also when it is asked for once more, which is done by another address. */
const asksFor = (source: string) => {
  const file = builtFile(source)
  return ({ pathname }: URL): boolean => pathname === file
}

/** Marks the document; answers whether it is still the same. */
async function mark(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => void ((globalThis as { marked?: boolean }).marked = true))
  return () => page.evaluate(() => (globalThis as { marked?: boolean }).marked === true)
}
