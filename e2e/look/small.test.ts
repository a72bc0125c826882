import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import { alive, beenHere, inLetters, openWindows, OUR_LETTERS, type Windows } from '../browser.ts'
import { demoWorld, type DemoWorld } from './demo-world.ts'

type Row = {
  readonly name: string
  readonly nameLines: number
  readonly carIsCut: boolean
  /** Pixels that what stands below the name shares with the time. */
  readonly underTime: number
}

/** On a small screen what matters is read whole, and what is cut shows that it goes on. */
describe('on a small screen', () => {
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

  for (const { width, height, wholeCars } of [
    { width: 390, height: 844, wholeCars: true },
    { width: 360, height: 640, wholeCars: false },
    { width: 844, height: 390, wholeCars: true },
  ]) {
    test(`results at ${width} × ${height}: a name is one line, ${wholeCars ? 'its car is read whole, ' : ''}and nothing lies over the time`, async () => {
      const page = await windows.open({ width, height }, world.people.get('driver'))
      await beenHere(page)
      await page.goto(world.places.ended)
      await alive(page)
      await page.waitForFunction(inLetters, OUR_LETTERS)
      await page.evaluate(() => document.fonts.ready)
      const table = page.getByRole('region', { name: /race/i })
      await table.getByRole('row').nth(20).waitFor()
      assert.equal(await table.evaluate((frame) => frame.scrollWidth - frame.clientWidth), 0, 'scrolls sideways by')
      const rows = await table.evaluate((frame): Row[] => {
        const timeAt = [...frame.querySelectorAll('th')].findIndex(({ textContent }) => textContent === 'Time')
        return [...frame.querySelectorAll('tbody tr')].map((row) => {
          const button = row.querySelector('button')!
          const [, carLine] = button.parentElement!.parentElement!.children
          const car = [...carLine!.querySelectorAll('span')].find(
            ({ childElementCount, textContent }) => childElementCount === 0 && textContent !== '',
          )!
          const words = document.createRange()
          words.selectNodeContents(button)
          const time = document.createRange()
          time.selectNodeContents(row.children[timeAt]!)
          const [one, other] = [car.getBoundingClientRect(), time.getBoundingClientRect()]
          const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
          const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
          return {
            name: button.textContent,
            nameLines: new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size,
            carIsCut: car.scrollWidth > car.clientWidth,
            underTime: across > 0 && down > 0 ? Math.round(down) : 0,
          }
        })
      })
      assert.ok(rows.length > 30)
      const twoLines = rows.filter(({ nameLines }) => nameLines > 1).map(({ name }) => name)
      // the longest of the demo may need two lines where a phone is narrowest
      assert.ok(twoLines.length <= (width < 390 ? 2 : 0), `two lines: ${twoLines.join(', ')}`)
      assert.deepEqual(wholeCars ? rows.filter(({ carIsCut }) => carIsCut).map(({ name }) => name) : [], [], 'cars that are cut')
      assert.deepEqual(
        rows.filter(({ underTime }) => underTime > 1).map(({ name, underTime }) => `${name} ${underTime}`),
        [],
        'cars over a time',
      )
    })
  }

  test('of more cars than there is room for half a card is seen', async () => {
    const page = await windows.open({ width: 390, height: 844 }, world.people.get('driver'))
    await page.goto(`${world.places.open}#cars`)
    await alive(page)
    await page
      .getByRole('button', { name: /^Change car/ })
      .first()
      .click()
    const cars = page.getByRole('dialog').getByRole('radiogroup')
    await cars.getByRole('radio').nth(7).waitFor()
    const seen = await cars.evaluate((group) => {
      const cards = [...group.querySelectorAll('label')]
      const list = cards[0]!.parentElement!
      const { bottom } = list.getBoundingClientRect()
      const cut = cards.map((card) => card.getBoundingClientRect()).find((card) => card.bottom > bottom && card.top < bottom)
      return { isCut: list.scrollHeight > list.clientHeight, share: cut ? (bottom - cut.top) / cut.height : 0 }
    })
    assert.ok(seen.isCut)
    assert.ok(seen.share > 0.2 && seen.share < 0.8, `${Math.round(100 * seen.share)} % of a card`)
    const lines = await cars.locator('label').evaluateAll((cards) =>
      cards.map((card) => {
        const middle = (of: string): number => {
          const { top, height } = card.querySelector(of)!.getBoundingClientRect()
          return top + height / 2
        }
        return Math.round(Math.abs(middle('input') - middle('strong')))
      }),
    )
    for (const apart of lines) assert.ok(apart <= 3, `a name stands ${apart} px beside its button`)
  })

  test('what failed twice is said once', async () => {
    const page = await windows.open({ width: 390, height: 844 }, world.people.get('owner'))
    await page.goto(`${world.places.open}#admin`)
    await alive(page)
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
    })
    const copies = page.getByRole('tabpanel').getByRole('button', { name: /^Copy/ })
    const failed = page.getByText('Copying to clipboard failed')
    for (const at of [0, 1, 2]) {
      await copies.nth(at).click()
      await failed.first().waitFor()
    }
    assert.equal(await failed.count(), 1)
  })

  const saved = async (page: Page): Promise<void> => {
    await page.goto('/settings#preferences')
    await alive(page)
    const day = page.getByRole('combobox', { name: 'The week starts on' })
    await day.selectOption((await day.inputValue()) === '6' ? 'Sunday' : 'Saturday')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
  }
  const notCopied = async (page: Page): Promise<void> => {
    await page.goto(`${world.places.open}#admin`)
    await alive(page)
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
    })
    await page.getByRole('tabpanel').getByRole('button', { name: /^Copy/ }).first().click()
  }
  for (const [what, isTold] of [
    ['the strip of the next race', saved],
    ['the bar of the page and that strip', notCopied],
  ] as const)
    test(`a phone with a bar of its own moves what stands over ${what}, and the end of the page, by its height`, async () => {
      const page = await windows.open({ width: 390, height: 844 }, world.people.get('owner'))
      const phone = await page.context().newCDPSession(page)
      await isTold(page)
      await page.getByRole('button', { name: 'Dismiss' }).waitFor()
      await page.locator('aside[data-night]').waitFor()
      const at = async (bottom: number) => {
        await phone.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom } })
        await page.waitForFunction((wanted) => {
          const probe = document.createElement('div')
          probe.style.height = 'env(safe-area-inset-bottom)'
          document.body.append(probe)
          const { height } = probe.getBoundingClientRect()
          probe.remove()
          return height === wanted
        }, bottom)
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
        return page.evaluate(() => {
          const of = (one: Element): DOMRect => one.getBoundingClientRect()
          const bars = [...document.querySelectorAll('aside[data-night], [data-bar]:not(:empty)')].map(of)
          const top = Math.min(...bars.map((bar) => bar.top))
          const dismiss = [...document.querySelectorAll('button')].find((one) => one.getAttribute('aria-label') === 'Dismiss')!
          return {
            bars: bars.length,
            down: Math.max(...bars.map((bar) => bar.bottom)),
            message: Math.round(top - of(dismiss.parentElement!).bottom),
            page: Math.round(top - of(document.querySelector('footer')!).bottom),
          }
        })
      }
      let [without, within] = [await at(0), await at(34)]
      // the bar may have come to ask for more, or less, in between: the next two are of the same one
      for (let again = await at(0); !isDeepStrictEqual(again, without); again = await at(0)) [without, within] = [again, await at(34)]
      assert.equal(within.down, 844)
      assert.ok(without.message >= 0 && without.page >= 0, JSON.stringify(without))
      assert.deepEqual(within, without)
    })

  test('what admins look after is not followed by the terms of the community', async () => {
    const page = await windows.open({ width: 390, height: 844 }, world.people.get('owner'))
    const terms = page.getByText('Terms of this community')
    await page.goto(world.places.apex)
    await alive(page)
    await terms.waitFor()
    for (const hash of ['manage', 'manage-terms', 'manage-history']) {
      await page.goto(`${world.places.apex}#${hash}`)
      await page
        .getByRole('navigation', { name: 'Sections' })
        .or(page.getByRole('link', { name: 'Overview' }))
        .first()
        .waitFor()
      await terms.waitFor({ state: 'hidden' })
    }
  })

  test('a time and its zone stand in one line, however wide the window, and make no page wider', async () => {
    const page = await windows.open({ width: 390, height: 844 })
    for (const place of ['open', 'round', 'season', 'ended'] as const) {
      await page.goto(world.places[place])
      await alive(page)
      const apart = new Set<string>()
      let seen = 0
      for (let width = 320; width <= 860; width += width < 440 ? 5 : 20) {
        await page.setViewportSize({ width, height: 844 })
        const clocks = await page.locator('main').evaluate((main) =>
          [...main.querySelectorAll("[data-as$=' z']")].map((clock) => {
            const lines = new Set([...clock.getClientRects()].map(({ top }) => Math.round(top))).size
            return { words: `${clock.parentElement!.parentElement!.textContent}`, lines }
          }),
        )
        for (const { words, lines } of clocks) if (lines > 1) apart.add(words)
        seen += clocks.length
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, `${place} at ${width}`)
      }
      assert.ok(seen > 0)
      assert.deepEqual([...apart], [], place)
    }
  })
})
