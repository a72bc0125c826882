import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId } from '#core/ids.ts'
import { encodeUtf8 } from '#games/text.ts'
import { accLine, allRead, LAP, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { raceLogContract } from '#modules/race-log/contract.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { alive, DESKTOP, openWindows, type Windows } from '../browser.ts'

const CARS = 18
const LAPS = 21
const PENALTIES = 150

/** Two drivers in each car who take over from each other after every lap: 360 changes; and 150 penalties. */
function longRace(): Uint8Array {
  const lines = Array.from({ length: CARS }, (_, i) => {
    const line = accLine(i + 1, `7656119800000${1000 + i}`, `Driver ${i + 1}`, LAPS, LAPS * LAP + i, 97_000)
    const mate = { firstName: '', lastName: `Mate ${i + 1}`, playerId: `S7656119800000${2000 + i}` }
    return { ...line, car: { ...line.car, teamName: `Team ${i + 1}`, drivers: [...line.car.drivers, mate] } }
  })
  const laps = lines.flatMap(({ car: { carId } }) =>
    Array.from({ length: LAPS }, (_, lap) => ({ carId, driverIndex: lap % 2, laptime: LAP + lap, isValidForBest: true, splits: [] })),
  )
  const penalties = Array.from({ length: PENALTIES }, (_, i) => {
    const at = { carId: 1001 + (i % CARS), driverIndex: 0, violationInLap: 2 + (i % 10), clearedInLap: 3 + (i % 10) }
    return { ...at, reason: 'Cutting', penalty: 'DriveThrough', penaltyValue: 3 }
  })
  const session = { sessionType: 'R', trackName: 'monza', sessionIndex: 0, sessionResult: { leaderBoardLines: lines } }
  return encodeUtf8(JSON.stringify({ ...session, laps, penalties, post_race_penalties: [] }))
}

describe('a race with a long log in the browser', () => {
  let server: TestServer
  let windows: Windows
  let owner: Person
  let leagueId: LeagueId
  let made: Event
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    owner = await person(server, 'Olga Owner')
    leagueId = await league(server, owner, { shortName: 'LONG' })
    made = await runningEvent(server, owner, leagueId, { segments: ['RACE'] })
    assert.equal((await upload(server, made.servers[0]!, 'R.json', longRace())).status, 200)
    await allRead(server)
    await until('the log is read', async () => (await total('DRIVER_SWAP')) === CARS * (LAPS - 1))
    await server.running.machine.db.updateTable('sessions').set({ status: 'ENDED' }).where('id', '=', made.id).execute()
    server.running.machine.answers.drop([`session:${made.id}`])
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  const total = async (kind: 'DRIVER_SWAP' | 'PENALTY') =>
    (await owner.as.ask(raceLogContract.raceLog, { sessionId: made.id, segment: 'race-1', kind })).body.total

  test('the log goes on until its end, and then there is no more to load', async () => {
    const page = await windows.open(DESKTOP, owner)
    await page.goto(`/events/${made.id}`)
    await alive(page)
    await page.getByRole('button', { name: 'Show incidents and log' }).click()
    await page
      .getByRole('group', { name: 'Kind of entry' })
      .getByRole('button', { name: /Penalty/ })
      .click()
    const entries = page.getByRole('list', { name: 'Incidents and log' }).getByText('DriveThrough: Cutting')
    const more = page.getByRole('button', { name: 'Load more' })
    for (const count of [50, 100, PENALTIES]) {
      await entries.nth(count - 1).waitFor()
      assert.equal(await entries.count(), count)
      if (count < PENALTIES) await more.click()
    }
    assert.equal(await more.count(), 0)
  })

  test('stints are parted by every change, however many there are', async () => {
    const page = await windows.open(DESKTOP, owner)
    await page.goto(`/events/${made.id}`)
    await alive(page)
    await page.getByRole('button', { name: 'Show charts' }).click()
    await page.getByRole('button', { name: 'Stints' }).click()
    const stints = page.getByRole('list', { name: 'Race: laps between stops' })
    await stints.getByText(`${LAPS} stints`).first().waitFor()
    assert.equal(await stints.getByText(/\d+ stints$/).count(), await stints.getByText(`${LAPS} stints`).count())
  })
})
