import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { alive, beenHere, DESKTOP, inLetters, openWindows, PHONE, type Windows } from '../browser.ts'
import { until } from '#testing/time.ts'
import { demoWorld, type DemoWorld } from './demo-world.ts'
import { eventStates, type EventStates } from './states.ts'

const SMALL = { width: 360, height: 640 } as const

/** What belongs together stands together, and what is needed first stands first. */
describe('in order', () => {
  let world: DemoWorld
  let states: EventStates
  let windows: Windows
  before(async () => {
    world = await demoWorld()
    states = await eventStates(world)
    windows = await openWindows(world.server.url)
  })
  after(async () => {
    await windows?.close()
    await world?.stop()
  })

  test('nothing counts down to an event that is on', async () => {
    const page = await windows.open(PHONE)
    await page.clock.install()
    await page.goto(world.places.soon)
    await alive(page)
    const label = 'Race night starts in'
    await page.getByText(label).waitFor()
    const left = (await page.getByRole('timer').getAttribute('aria-label'))!.match(/\d+/g)!.map(Number)
    // an answer that comes later would tell the page that it is earlier than this
    await page.context().setOffline(true)
    await page.clock.fastForward(((left[0]! * 60 + left[1]!) * 60 + left[2]! - 3) * 1000)
    const said = await page.waitForFunction(() => {
      const words = document.querySelector('main')!.innerText
      return words.includes('The event is on') && words
    })
    assert.ok(!String(await said.jsonValue()).includes(label))
  })

  test('whoever looks after a race has its results before the next one, and one button that matters most', async () => {
    for (const size of [PHONE, DESKTOP]) {
      const page = await windows.open(size, world.people.get('owner'))
      await page.goto(states.places.byHand)
      await alive(page)
      await page.getByRole('button', { name: 'Save race' }).waitFor()
      const tabs = (await page.getByRole('tablist').boundingBox())!
      const next = (await page.getByRole('region', { name: 'Next in' }).boundingBox())!
      assert.ok(next.y > tabs.y || next.x > tabs.x + tabs.width / 2, `it stands at ${next.x}, ${next.y}, the tabs at ${tabs.x}, ${tabs.y}`)
      const loud = await page.locator('main').evaluate((main) => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.background = 'var(--primary-fill)'
        const fill = getComputedStyle(probe).backgroundColor
        return [...main.querySelectorAll('a, button')].filter((one) => getComputedStyle(one).backgroundColor === fill).map((one) => one.textContent)
      })
      assert.deepEqual(loud, ['Save race'])
    }
  })

  test('the strip of a race with its password is one row where a window is low', async () => {
    const page = await windows.open({ width: 844, height: 390 }, states.racer)
    await page.goto(states.places.mods)
    await alive(page)
    const strip = page.locator('aside[data-night]')
    await strip.getByRole('button', { name: 'Copy password' }).waitFor()
    const { height } = (await strip.boundingBox())!
    assert.ok(height <= 60, `${height} px high`)
  })

  test('of five games on a profile none stands alone in its row', async () => {
    const page = await windows.open(DESKTOP)
    await page.goto(world.places.profile)
    await alive(page)
    const histories = page.getByRole('main').getByRole('button', { name: /^History/ })
    await histories.nth(4).waitFor()
    const tops = await histories.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
    const rows = [...Map.groupBy(tops, (top) => top).values()].map(({ length }) => length)
    assert.deepEqual(rows, [3, 2])
  })

  test('a number of drivers says of what it is', async () => {
    const page = await windows.open(SMALL)
    await page.goto('/')
    await alive(page)
    const drivers = page.getByText(/^\d+ drivers?$/)
    await drivers.first().waitFor()
    assert.equal(await drivers.locator('.unseen').count(), 0)
  })

  test('what is told of a season begins under its name on a phone', async () => {
    const page = await windows.open(SMALL)
    await page.goto(`${world.places.mixed}#championships`)
    await alive(page)
    const [name, told] = await Promise.all(
      [page.getByText('iRacing Winter Cup'), page.getByText(/^\d of \d rounds done$/)].map((words) =>
        words.evaluate((element) => {
          const letters = document.createRange()
          letters.selectNodeContents(element)
          return letters.getBoundingClientRect().left
        }),
      ),
    )
    assert.ok(Math.abs(told! - name!) < 2, `${told} px under ${name} px`)
  })

  test('the part of the desk that is shown is seen whole in its row, also once its letters have come, and in larger ones', async () => {
    const page = await windows.open(SMALL, world.people.get('steward'))
    await beenHere(page)
    const held = Promise.withResolvers<void>()
    await page.route(/\.woff2/, (route) => held.promise.then(() => route.continue()))
    await page.goto(`${world.places.apex}/stewards#pool`, { waitUntil: 'commit' })
    const chosen = page.getByRole('button', { name: /^Penalty pool/, pressed: true })
    await chosen.waitFor()
    const isWhole = () =>
      chosen.evaluate((button, width) => {
        const { left, right } = button.getBoundingClientRect()
        return left >= 0 && right <= width
      }, SMALL.width)
    await until('it is seen whole', isWhole)
    held.resolve()
    await until('its letters have come', () => page.evaluate(inLetters, ['Inter Variable']))
    await until('it is seen whole in them', isWhole)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '24px'))
    await until('it is seen whole in larger ones', isWhole)
  })
})
