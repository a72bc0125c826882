import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, tabTo, type Windows } from '../browser.ts'

describe('points by grid size before an event', () => {
  let server: TestServer
  let windows: Windows
  let id: string
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    const owner = await person(server, 'Olga Owner')
    const points = { table: [25, 18, 15], minimumDistancePercent: 75, scope: 'OVERALL', gridSize: { base: 20, multiplier: 0.5 } } as const
    id = await event(server, owner, await league(server, owner), { maxEntries: 30, points: { ...points, table: [...points.table] } })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  for (const viewport of [PHONE, DESKTOP])
    test(`shown before the event: the formula and what it gives, tried out by keys, ${viewport.width} px`, async () => {
      const page = await windows.open(viewport)
      await page.goto(`/events/${id}#configuration`)
      await alive(page)
      await page.getByText('Points × grid size / 20, and 0.5 for each driver beyond 20, rounded.').waitFor()
      const given = page.getByRole('status')
      const tried = page.getByRole('slider', { name: 'With 30 drivers on the grid' })
      // 25 × 30/20 + 10 × 0.5 = 42.5, 18 × 1.5 + 5 = 32, 15 × 1.5 + 5 = 27.5, halves up
      await given.getByText('43 – 32 – 28').waitFor()
      await tabTo(page, tried)
      await page.keyboard.press('Home')
      // of two drivers: 25 × 2/20 = 2.5 and 18 × 2/20 = 1.8
      await given.getByText('3 – 2', { exact: true }).waitFor()
      await page.keyboard.press('End')
      // 25 × 5 + 80 × 0.5
      await given.getByText('165 – 130 – 115').waitFor()
      await assertAccessible(page, `the formula view, ${viewport.width} px`)
      // read, not set
      assert.equal(await page.getByRole('spinbutton').count(), 0)
      await page.context().close()
    })
})
