import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DAY_MS } from '#core/duration.ts'
import type { LeagueId } from '#core/ids.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload } from '#modules/results/results.fixture.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from './browser.ts'

describe('fuel for a race', () => {
  let server: TestServer
  let windows: Windows
  let dora: Person
  let leagueId: LeagueId
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    dora = await person(server, 'Dora Klein')
    leagueId = await league(server, dora, { shortName: 'FUEL' })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  test('on a phone, between qualifying and the race: her lap stands there, litres follow what she types, and both are there again', async () => {
    const made = await runningEvent(server, dora, leagueId, { segments: ['QUALIFY', 'RACE'] })
    await enter(server, made, [{ userId: dora.id, raceNumber: 911, carId: '34' }])
    const lines = [accLine(911, dora.steamId, 'Dora', 4, 4 * LAP, 97_000)]
    assert.equal((await upload(server, made.servers[0]!, '250101_200000_Q.json', accFile('Q', 0, lines))).status, 200)
    await allRead(server)
    const page = await windows.open(PHONE, dora)
    const open = async () => {
      await page.goto(`/events/${made.id}`)
      await alive(page)
      await page.getByRole('button', { name: 'Fuel calculator' }).click()
    }
    await open()
    const dialog = page.getByRole('dialog', { name: 'Fuel for the race' })
    await dialog.getByText(/Your best lap in this event: Qualifying/).waitFor()
    assert.equal(await dialog.getByLabel('Average lap time').inputValue(), '1:37.000')
    await dialog.getByText('Write your lap time and what a lap takes.').waitFor()
    await dialog.getByLabel('Race length').fill('60')
    await dialog.getByLabel('Fuel per lap').fill('2.9')
    // 3,600 s are 37.1 laps of 97 s
    await dialog.getByText('111 litres').waitFor()
    await dialog.getByText('for 38 laps', { exact: true }).waitFor()
    await dialog.getByLabel('Formation lap').selectOption('Half a lap')
    await dialog.getByText('112 litres').waitFor()
    await dialog.getByText('for 38.5 laps, the formation lap with them').waitFor()
    await assertAccessible(page, 'the calculator on a phone')
    await dialog.getByLabel('Average lap time').fill('1:99')
    await dialog.getByText('Write a lap time, as 1:42.317.').waitFor()
    await dialog.getByLabel('Average lap time').fill('1:40')
    await open()
    await dialog.getByText('for 36.5 laps').waitFor()
    assert.equal(await dialog.getByLabel('Average lap time').inputValue(), '1:40')
  })

  test('a visitor has it too, empty where nobody has driven; it is not there before the server is up', async () => {
    const made = await runningEvent(server, dora, leagueId, { segments: ['QUALIFY', 'RACE'] })
    const page = await windows.open(DESKTOP)
    await page.goto(`/events/${made.id}`)
    await alive(page)
    await page.getByRole('button', { name: 'Fuel calculator' }).click()
    const dialog = page.getByRole('dialog', { name: 'Fuel for the race' })
    assert.equal(await dialog.getByLabel('Average lap time').inputValue(), '')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    const planned = await runningEvent(server, dora, leagueId, {
      status: 'WAITING',
      startsAt: new Date(server.running.machine.clock().getTime() + DAY_MS),
    })
    await page.goto(`/events/${planned.id}`)
    await alive(page)
    assert.equal(await page.getByRole('button', { name: 'Fuel calculator' }).count(), 0)
  })
})
