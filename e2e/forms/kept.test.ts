import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { LeagueId } from '#core/ids.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { iRacingFile } from '#modules/manual-results/import.fixture.ts'
import { enter, runningEvent } from '#modules/results/results.fixture.ts'
import { seasonWith } from '#modules/tournaments/queries/season.fixture.ts'
import { join, league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, heldBack, openWindows, PHONE, type Windows } from '../browser.ts'

const ROWS = ['Some Stranger', 'Dora Klein'].map((name, i) => ({ id: i + 1, name, number: String(90 + i) }))
const FILES = '**/query/result-import/**'

/** Long forms that begin empty, left in the middle: all of it is there again, and nothing once it is sent. */
describe('a form that was left in the middle', () => {
  let server: TestServer
  let windows: Windows
  let olga: Person
  let drivers: readonly Person[]
  let apex: LeagueId
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    const [owner, ...others] = await Promise.all(['Olga Owner', 'Dora Klein', 'Marco Bellini'].map((name) => person(server, name)))
    olga = owner!
    drivers = others
    apex = await league(server, olga, { name: 'Apex' })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  const begun = (page: Page) => page.getByText(/You began this on/)
  const drafts = (page: Page): Promise<number> => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft ')).length)
  const raced = async () => {
    const made = await runningEvent(server, olga, apex, { game: 'iracing', manual: true, segments: ['RACE'], trackId: 'pkg-151' })
    const entries = drivers.map(({ id: userId }, i) => ({ userId, raceNumber: 7 + i, carId: '132' }))
    await enter(server, made, entries)
    return made.id
  }
  const saved = async (id: Awaited<ReturnType<typeof raced>>) =>
    (await olga.as.ask(manualResultsContract.manualResult, { eventId: id })).body.raceResults[0]!

  const importing = async (page: Page, id: string): Promise<void> => {
    await page.goto(`/events/${id}#race-1`)
    await alive(page)
    await page.getByRole('button', { name: 'Import a result file' }).click()
  }

  test('the first login', async () => {
    const newcomer = await person(server, 'New Here', { onboarded: false })
    const page = await windows.open(PHONE, newcomer)
    await page.goto('/welcome')
    await alive(page)
    await page.getByLabel('Name').fill('Nina Newcomer')
    await page.getByLabel('Date of birth').fill('1990-04-05')
    await page.reload()
    await begun(page).waitFor()
    await assertAccessible(page, 'a first login that was begun before')
    assert.equal(await page.getByLabel('Name').inputValue(), 'Nina Newcomer')
    assert.equal(await page.getByLabel('Date of birth').inputValue(), '1990-04-05')
    await page.getByLabel('Country').fill('Italy')
    await page.getByRole('option', { name: 'Italy' }).click()
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await page.getByRole('button', { name: 'Start racing' }).click()
    await page.getByRole('button', { name: 'Account of Nina Newcomer' }).waitFor()
    assert.equal(await drafts(page), 0)
  })

  test('a result file whose people are matched by hand', async () => {
    const id = await raced()
    const content = JSON.stringify(iRacingFile([{ number: 0, type: 6, name: 'RACE', rows: ROWS }]))
    const page = await windows.open(DESKTOP, olga)
    const dialog = page.getByRole('dialog')
    const opened = () => importing(page, id)
    await opened()
    await dialog.getByLabel('Choose a file').setInputFiles({ name: 'night.json', mimeType: 'application/json', buffer: Buffer.from(content) })
    const stranger = dialog.getByLabel(/Some Stranger/)
    const marco = (await stranger.locator('option', { hasText: 'Marco Bellini' }).getAttribute('value'))!
    await stranger.selectOption(marco)
    await page.reload()
    await opened()
    await begun(page).waitFor()
    await dialog.getByText('night.json').waitFor()
    await dialog.getByRole('heading', { name: 'What the file holds' }).waitFor()
    assert.equal(await stranger.inputValue(), marco)
    await dialog.getByRole('button', { name: 'Fill the races' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(/from night\.json/).waitFor()
    assert.equal(await drafts(page), 0)
    // begun anew, nothing of it is left
    await page.getByRole('button', { name: 'Import a result file' }).click()
    await dialog.getByLabel('Choose a file').setInputFiles({ name: 'other.json', mimeType: 'application/json', buffer: Buffer.from(content) })
    await dialog.getByRole('heading', { name: 'What the file holds' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Import a result file' }).click()
    await dialog.getByRole('button', { name: 'Start anew' }).click()
    await dialog.getByText('other.json').waitFor({ state: 'detached' })
    assert.equal(await drafts(page), 0)
  })

  test('what is read late of a result file takes nothing back: no match that was made meanwhile, and not that it is begun anew', async () => {
    const id = await raced()
    const sessions = [
      { number: -1, type: 5, name: 'QUALIFY', rows: ROWS },
      { number: 0, type: 6, name: 'RACE', rows: ROWS },
    ]
    const page = await windows.open(DESKTOP, olga)
    const dialog = page.getByRole('dialog')
    const opened = () => importing(page, id)
    await opened()
    const night = { name: 'night.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(iRacingFile(sessions))) }
    await dialog.getByLabel('Choose a file').setInputFiles(night)
    const stranger = dialog.getByLabel(/Some Stranger/)
    const marco = (await stranger.locator('option', { hasText: 'Marco Bellini' }).getAttribute('value'))!
    const second = await heldBack(page, FILES)
    await dialog.getByRole('checkbox').first().click()
    await second.asked
    await stranger.selectOption(marco)
    await second.letGo()
    await dialog.getByRole('progressbar').waitFor({ state: 'detached' })
    assert.equal(await stranger.inputValue(), marco)
    const third = await heldBack(page, FILES)
    await page.reload()
    await opened()
    await third.asked
    await dialog.getByText('night.json').waitFor()
    await dialog.getByRole('button', { name: 'Start anew' }).click()
    await third.letGo()
    assert.equal(await dialog.getByText('night.json').count(), 0)
    assert.equal(await drafts(page), 0)
  })

  test('why something is taken back', async () => {
    const id = await raced()
    const { entryResults } = await saved(id)
    const rows = entryResults.map(({ entryId, position }) => ({ entryId, position, isDNF: false, isSkip: false, timeMs: 1_200_000 + position }))
    await olga.as.done(manualResultsContract.SaveRaceResult, { id }, { raceNo: 1, entryResults: rows })
    const page = await windows.open(PHONE, olga)
    const dialog = page.getByRole('dialog')
    const opened = async (): Promise<void> => {
      await page.goto(`/events/${id}#race-1`)
      await alive(page)
      await page.getByRole('button', { name: 'Start over' }).click()
    }
    await opened()
    await dialog.getByLabel('Reason').fill('Another night.')
    await page.reload()
    await opened()
    await begun(page).waitFor()
    assert.equal(await dialog.getByLabel('Reason').inputValue(), 'Another night.')
    await dialog.getByRole('button', { name: 'Start over' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Nobody has saved this race yet.').waitFor()
    assert.equal((await saved(id)).saved, false)
    assert.equal(await drafts(page), 0)
  })

  test('a place in a season, and the season driven again', async () => {
    const id = await seasonWith({ server, owner: olga, league: apex }, [], { game: 'acc' })
    await join(drivers[0]!, apex)
    const rows = [
      { who: drivers[0]!, press: 'Register for the season', label: /^Team/, typed: 'Kerb Riders' },
      { who: olga, press: 'Drive it again', label: 'Name of the new season', typed: 'Spring once more' },
    ] as const
    for (const { who, press, label, typed } of rows) {
      const page = await windows.open(PHONE, who)
      const dialog = page.getByRole('dialog')
      const opened = async (): Promise<void> => {
        await page.goto(`/championships/${id}`)
        await alive(page)
        await page.getByRole('button', { name: press }).filter({ visible: true }).first().click()
      }
      await opened()
      await dialog.getByLabel(label).fill(typed)
      await page.reload()
      await opened()
      await begun(page).waitFor()
      await assertAccessible(page, `${press}, begun before`)
      assert.equal(await dialog.getByLabel(label).inputValue(), typed)
      // the field sends, too
      await dialog.getByLabel(label).press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await page
        .getByText(/^You are in the season|^The season has begun/)
        .first()
        .waitFor()
      assert.equal(await drafts(page), 0)
    }
  })

  test('preferences', async () => {
    const page = await windows.open(DESKTOP, drivers[1])
    const form = page.getByRole('form', { name: 'Preferences' })
    const opened = async (): Promise<void> => {
      await page.goto('/settings#preferences')
      await alive(page)
      await form.waitFor()
    }
    await opened()
    await form.getByLabel('The week starts on').selectOption('sunday')
    await page.goto('/')
    await opened()
    await begun(page).waitFor()
    assert.equal(await form.getByLabel('The week starts on').inputValue(), 'sunday')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await begun(page).waitFor({ state: 'detached' })
    assert.equal(await drafts(page), 0)
  })
})
