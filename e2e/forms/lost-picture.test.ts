import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { alive, openWindows, PHONE, type Windows } from '../browser.ts'

describe('the network is lost in the middle of a picture', () => {
  let server: TestServer
  let windows: Windows
  let ada: Person
  let apex: LeagueId
  let race: SessionId
  let file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    ada = await person(server, 'Ada Admin')
    apex = await league(server, ada)
    race = await event(server, ada, apex)
    const buffer = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#c02020' } })
      .png()
      .toBuffer()
    file = { name: 'any.png', mimeType: 'image/png', buffer }
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
  })

  test('of a community, before it is sent: what was picked and cut is sent with one press once there is a network', async () => {
    const page = await windows.open(PHONE, ada)
    await page.goto(`/communities/${apex}#manage-pictures`)
    await alive(page)
    await page.getByLabel('Pick a file for the background').setInputFiles(file)
    const use = page.getByRole('dialog').getByRole('button', { name: 'Use this picture' })
    await use.waitFor()
    await page.context().setOffline(true)
    await use.click()
    await page.locator('main').getByText('You are offline.').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('img', { name: 'The background as it is now' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0)
    assert.ok((await server.visitor.ask(leaguesContract.publicLeague, { id: apex })).body.summaryData.bgImage)
  })

  test('of an event, while its file is on the way: the same', async () => {
    const page = await windows.open(PHONE, ada)
    await page.goto(`/events/${race}#admin`)
    await alive(page)
    await page.getByRole('button', { name: 'Picture', exact: true }).click()
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
    const sent: string[] = []
    page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())))
    let lost = 0
    await page.route(
      (url) => !url.pathname.startsWith('/command/') && !url.pathname.startsWith('/live'),
      (route) => (route.request().method() === 'POST' && lost++ === 0 ? route.abort('connectionreset') : route.continue()),
    )
    await page.getByRole('button', { name: 'Use this picture' }).click()
    await page.getByRole('dialog').getByText('The server does not answer').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
    await until('the event has it', async () => (await ada.as.ask(sessionsContract.race, { id: race })).body.bgImage !== null)
    assert.equal(sent.filter((url) => url.includes('/ChangeImage/')).length, 1, 'changed once')
  })
})
