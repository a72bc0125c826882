import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { person, type Person } from '#testing/people.ts'
import { alive, openBrowser, PHONE, visit } from '../browser.ts'
import { demoWorld, type DemoRole, type DemoWorld } from './demo-world.ts'
import { TWICE_AS_LARGE, unreadable } from './letters.ts'

describe('a reader who wants letters twice as large, on a phone', () => {
  let world: DemoWorld
  let browser: Browser
  let newcomer: Person
  before(async () => {
    world = await demoWorld()
    newcomer = await person(world.server, 'New Here', { onboarded: false })
    browser = await openBrowser(TWICE_AS_LARGE)
  })
  after(async () => {
    await browser?.close()
    await world?.stop()
  })

  type Walk = { readonly page: string; readonly as: DemoRole | 'newcomer' | null; readonly path: () => string }
  const walks: readonly Walk[] = [
    { page: 'home', as: null, path: () => '/' },
    { page: 'the list of events', as: null, path: () => '/events' },
    { page: 'an event', as: null, path: () => world.places.open },
    { page: 'its participants', as: 'driver', path: () => `${world.places.open}#participants` },
    { page: 'its settings', as: 'owner', path: () => `${world.places.open}#configuration` },
    { page: 'a table of results', as: null, path: () => `${world.places.ended}#race-1` },
    { page: 'the communities', as: null, path: () => '/communities' },
    { page: 'a community', as: 'driver', path: () => world.places.apex },
    { page: 'its members', as: null, path: () => `${world.places.apex}#members` },
    { page: 'how it is managed', as: 'owner', path: () => `${world.places.apex}#manage-community` },
    { page: 'a profile', as: null, path: () => world.places.profile },
    { page: 'the settings', as: 'driver', path: () => '/settings' },
    { page: 'a new community', as: 'owner', path: () => '/communities/new' },
    { page: 'the best laps', as: null, path: () => '/best-laps' },
    { page: 'the best laps of a track', as: null, path: () => '/best-laps?game=acc&track=spa' },
    { page: 'a season', as: null, path: () => world.places.season },
    { page: 'its rounds', as: 'driver', path: () => `${world.places.season}#events` },
    { page: 'its rules', as: null, path: () => `${world.places.season}#rules` },
    { page: 'a special event', as: null, path: () => world.places.special },
    { page: 'a round', as: 'owner', path: () => world.places.round },
    { page: 'the result of a round', as: null, path: () => `${world.places.round}#result` },
    { page: 'the desk of the stewards', as: 'steward', path: () => `${world.places.apex}/stewards` },
    { page: 'two drivers compared', as: null, path: () => `${world.places.profile}/compare/${world.places.rival.split('/').at(-1)}` },
    {
      page: 'two drivers compared, to one of them',
      as: 'driver',
      path: () => `${world.places.profile}/compare/${world.places.rival.split('/').at(-1)}`,
    },
    { page: 'a case', as: 'steward', path: () => world.places.case },
    { page: 'a first login', as: 'newcomer', path: () => '/welcome' },
    { page: 'a new event', as: 'owner', path: () => `${world.places.apex}/new-event` },
  ]
  for (const { page: name, as, path } of walks)
    test(`${name} is read whole`, async () => {
      const { page, context } = await visit(browser, world.server.url, PHONE, as === 'newcomer' ? newcomer : as ? world.people.get(as) : undefined)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto(path())
      await alive(page)
      await page.waitForLoadState('networkidle')
      const lettersPx = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.querySelector('main')!).fontSize))
      assert.ok(lettersPx >= 29, `letters of ${lettersPx} px`)
      assert.deepEqual(await unreadable(page), [])
      await context.close()
    })
})
