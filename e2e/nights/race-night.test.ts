import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { startLocalHost, type LocalHost } from '#server/local-host.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { timePasses } from '#testing/time.ts'
import { assertAccessible, DESKTOP, openBrowser, PHONE, tabTo, visit, type Visit } from '../browser.ts'
import { foundCommunity, joinFrom, planEvent, register, seeRace } from './steps.ts'

/** Race seconds per second: the evening takes about half a minute, long enough to watch it begin. */
const SPEED = 120

describe('a race night', () => {
  let server: TestServer
  let host: LocalHost
  let browser: Browser
  let admin: Visit
  let drivers: Visit[]
  let people: Person[]
  let event = ''
  let startsAt = new Date()
  before(async () => {
    server = await testServer()
    host = await startLocalHost(server.running, { speed: SPEED })
    browser = await openBrowser()
    people = await Promise.all(['Ada Admin', 'Bea Berg', 'Carl Cole'].map((name) => person(server, name)))
    // who may pick a number
    people.push(await person(server, 'Dora Dahl', { plan: 'PREMIUM' }))
    admin = await visit(browser, server.url, DESKTOP, people[0])
    drivers = await Promise.all(people.slice(1).map((who, index) => visit(browser, server.url, index === 0 ? PHONE : DESKTOP, who)))
  })
  after(async () => {
    await browser?.close()
    await host?.stop()
    await server?.stop()
  })

  test('an admin founds a community', async () => {
    await foundCommunity(admin.page, 'Friday Night League', 'FRI')
  })

  test('and plans an event in four steps', async () => {
    event = await planEvent(admin.page, { game: 'Assetto Corsa Competizione', track: 'Spa', cars: { byClass: 'GT3' } })
    const row = await server.running.machine.db.selectFrom('sessions').select('starts_at').executeTakeFirstOrThrow()
    startsAt = row.starts_at
  })

  test('three drivers join and register, one on a phone, one by keyboard alone', async () => {
    await server.running.machine.db.updateTable('sessions').set({ registration_opens_at: server.clock.now() }).execute()
    for (const [index, { page }] of drivers.entries()) {
      await joinFrom(page, event)
      if (index === 2) await registerByKeys(page)
      else await register(page, index)
    }
    const { taken } = await server.running.machine.db.selectFrom('sessions').select('taken').executeTakeFirstOrThrow()
    assert.equal(taken, 3)
  })

  test('the server opens, the race runs, the results appear on the open page', async () => {
    const [{ page }] = drivers as [Visit]
    await page.goto(event)
    const marked = await page.evaluate(() => ((globalThis as unknown as { mark: number }).mark = 1))
    assert.equal(marked, 1)
    // the emulated people come at the start by the host's own clock: no stop before it
    await timePasses(server.running, server.clock, startsAt)
    await seeRace(
      page,
      people.slice(1).map(({ name }) => name),
      120_000,
    )
    assert.equal(await page.evaluate(() => (globalThis as unknown as { mark?: number }).mark), 1, 'the page was loaded anew')
    await assertAccessible(page, 'the results on a phone')
  })

  test('a driver opens the own laps', async () => {
    const [, { page }] = drivers as [Visit, Visit]
    await page.goto(`${event}#race-1`)
    const row = page.getByRole('row', { name: new RegExp(people[2]!.name) })
    await row.getByRole('button').first().click()
    await page.getByRole('button', { name: 'Lap times' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Consistency').waitFor()
    assert.ok((await dialog.getByRole('row').count()) > 3)
    await assertAccessible(page, 'the laps of a driver')
    await page.keyboard.press('Escape')
  })

  test('the CSV says what the table says', async () => {
    const { page } = admin
    await page.goto(`${event}#race-1`)
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: /CSV/ }).first().click()])
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n')
    assert.equal(lines[0], 'pos,startPos,participant,car,class,totalTime,bestLapTime,bestCleanLapTime,calculatedPoints,finalPoints,laps')
    const rows = await page.getByRole('tabpanel').getByRole('row').allInnerTexts()
    for (const [index, line] of lines.slice(1).entries()) {
      const [position, , participant] = line.split(',')
      assert.equal(position, String(index + 1))
      assert.ok(
        rows.some((row) => row.includes(participant!)),
        `${participant} stands in the table`,
      )
    }
    assert.equal(lines.length, 4)
  })

  test('no page complained meanwhile', () => {
    for (const one of [admin, ...drivers]) assert.deepEqual(one.faults, [])
  })
})

/** The third car and a number of one's own, without a mouse. */
async function registerByKeys(page: Page): Promise<void> {
  await tabTo(page, page.getByRole('button', { name: 'Register', exact: true }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await tabTo(page, dialog.getByRole('radio').first())
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await tabTo(page, dialog.getByLabel('Race number'))
  await page.keyboard.type('77')
  await page.keyboard.press('Enter')
  await page.getByText('You are in').first().waitFor()
}
