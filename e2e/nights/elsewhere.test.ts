import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { grid, seeded } from '#games/emulate.fixture.ts'
import { lmu } from '#games/lmu/lmu.ts'
import { join } from '#testing/league.ts'
import { linkAccount, person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { timePasses } from '#testing/time.ts'
import { assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'
import { foundCommunity, planEvent, register } from './steps.ts'

const MINUTE = 60_000

describe('race nights on servers that are none of ours', () => {
  let server: TestServer
  let windows: Windows
  let ada: Person
  let bea: Person
  const events = { lmu: '', r3e: '' }
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    ;[ada, bea] = (await Promise.all(['Ada Admin', 'Bea Berg'].map((name) => person(server, name)))) as [Person, Person]
    await linkAccount(server, bea, 'r3e', '700001')
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
  })

  test('LMU and RaceRoom are planned elsewhere unless somebody says otherwise', async () => {
    const page = await windows.open(DESKTOP, ada)
    const community = await foundCommunity(page, 'Rented Racers', 'RENT')
    const id = community.split('/').at(-1) as LeagueId
    await join(bea, id)
    events.lmu = await planEvent(page, { game: 'Le Mans Ultimate', track: 'Fuji', cars: { byName: 'Ferrari 499P' } })
    await page.goto(community)
    events.r3e = await planEvent(page, { game: 'RaceRoom', track: 'Nordschleife', cars: { byName: 'BMW M6 GT3' } })
    await server.running.machine.db.updateTable('sessions').set({ registration_opens_at: server.clock.now() }).execute()
    const rows = await server.running.machine.db.selectFrom('sessions').select('hosting').execute()
    assert.deepEqual(rows, [{ hosting: 'ELSEWHERE' }, { hosting: 'ELSEWHERE' }])
  })

  test('RaceControl gets what the list says, ticked off on a phone', async () => {
    const page = await windows.open(PHONE, ada)
    await page.goto(`${events.lmu}#admin`)
    const line = page.getByRole('listitem').filter({ hasText: 'Track Limits Points' })
    await line.getByText('5', { exact: true }).waitFor()
    await line.getByRole('checkbox').check()
    await page.getByRole('link', { name: 'Open RaceControl' }).waitFor()
    await assertAccessible(page, 'the list for RaceControl on a phone')
  })

  test('who would rather have a program hand the files in gets its command', async () => {
    const page = await windows.open(PHONE, ada)
    await page.goto(`${events.lmu}#admin`)
    await page.getByText('UserData/Log/Results').waitFor()
    await page.getByRole('button', { name: 'Show the command' }).click()
    const id = events.lmu.split('/').at(-1)
    await page.getByText(new RegExp(`node host/main.ts watch .*--game lmu --event ${id} --since 2.*Z --key k1\\.`)).waitFor()
    await assertAccessible(page, 'the command that watches a folder on a phone')
  })

  test("RaceRoom's settings come as a file", async () => {
    const page = await windows.open(DESKTOP, ada)
    await page.goto(`${events.r3e}#admin`)
    const arriving = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download the settings' }).click()
    const download = await arriving
    assert.equal(download.suggestedFilename(), 'server-backup.json')
    const settings = JSON.parse(readFileSync(await download.path(), 'utf8')) as { GameSettings: { Cars: number[] }[] }
    assert.ok(settings.GameSettings[0]?.Cars.includes(5818))
    await assertAccessible(page, 'the settings of a server of RaceRoom')
  })

  test('a driver finds name and password before the start', async () => {
    const page = await windows.open(PHONE, bea)
    await page.goto(events.lmu)
    await register(page, 0)
    const { starts_at: startsAt } = await server.running.machine.db
      .selectFrom('sessions')
      .select('starts_at')
      .where('id', '=', events.lmu.split('/').at(-1) as SessionId)
      .executeTakeFirstOrThrow()
    await timePasses(server.running, server.clock, new Date(startsAt.getTime() - 30 * MINUTE))
    // the browser's own clock decides what it shows of a server that opens later
    await page.clock.setFixedTime(new Date(startsAt.getTime() - 30 * MINUTE))
    await page.goto(events.lmu)
    await page.getByRole('heading', { name: 'The server is not started here' }).waitFor()
    await page.getByText('Password', { exact: true }).waitFor()
    await assertAccessible(page, 'a server elsewhere on a phone')
    await timePasses(server.running, server.clock, startsAt)
  })

  test('its files are handed in, and the event ends with the race', async () => {
    const page = await windows.open(DESKTOP, ada)
    await page.goto(events.lmu)
    const order = grid(lmu, 3, { trackId: 'fuji', layoutId: 'FUJIWEC', carIds: ['Ferrari 499P'], ports: { sim: 1, files: 2, web: 3 } })
    const named = {
      ...order,
      entries: order.entries.map((entry, i) => (i === 1 ? { ...entry, drivers: [{ ...entry.drivers[0]!, name: 'Bea Berg' }] } : entry)),
    }
    const { steps } = lmu.server!.emulate(lmu.server!.writeFiles(named), seeded(5))
    const files = steps.flatMap((step) =>
      'nameAt' in step ? [{ name: step.nameAt(new Date()), mimeType: 'text/xml', buffer: Buffer.from(step.bytes) }] : [],
    )
    await page.getByRole('button', { name: 'Enter results by hand' }).waitFor()
    await page.getByRole('tab', { name: /Results/ }).click()
    let panel = page.getByRole('tabpanel', { name: /Results/ })
    for (const file of files) {
      await panel.getByRole('button', { name: 'Import a result file' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Choose a file').setInputFiles(file)
      await dialog.getByRole('button', { name: 'Take as results' }).click()
      await dialog.waitFor({ state: 'detached' })
      const name = file === files.at(-1) ? 'Race' : 'Qualifying'
      await page.getByRole('tab', { name }).click()
      // what was open in the panel before goes with it
      panel = page.getByRole('tabpanel', { name })
      await panel.getByRole('table').first().waitFor()
    }
    await page.getByRole('row', { name: /Bea Berg/ }).waitFor()
    await page.getByText('Ended', { exact: true }).first().waitFor()
    await assertAccessible(page, 'results handed in')
  })

  test('no page complained meanwhile', () => {
    assert.deepEqual(windows.faults(), [])
  })
})
