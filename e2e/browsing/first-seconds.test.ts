import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { alive, assertAccessible, DESKTOP, openBrowser, PHONE, visit } from '../browser.ts'
import { demoWorld, type DemoWorld } from '../look/demo-world.ts'

describe('a visitor’s first ten seconds', () => {
  let world: DemoWorld
  let browser: Browser
  before(async () => {
    world = await demoWorld()
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await world?.stop()
  })

  for (const viewport of [PHONE, DESKTOP]) {
    test(`show what this is, one action and a real race on the first screen, ${viewport.width} wide`, async () => {
      const { page, context, faults } = await visit(browser, world.server.url, viewport)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto('/')
      for (const seen of [
        page.getByRole('heading', { level: 1 }),
        page.getByRole('link', { name: 'Log in or create an account' }),
        page.getByRole('link', { name: /Most wanted/ }),
      ]) {
        await seen.waitFor()
        const box = (await seen.boundingBox())!
        assert.ok(box.y >= 0 && box.y + box.height <= viewport.height, `${await seen.innerText()}: ${JSON.stringify(box)}`)
      }
      // what is far below comes once it is near
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
      await page.getByRole('heading', { name: 'Latest results' }).waitFor()
      await assertAccessible(page, `home, ${viewport.width}`)
      assert.deepEqual(faults, [])
      await context.close()
    })
  }

  test('whoever does nothing loads no more than the page has named', async () => {
    const { page, context, faults } = await visit(browser, world.server.url, PHONE)
    const asked: string[] = []
    page.on('request', (request) => request.resourceType() === 'script' && asked.push(new URL(request.url()).pathname))
    const html = await (await page.goto('/'))!.text()
    await alive(page)
    await page.waitForLoadState('networkidle')
    assert.deepEqual(
      asked.filter((path) => !html.includes(path)),
      [],
    )
    const before = asked.length
    await page.mouse.move(20, 20)
    await page.mouse.move(40, 40)
    while (asked.length === before) await page.waitForEvent('request')
    assert.deepEqual(faults, [])
    await context.close()
  })

  test('past events say who won and name no seats; filters fold on a phone', async () => {
    const { page, context, faults } = await visit(browser, world.server.url, PHONE)
    await page.goto('/events?status=ENDED')
    const fold = page.getByRole('button', { name: 'Filters (1 set)' })
    const game = page.getByLabel('Game')
    assert.equal(await game.isVisible(), false)
    assert.ok((await page.getByText('fastest lap').count()) > 0)
    assert.equal(await page.getByText(/seats? left/).count(), 0)
    // a press that came early is done later, and a second one would fold it again
    await alive(page)
    await fold.click()
    await game.waitFor()
    await assertAccessible(page, 'past events')
    assert.deepEqual(faults, [])
    await context.close()
  })

  test('filters of communities fold as well, and the cards begin on the first screen', async () => {
    const { page, context, faults } = await visit(browser, world.server.url, PHONE)
    await page.goto('/communities?language=en')
    const fold = page.getByRole('button', { name: 'Filters (1 set)' })
    assert.equal(await page.getByLabel('Language').isVisible(), false)
    const card = (await page.getByRole('link', { name: 'Apex Racing League', exact: true }).boundingBox())!
    assert.ok(card.y + card.height < PHONE.height, JSON.stringify(card))
    await alive(page)
    await fold.click()
    await page.getByLabel('Language').waitFor()
    await assertAccessible(page, 'communities, filters open')
    assert.deepEqual(faults, [])
    await context.close()
  })
})
