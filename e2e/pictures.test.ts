import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page, Response } from 'playwright-core'
import sharp from 'sharp'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { assertAccessible, DESKTOP, openBrowser, PHONE, visit, type Visit } from './browser.ts'

/** Red on the left, blue on the right. */
const picture = async (width: number, height: number) => ({
  name: 'any.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .composite([
      { input: { create: { width: Math.floor(width / 2), height, channels: 3, background: '#0000ff' } }, left: Math.ceil(width / 2), top: 0 },
    ])
    .png()
    .toBuffer(),
})

describe('pictures', () => {
  let server: TestServer
  let browser: Browser
  let ada: Person
  let apex: LeagueId
  let race: SessionId
  const visits: Visit[] = []
  const opened = async (viewport: Parameters<typeof visit>[2], who?: Person): Promise<Page> => {
    const made = await visit(browser, server.url, viewport, who)
    visits.push(made)
    return made.page
  }
  before(async () => {
    server = await testServer()
    browser = await openBrowser()
    ada = await person(server, 'Ada Admin')
    apex = await league(server, ada)
    race = await event(server, ada, apex)
  })
  after(async () => {
    await browser?.close()
    await server?.stop()
    assert.deepEqual(
      visits.flatMap(({ faults }) => faults),
      [],
    )
  })

  test('an event without a picture shows its track, which moves nothing when it comes, for at most 3 kB', async () => {
    for (const viewport of [PHONE, DESKTOP]) {
      const page = await opened(viewport)
      // letters that come later are another matter: none come
      await page.route(/\.woff2$/, (route) => route.fulfill({ status: 200, contentType: 'font/woff2', body: '' }))
      const tracks: Response[] = []
      page.on('response', (answer) => {
        if (new URL(answer.url()).pathname.startsWith('/tracks/')) tracks.push(answer)
      })
      await page.addInitScript(() => {
        const seen = globalThis as unknown as { shift: number }
        seen.shift = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as unknown as { value: number }[]) seen.shift += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.goto(`/events/${race}`, { waitUntil: 'networkidle' })
      const drawn = await page
        .locator('svg use[href*="#lap"]:visible')
        .first()
        .evaluate((use) => {
          const { width, height } = use.getBoundingClientRect()
          return Math.max(width, height)
        })
      assert.ok(drawn > 50, `${drawn}`)
      assert.ok(await page.evaluate(isFree), `${viewport.width}: something lies over the track`)
      const files = await Promise.all(tracks.map(async (one) => (await one.body()).length))
      assert.ok(files.length === 1 && files[0]! <= 3000, `${files.join()}`)
      // the clock's digits differ in width by a hair
      assert.ok((await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)) < 0.001)
      await assertAccessible(page, 'an event without a picture')
    }
  })

  test('in lists an event whose track has no outline has the name of it for a picture', async () => {
    const sessionName = 'Sunday on Our Own'
    const cars = ['Mazda Roadster']
    const segments = [{ type: 'RACE', durationMin: 30 }] as const
    await event(server, ada, apex, {
      sessionName,
      game: 'manual',
      gameName: 'Gran Turismo 7',
      trackId: 'Trial Mountain',
      cars,
      segments: [...segments],
    })
    for (const viewport of [PHONE, DESKTOP]) {
      const page = await opened(viewport)
      await page.goto('/events', { waitUntil: 'networkidle' })
      const row = page.getByRole('link', { name: sessionName })
      const drawn = await row.evaluate((one) => [one, ...one.querySelectorAll('*')].map((part) => getComputedStyle(part, '::before').content))
      assert.ok(
        drawn.some((content) => content.startsWith('"Trial Mountain"')),
        `${viewport.width}: ${drawn.join(' ')}`,
      )
      // drawn for the eye alone: the row's words have it once
      const [said = ''] = (await row.ariaSnapshot()).split('\n')
      assert.equal(said.match(/Trial Mountain/g)?.length, 1, said)
      await assertAccessible(page, 'a list with an event by hand')
      if (process.env['PICTURES']) await page.screenshot({ path: `${process.env['PICTURES']}/tile-${viewport.width}.png` })
    }
  })

  test('what is cut is chosen for every place before it is sent, by hand or by keys; a small picture is not blown up without a word', async () => {
    const page = await opened(PHONE, ada)
    await page.goto(`/communities/${apex}#manage-pictures`)
    await page.getByLabel('Pick a file for the logo').setInputFiles(await picture(300, 200))
    const dialog = page.getByRole('dialog')
    await dialog.getByText('This part has 200 × 200 pixels and is blown up to 512 × 512').waitFor()
    await assertAccessible(page, 'the choice of what is cut')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.equal((await server.visitor.ask(leaguesContract.publicLeague, { id: apex })).body.logoUrl, null)

    await page.getByLabel('Pick a file for the logo').setInputFiles(await picture(1200, 600))
    await dialog.getByRole('button', { name: 'Use this picture' }).waitFor()
    assert.equal(await dialog.getByText('blown up').count(), 0)
    await dialog.getByLabel('Left and right').press('End')
    await dialog.getByRole('button', { name: 'Use this picture' }).click()
    await page.getByRole('img', { name: 'The logo as it is now' }).waitFor()
    const { logoUrl } = (await server.visitor.ask(leaguesContract.publicLeague, { id: apex })).body
    const bytes = Buffer.from(await (await server.visitor.fetch(logoUrl!)).arrayBuffer())
    const { dominant } = await sharp(bytes).stats()
    assert.ok(dominant.b > 200 && dominant.r < 60, JSON.stringify(dominant))

    await page.getByLabel('Pick a file for the background').setInputFiles(await picture(2400, 1200))
    for (const place of ['Top of the page', 'Cards and phones']) await dialog.getByRole('region', { name: place }).waitFor()
    await dialog.getByRole('region', { name: 'Cards and phones' }).getByLabel('Left and right').press('Home')
    await dialog.getByRole('button', { name: 'Use this picture' }).click()
    await page.getByRole('img', { name: 'The background as it is now' }).waitFor()
    await page.reload()
    await page.locator('header[data-picture]').waitFor()
  })
})

/** In the page: whether what stands beside the words of a hero leaves its track alone. */
function isFree(): boolean {
  const track = [...document.querySelectorAll('header svg')].find((one) => one.querySelector('use[href*="#lap"]') && one.clientWidth > 0)!
  const { left, right, top, bottom } = track.getBoundingClientRect()
  return [...document.querySelectorAll('header h1, header section, header [role=timer]')].every((one) => {
    const box = one.getBoundingClientRect()
    return box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom
  })
}
