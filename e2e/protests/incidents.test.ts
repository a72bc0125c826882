import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { encodeUtf8 } from '#games/text.ts'
import { resultFilesContract } from '#modules/result-files/contract.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload } from '#modules/results/results.fixture.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, openWindows, PHONE, type Windows } from '../browser.ts'

const WORDS = 'I was ahead into turn 5 and left a car’s width on the inside.'
const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
/** More than a list of everybody's holds. */
const MANY = 240

/** The log of the race has many incidents of Dora before one of Cleo. */
describe('an incident picked from a long log, in the browser', () => {
  let server: TestServer
  let windows: Windows
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  test('a steward who did not drive finds it by its driver; read anew without it, it is let go of and said', async () => {
    const people = await Promise.all(['Olga Owner', 'Dora Klein', 'Cleo Calm', 'Sam Steward'].map((name) => person(server, name)))
    const [owner, dora, cleo, steward] = people as [Person, Person, Person, Person]
    const leagueId = await league(server, owner, { shortName: 'LONGP', members: [dora, cleo], stewards: [steward] })
    const race = await runningEvent(server, owner, leagueId, { segments: ['RACE'] })
    const drivers = [dora, cleo]
    await enter(
      server,
      race,
      drivers.map(({ id: userId }, at) => ({ userId, raceNumber: 11 + at, carId: '34' })),
    )
    const lines = drivers.map(({ steamId, name }, at) => accLine(11 + at, steamId, name, 4, 4 * LAP + at * 2000, 97_000))
    const penalty = (number: number, lap: number) => ({
      carId: 1000 + number,
      driverIndex: 0,
      reason: 'Cutting',
      penalty: 'DriveThrough',
      penaltyValue: 3,
      violationInLap: lap,
      clearedInLap: lap,
    })
    const read = async (name: string, penalties: readonly object[]) => {
      const file = { ...(JSON.parse(new TextDecoder().decode(accFile('R', 0, lines))) as object), penalties }
      await upload(server, race.servers[0]!, name, encodeUtf8(JSON.stringify(file)))
      await allRead(server)
    }
    await read('250101_203000_R.json', [...Array.from({ length: MANY }, () => penalty(11, 2)), penalty(12, 3)])
    server.clock.advance(2 * 3_600_000)

    const page = await windows.open(PHONE, steward)
    await page.goto(`/events/${race.id}#protests`)
    await alive(page)
    const dialog = page.getByRole('dialog')
    const [log, who, lap] = [dialog.getByLabel('From the log'), dialog.getByLabel('Which driver'), dialog.getByLabel('Lap', { exact: false }).first()]
    await page.getByRole('button', { name: 'Report an incident' }).click()
    await dialog.getByText(`The first 200 of ${MANY + 3} are listed.`).waitFor()
    await dialog.getByRole('button', { name: 'List later ones too' }).click()
    await dialog.getByRole('button', { name: 'List later ones too' }).waitFor({ state: 'detached' })
    await log.fill('Cleo')
    await dialog.getByRole('option', { name: /lap 3: Cleo Calm.*DriveThrough/ }).waitFor()
    await log.fill('')
    await who.selectOption({ label: '#12 Cleo Calm' })
    await dialog.getByText('What the game noted of this driver.', { exact: true }).waitFor()
    await log.click()
    await dialog.getByRole('option', { name: /lap 3.*DriveThrough/ }).click()
    await dialog.getByLabel('What happened').fill(WORDS)
    await dialog.getByLabel('Link to a video').fill(VIDEO)
    const folder = process.env['PICTURES']
    if (folder) await page.screenshot({ path: `${folder}/protest-long-log.png` })
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })

    // published, the race waits for an owner to take what comes later
    await read('250101_204500_R.json', [])
    const { segments } = (await owner.as.ask(resultFilesContract.laterResults, { id: race.id })).body
    const later = segments[0]!.versions.find(({ state }) => state === 'WAITING')!
    await owner.as.done(resultFilesContract.TakeLaterResult, { id: later.id, v: segments[0]!.v }, { reason: 'The first file was cut off.' })
    await page.goto(`/events/${race.id}#protests`)
    await alive(page)
    await page.getByRole('button', { name: 'Report an incident' }).click()
    await dialog.getByRole('button', { name: 'Continue your draft' }).click()
    await dialog.getByText('The incident you chose is no longer in this list').waitFor()
    assert.equal(await lap.inputValue(), '3')
    await assertAccessible(page, 'the form of a protest whose incident is gone')
    if (folder) await page.screenshot({ path: `${folder}/protest-gone.png` })
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await page.getByText('The report is filed.').waitFor()
  })
})
