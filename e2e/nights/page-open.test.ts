import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { HOUR_MS } from '#core/duration.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { timePasses } from '#testing/time.ts'
import { alive, openWindows, PHONE, type Windows } from '../browser.ts'

describe('a page that is open since the day before', () => {
  let server: TestServer
  let windows: Windows
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
  })

  test('shows the way onto the server when there is one to be told of, though its file did not come with it', async () => {
    const [owner, driver] = [await person(server, 'Olga Owner'), await person(server, 'Dan Driver')]
    const id = await event(server, owner, await league(server, owner, { members: [driver] }))
    await driver.as.done(entriesContract.AddEntry, { id }, entryBody('2'))
    const page = await windows.open(PHONE, driver)
    await page.clock.install()
    await page.goto(`/events/${id}`)
    await alive(page)
    const panel = page.getByRole('region', { name: 'Server', exact: true })
    assert.equal(await panel.count(), 0)

    const startsAt = Date.parse((await driver.as.ask(sessionsContract.publicEvent, { id })).body.startsAt)
    const before = server.clock.now().getTime()
    await timePasses(server.running, server.clock, new Date(startsAt - HOUR_MS))
    await page.clock.fastForward(startsAt - HOUR_MS - before)
    await panel.waitFor()
    await page.context().close()
  })
})
