import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { alive, DESKTOP, openWindows, type Windows } from '../browser.ts'
import { demoWorld, type DemoWorld } from './demo-world.ts'

const SIDEWAYS = { width: 844, height: 390 } as const
const SMALL = { width: 360, height: 640 } as const

/** What a wide screen has room for stands beside one another, in line, and whole. */
describe('on a wide screen', () => {
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

  const opened = async (place: string, who?: string, size: { width: number; height: number } = DESKTOP): Promise<Page> => {
    const page = await windows.open(size, who ? world.people.get(who) : undefined)
    await page.goto(place)
    await alive(page)
    return page
  }

  test('the cards of communities end in one line, however little is said on one', async () => {
    const page = await opened('/communities')
    const feet = await page.evaluate(() => {
      document.querySelector('main li p')!.remove()
      return [...document.querySelectorAll('main li')]
        .filter((one) => one.querySelector('h2, a[href^="/communities/"]'))
        .map((card) => Math.round(card.getBoundingClientRect().bottom - card.lastElementChild!.getBoundingClientRect().bottom))
    })
    assert.ok(feet.length >= 5)
    assert.deepEqual(new Set(feet).size, 1, `beneath what can be pressed: ${feet.join(', ')}`)
  })

  test('a member is one line of the list; on a phone the name has its own', async () => {
    for (const [size, most] of [
      [DESKTOP, 70],
      [SIDEWAYS, 70],
      [SMALL, 120],
    ] as const) {
      const page = await opened(`${world.places.apex}#members`, 'owner', size)
      const row = page.locator('[role=tabpanel] [data-mine]').first()
      await row.waitFor()
      const { height } = (await row.boundingBox())!
      assert.ok(height <= most, `${size.width}: ${height} px high`)
      const since = await page.locator('[role=tabpanel] time').evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)))
      assert.ok(since.length > 10)
      assert.equal(new Set(since).size, 1, `under one another: ${since.join(', ')}`)
    }
  })

  test('the strip of the next race lies over no step of a form', async () => {
    const page = await opened(`${world.places.apex}/new-event`, 'owner')
    const strip = page.locator('aside[data-night]')
    await strip.waitFor()
    const { x, y, width } = (await strip.boundingBox())!
    assert.ok(x + width > DESKTOP.width - 100 && y > DESKTOP.height - 150, 'it is down on the right')
    const next = (await page.getByRole('button', { name: 'Next', exact: true }).boundingBox())!
    assert.ok(next.y + next.height <= y || next.x + next.width <= x, `Next at ${next.x}, ${next.y}; the strip from ${x}, ${y}`)
  })

  for (const [size, day] of [
    [DESKTOP, 'Sunday'],
    [SIDEWAYS, 'Saturday'],
  ] as const)
    test(`a message stands above the strip of the next race: ${size.width}`, async () => {
      const page = await opened('/settings#preferences', 'owner', size)
      const strip = page.locator('aside[data-night]')
      await strip.waitFor({ state: 'attached' })
      await page.getByRole('combobox', { name: 'The week starts on' }).selectOption(day)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      const said = (await page.getByRole('button', { name: 'Dismiss' }).boundingBox())!
      const below = (await strip.boundingBox())!
      assert.ok(said.y + said.height <= below.y, `said down to ${said.y + said.height}, the strip from ${below.y}`)
    })

  test('a date in a table stands on one line', async () => {
    const page = await opened(`${world.places.apex}#protests`, 'steward')
    const time = page.locator('td time').first()
    await time.waitFor()
    const lines = await time.evaluate((element) => element.getClientRects().length)
    assert.equal(lines, 1)
  })

  test('the place on the podium is a figure beside the car, not under it', async () => {
    const page = await opened(world.places.ended)
    const overlaps = await page.evaluate(() =>
      [...document.querySelectorAll('[role=tabpanel] ol > li')].flatMap((step) => {
        const [place, car] = step.children
        if (place?.getAttribute('aria-hidden') !== 'true' || !car) return []
        const words = document.createRange()
        words.selectNodeContents(car)
        const right = Math.max(...[...words.getClientRects()].map((one) => one.right))
        return [Math.round(place.getBoundingClientRect().left - right)]
      }),
    )
    assert.equal(overlaps.length, 3)
    for (const free of overlaps) assert.ok(free >= 0, `${-free} px of the car lie under the figure`)
  })

  test('the track of a banner is drawn once', async () => {
    for (const place of ['season', 'soon'] as const) {
      const page = await opened(world.places[place], 'driver')
      await page.waitForLoadState('networkidle')
      const drawn = await page.evaluate(() =>
        [...document.querySelectorAll('main use[href$="#start"]')].flatMap((one) => (one.closest('ol, ul') ? [] : [one.getAttribute('href')!])),
      )
      assert.ok(drawn.length > 0)
      assert.equal(new Set(drawn).size, drawn.length, `${place}: ${drawn.join(', ')}`)
    }
  })

  test('the cards of the configuration leave no hole', async () => {
    const page = await opened(`${world.places.open}#configuration`)
    const cards = page.locator('[role=tabpanel] section, [role=tabpanel] dl')
    await cards.first().waitFor()
    const holes = await page.evaluate(() => {
      const grid = document.querySelector('[role=tabpanel] dl')!.parentElement!.parentElement!
      const boxes = [...grid.children].map((one) => one.getBoundingClientRect())
      const columns = Map.groupBy(boxes, ({ left }) => Math.round(left)).values()
      return [...columns].flatMap((column) => {
        const down = column.toSorted((a, b) => a.top - b.top)
        return down.slice(1).map((one, at) => Math.round(one.top - down[at]!.bottom))
      })
    })
    assert.ok(holes.length > 3)
    assert.ok(Math.max(...holes) <= 20, `between two cards: ${Math.max(...holes)} px`)
  })

  test('what is done with a car stands in one line with that of the cars beside it', async () => {
    const page = await opened(world.places.open, 'driver')
    await page.locator('[data-choice] button').first().waitFor()
    const lines = await page.evaluate(() => {
      const cards = [...document.querySelectorAll('[data-choice]')].map((one) => [one.parentElement!, one] as const)
      const rows = Map.groupBy(cards, ([card]) => Math.round(card.getBoundingClientRect().top)).values()
      return [...rows].map((row) => new Set(row.map(([, choice]) => Math.round(choice.getBoundingClientRect().top))).size)
    })
    assert.ok(lines.length > 1)
    assert.ok(
      lines.every((one) => one === 1),
      `lines of each row: ${lines.join(', ')}`,
    )
  })

  test('whoever goes on is one line of the result of a round', async () => {
    const page = await opened(`${world.places.round}#result`)
    await page.locator('[role=tabpanel] tbody tr').first().waitFor()
    const heights = await page
      .locator('[role=tabpanel] tbody tr')
      .evaluateAll((rows) => rows.map((one) => Math.round(one.getBoundingClientRect().height)))
    assert.ok(heights.length > 5)
    assert.ok(Math.max(...heights) - Math.min(...heights) <= 8, heights.join(', '))
  })

  test('a round writes its dates as everything else does', async () => {
    const page = await opened(world.places.round)
    assert.match(await page.locator('main header time').first().innerText(), /^\w+ \d+ \w+, \d+:\d+/)
  })

  test('those who drive a season fill its width, and the reader finds his own row', async () => {
    const page = await opened(`${world.places.season}#registration`, 'driver')
    const own = page.locator('[role=tabpanel] li:has([data-mine])')
    await own.waitFor()
    const rows = await page
      .locator('[role=tabpanel] ol > li')
      .evaluateAll((all) => all.map((one) => [Math.round(one.getBoundingClientRect().top), getComputedStyle(one).backgroundColor] as const))
    assert.equal(new Set(rows.map(([, color]) => color)).size, 2)
    assert.equal(rows[0]![0], rows[1]![0], 'two beside each other')
  })

  test('who won the rounds of a season stands in one line', async () => {
    const page = await opened(world.places.season)
    const feet = await page.evaluate(() => {
      const links = [...document.querySelectorAll('main ol a[href^="/events/"]')].filter(
        (one) => one.querySelector('svg, img') && one.children.length > 3,
      )
      return links.map((one) => Math.round(one.lastElementChild!.getBoundingClientRect().bottom))
    })
    assert.ok(feet.length > 2)
    assert.equal(new Set(feet).size, 1, feet.join(', '))
  })

  test('one skip that is left is one', async () => {
    const page = await opened(world.places.season, 'driver')
    const left = page.locator('main').getByText(/^skips? left$/)
    await left.first().waitFor()
    const told = await left.first().evaluate((one) => one.parentElement!.innerText.replaceAll('\n', ' '))
    assert.match(told, /^(1 skip left|skip left 1|\d{2,} skips left|[02-9] skips left)$/)
  })

  test('what a row opens is as wide as its table', async () => {
    const page = await opened(world.places.ended, undefined, SMALL)
    await page.locator('[role=tabpanel] table [aria-expanded]').first().click()
    const detail = page.locator('[role=tabpanel] td[colspan] > *').first()
    await detail.waitFor()
    const inset = await detail.evaluate((one) => one.getBoundingClientRect().left - one.closest('td')!.getBoundingClientRect().left)
    assert.equal(inset, 0)
  })

  test('the settings of a person and of a community take the room that a page has', async () => {
    for (const [place, who] of [
      ['/settings', 'driver'],
      ['/settings#preferences', 'driver'],
      [`${world.places.apex}#manage-community`, 'owner'],
    ] as const) {
      const page = await opened(place, who)
      const panel = page.locator('[role=tabpanel]')
      await panel.locator('form').first().waitFor()
      const free = await panel.evaluate((one) => {
        const rights = [...one.querySelectorAll('form, section')].map((part) => part.getBoundingClientRect().right)
        return Math.round(one.getBoundingClientRect().right - Math.max(...rights))
      })
      assert.ok(free <= 40, `${place}: ${free} px beside it are empty`)
    }
  })

  test('to edit an event begins with what can be changed', async () => {
    const page = await opened(`${world.places.apex}/acc/event-edit/${world.places.open.split('/').at(-1)}`, 'owner')
    const step = page.locator('main [aria-current=step]')
    await step.waitFor()
    assert.match(await step.innerText(), /Track/)
  })

  test('no line of facts ends with the dot that divides them, and none begins with it', async () => {
    for (const size of [DESKTOP, SIDEWAYS, SMALL]) {
      const page = await opened('/events', undefined, size)
      const off = await page.evaluate(() => {
        const lines = [...document.querySelectorAll('main li .dotted, main a .dotted')]
        const dotted = (one: Element, side: string): boolean => getComputedStyle(one, side).content.includes('·')
        const wrong = lines.flatMap((line) => {
          const { left } = line.getBoundingClientRect()
          const facts = [...line.children]
          return facts.filter((fact, at) => {
            const before = facts[at - 1]?.getBoundingClientRect()
            const isFirst = !before || before.bottom <= fact.getBoundingClientRect().top
            return dotted(fact, '::after') || (isFirst && Math.abs(fact.getBoundingClientRect().left - left) > 1)
          })
        })
        return { lines: lines.length, wrong: wrong.map(({ textContent }) => textContent) }
      })
      assert.ok(off.lines > 5, `${size.width}: lines of facts`)
      assert.deepEqual(off.wrong, [])
    }
  })

  test('the votes of a protest and its penalty part without a dot where they stand under one another', async () => {
    const page = await opened(`${world.places.apex}#protests`, 'driver')
    await page.locator('[role=tabpanel] td small').first().waitFor()
    const under = await page.locator('[role=tabpanel] td:has(small)').evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const words = [...cell.querySelectorAll('small')].map((one) => {
          const range = document.createRange()
          range.selectNodeContents(one.lastChild!)
          return range.getBoundingClientRect()
        })
        const edge = cell.firstElementChild!.getBoundingClientRect().left
        return words.length > 1 && words[1]!.top > words[0]!.bottom - 2 ? words.map(({ left }) => Math.round(left - edge)) : []
      }),
    )
    assert.deepEqual(under, [0, 0])
  })

  test('what is done with the events of a round stands in one line with their dates', async () => {
    const page = await opened(world.places.round, 'owner')
    await page.locator('[role=tabpanel] ol > li button').first().waitFor()
    const off = await page.locator('[role=tabpanel] ol > li').evaluateAll((rows) =>
      rows.map((row) => {
        const middle = (one: Element): number => one.getBoundingClientRect().top + one.getBoundingClientRect().height / 2
        return Math.round(Math.abs(middle([...row.querySelectorAll('time')].at(-1)!) - middle(row.querySelector('button')!)))
      }),
    )
    assert.ok(off.length > 1)
    assert.ok(Math.max(...off) <= 4, `buttons beside the date: ${off.join(', ')} px off`)
  })

  test('whose laps are not shown cannot be chosen for a drawing of laps', async () => {
    const page = await opened(`${world.places.ended}#qualify-1`, 'driver', { width: 1920, height: 1080 })
    const drivers = page.getByRole('group', { name: 'Drivers to show' })
    await page.getByText('Lap by lap, as a table').waitFor()
    assert.equal(await drivers.count(), 0)
    await page.getByRole('tab', { name: 'Race', exact: true }).click()
    await drivers.waitFor()
  })
})
