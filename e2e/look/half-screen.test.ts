import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { alive, openWindows, type Windows } from '../browser.ts'
import { demoWorld, type DemoWorld } from './demo-world.ts'

const HALF = { width: 844, height: 390 } as const

/** A phone on its side, half of a screen: too narrow for every column of a table, wide enough not to break what stands in them. */
describe('on half a screen', () => {
  let world: DemoWorld
  let windows: Windows
  before(async () => {
    world = await demoWorld()
    windows = await openWindows(world.server.url)
  })
  after(async () => {
    await windows?.close()
    await world?.stop()
  })

  const opened = async (place: string, who?: string): Promise<Page> => {
    const page = await windows.open(HALF, who ? world.people.get(who) : undefined)
    await page.goto(place)
    await alive(page)
    return page
  }

  test('the table of a race breaks no name within a word, and shows the points', async () => {
    const page = await opened(world.places.ended)
    await page.locator('[role=tabpanel] tbody tr').first().waitFor()
    const found = await page.evaluate(() => {
      const table = document.querySelector('[role=tabpanel] table')!
      const frame = table.parentElement!.getBoundingClientRect()
      const broken = [...table.querySelectorAll('tbody tr')].flatMap((row) => {
        const text = document.createTreeWalker(row.querySelector('td:has(button)') ?? row, NodeFilter.SHOW_TEXT)
        const words: string[] = []
        while (text.nextNode()) {
          const node = text.currentNode
          for (const { index, 0: word } of node.nodeValue!.matchAll(/\p{L}+/gu)) {
            const range = document.createRange()
            range.setStart(node, index)
            range.setEnd(node, index + word.length)
            const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
            if (tops.size > 1) words.push(word)
          }
        }
        return words
      })
      const points = [...table.querySelectorAll('th')].find(({ textContent }) => textContent.startsWith('Pts'))!
      return {
        broken,
        pointsEnd: Math.round(points.getBoundingClientRect().right - frame.right),
        highest: Math.max(...[...table.querySelectorAll('tbody tr')].map((row) => Math.round(row.getBoundingClientRect().height))),
      }
    })
    assert.deepEqual(found.broken, [])
    assert.ok(found.pointsEnd <= 0, `the points are ${found.pointsEnd} px out of sight`)
    assert.ok(found.highest <= 80, `a row is ${found.highest} px high`)
  })

  test('no table of protests or best laps hides what stands at its end', async () => {
    for (const [place, who] of [
      [`${world.places.apex}#protests`, 'steward'],
      [`${world.places.ended}#best-laps`, 'driver'],
    ] as const) {
      const page = await opened(place, who)
      await page.locator('[role=tabpanel] :is(table, ol, ul) time:visible').first().waitFor()
      const cut = await page
        .locator('[role=tabpanel] table')
        .evaluateAll((tables) => tables.map((one) => one.parentElement!).map((frame) => frame.scrollWidth - frame.clientWidth))
      for (const px of cut) assert.ok(px <= 0, `${place}: ${px} px are out of sight`)
    }
  })

  test('the name of an event keeps off the track beside it, and what chooses among them says it whole', async () => {
    const page = await opened('/events')
    const gaps = await page.evaluate(() =>
      [...document.querySelectorAll('main li a:has(> time)')].map((row) => {
        const [, tile, what] = row.children
        return Math.round(what!.getBoundingClientRect().left - tile!.getBoundingClientRect().right)
      }),
    )
    assert.ok(gaps.length > 5)
    assert.ok(Math.min(...gaps) >= 8, gaps.join(', '))
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    const widths = await page.locator('main select:visible').evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().width)))
    assert.ok(widths.length > 1)
    for (const px of widths) assert.ok(px >= 220, widths.join(', '))
  })

  test('what is told of a row stands beside its name', async () => {
    const page = await opened(world.places.round, 'owner')
    await page.locator('[role=tabpanel] ol > li button').first().waitFor()
    const below = await page.evaluate(() =>
      [...document.querySelectorAll('[role=tabpanel] ol > li')].flatMap((row) => {
        const name = [...row.children].find((part) => part.querySelector('a'))!.getBoundingClientRect()
        return [...row.querySelectorAll('button')]
          .filter((one) => one.getBoundingClientRect().left < name.right)
          .map(({ textContent }) => textContent)
      }),
    )
    assert.deepEqual(below, [])
  })
})
