import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, openWindows, PHONE, type Windows } from '../browser.ts'

/** More are there at once than the machine can serve: it says when to come again, and the page does. */
describe('a server that is too busy for what was sent', () => {
  let server: TestServer
  let windows: Windows
  let dora: Person
  let race: SessionId
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    const olga = await person(server, 'Olga Owner')
    dora = await person(server, 'Dora Drives')
    race = await event(server, olga, await league(server, olga, { members: [dora] }))
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
  })

  test('a registration goes again by itself under its key, says so meanwhile, and is done once', async () => {
    const page = await windows.open(PHONE, dora)
    await page.goto(`/events/${race}`)
    await alive(page)
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Register', exact: true })
    await dialog.getByRole('radio').first().check({ force: true })
    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.url().includes('/AddEntry/')) keys.push(request.headers()['idempotency-key'])
    })
    const { pool, config } = server.running.machine
    const all = await Promise.all(Array.from({ length: config.poolSize }, () => pool.connect()))
    const refused = page.waitForResponse((reply) => reply.url().includes('/AddEntry/'))
    await dialog.getByRole('button', { name: 'Register', exact: true }).click()
    const reply = await refused
    assert.deepEqual([reply.status(), reply.headers()['retry-after']], [503, '5'])
    await page.locator('b', { hasText: 'The platform is busy' }).waitFor()
    assert.equal(await page.getByText('What you typed is still here').count(), 0, 'nobody is asked to do it again')
    for (const client of all) client.release()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('You are in').first().waitFor()
    await page.locator('b', { hasText: 'The platform is busy' }).waitFor({ state: 'detached' })
    assert.deepEqual([keys.length, new Set(keys).size], [2, 1])
    const { entries } = (await dora.as.ask(entriesContract.entryList, { refId: race })).body
    assert.equal(entries.length, 1)
  })
})
