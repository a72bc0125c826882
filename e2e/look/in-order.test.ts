import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { alive, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'
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
    await page.clock.fastForward(((left[0]! * 60 + left[1]!) * 60 + left[2]! - 3) * 1000)
    const said = await page.waitForFunction(() => {
      const words = document.querySelector('main')!.innerText
      return words.includes('The event is on') && words
    })
    assert.ok(!String(await said.jsonValue()).includes(label))
  })
})
