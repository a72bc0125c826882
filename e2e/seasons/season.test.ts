import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { DAY_MS } from '#core/duration.ts'
import type { LeagueId, SessionId, TournamentId } from '#core/ids.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { enter, runningEvent } from '#modules/results/results.fixture.ts'
import { nextStartStep } from '#modules/sessions/rules.ts'
import { tournamentsContract as calls } from '#modules/tournaments/contract.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

const NAMES = [
  ['Lucas Moreau', 'fr'],
  ['Kasia Nowak', 'pl'],
  ['Marco Bellini', 'it'],
  ['Owen Hart', 'gb'],
  ['Dora Klein', 'de'],
  ['Tomáš Dvořák', 'cz'],
  ['Íñigo Sáez', 'es'],
  ['Pieter Jansen', 'nl'],
  ['Rafael Monteiro', 'br'],
  ['Liam Tremblay', 'ca'],
  ['Bruno Carvalho', 'pt'],
  ['Callum Reid', 'gb'],
  ['Kenta Mori', 'jp'],
  ['Bence Nagy', 'hu'],
  ['Mikko Laine', 'fi'],
  ['Åsa Lindqvist', 'se'],
] as const
/** Of each round the drivers in the order in which they came in; who is after `-1` did not. */
const ROUNDS = [
  [5, 1, 2, 0, 7, 6, 3, 8, 10, 4, -1, 9, 11],
  [7, 3, 5, 2, 8, 1, 4, 6, 9, 11, 10, -1, 0],
  [0, 1, 2, 6, 9, 8, 4, 11, 10, 5, 12, -1, 3],
  [2, 4, 0, 3, 1, 6, 8, 9, 5, 7, 14, -1, 10],
] as const
const COLUMNS = ['pkg-103', 'pkg-172']

/** A season in mid-flight: four of six rounds driven, the worst of them dropped. */
describe('a season in the browser', () => {
  let server: TestServer
  let windows: Windows
  let drivers: readonly Person[]
  let newcomer: Person
  let league: LeagueId
  let id: TournamentId
  before(async () => {
    server = await testServer({ breaks: ['seats-counted'] })
    windows = await openWindows(server.url)
    drivers = await Promise.all(NAMES.map(([name, country]) => person(server, name, { country: country.toUpperCase() })))
    newcomer = await person(server, 'Nils Neu', { country: 'DE' })
    const owner = drivers[4]!
    league = await found(server, owner, {
      name: 'Apex Racing League',
      shortName: 'APEXS',
      members: [...drivers.filter((one) => one !== owner), newcomer],
    })
    const carClasses = [
      { id: 'PRO', name: 'Pro', color: '#4aa8ff', cars: ['1'] },
      { id: 'AM', name: 'Am', color: '#c27bff', cars: ['1'] },
    ]
    const pointSystem = {
      overallPointTable: [25, 18, 15, 12, 10, 8, 6, 4, 2, 1],
      bestRounds: [{ from: 1, to: 6, best: 3 }],
      bonus: { pole: 1, fastestLap: 1 },
    }
    const fields = { name: 'GT Winter Championship', maxEntries: 30, carClasses, participationRules: { sessionSkipLimit: 1 }, pointSystem }
    id = (await owner.as.done(calls.AddTournament, {}, { leagueId: league, type: 'CHAMPIONSHIP', game: 'iracing', ...fields }))
      .aggregateId as TournamentId
    await owner.as.done(calls.PublishTournament, { id, v: 1 }, {})
    for (const [at, one] of drivers.entries())
      await one.as.done(
        calls.JoinTournament,
        { id },
        { carClassId: at % 3 === 1 || at > 8 ? 'AM' : 'PRO', teamName: at % 2 === 0 ? 'Kerb Riders' : 'Apex Hunters' },
      )
    const now = server.running.machine.clock().getTime()
    for (const [at, order] of ROUNDS.entries()) await drive(order, new Date(now - (5 - at) * 7 * DAY_MS), COLUMNS[at % 2]!)
    for (const weeks of [1, 2]) {
      const startsAt = new Date(nextStartStep(now + weeks * 5 * DAY_MS)).toISOString()
      await add(
        await event(server, owner, league, {
          game: 'iracing',
          trackId: COLUMNS[weeks % 2]!,
          cars: ['1'],
          startsAt,
          sessionName: `Round ${weeks + 4}`,
        }),
      )
    }
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  async function add(sessionId: SessionId): Promise<void> {
    const { v } = (await drivers[4]!.as.ask(calls.tournament, { id })).body
    await drivers[4]!.as.done(calls.AddTournamentSession, { id, v }, { sessionId })
  }

  async function drive(order: readonly number[], startsAt: Date, trackId: string): Promise<void> {
    const owner = drivers[4]!
    const made = await runningEvent(server, owner, league, { game: 'iracing', manual: true, segments: ['RACE'], startsAt, trackId })
    await add(made.id)
    const [finishers, out] = [order.slice(0, order.indexOf(-1)), order.slice(order.indexOf(-1) + 1)]
    const all = [...finishers, ...out]
    const ids = await enter(
      server,
      made,
      all.map((driver, at) => ({ userId: drivers[driver]!.id, raceNumber: at + 1, carId: '1' })),
    )
    const entryResults = ids.map((entryId, at) => ({
      entryId,
      position: at + 1,
      ...(at < finishers.length ? { timeMs: 1_500_000 + at * 2100 } : { isDNF: true }),
    }))
    await owner.as.done(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo: 1, entryResults: entryResults as never })
    await owner.as.done(manualResultsContract.PublishResults, { id: made.id }, {})
  }

  const shoot = async (page: Awaited<ReturnType<Windows['open']>>, name: string): Promise<void> => {
    const folder = process.env['PICTURES']
    if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
  }

  /** The table that is shown, as it comes down as a file. */
  async function file(page: Awaited<ReturnType<Windows['open']>>): Promise<string> {
    const comes = page.waitForEvent('download')
    await page.getByRole('link', { name: 'This table as CSV' }).click()
    const came = await comes
    assert.equal(came.suggestedFilename(), 'standings.csv')
    return await readFile(await came.path(), 'utf8')
  }

  test('a visitor sees who leads, what was dropped and what comes next', async () => {
    const page = await windows.open(DESKTOP)
    await page.goto(`/championships/${id}`)
    await alive(page)
    await page.getByRole('heading', { name: 'GT Winter Championship', level: 1 }).waitFor()
    const table = page.getByRole('table', { name: 'Standings' })
    const rows = table.locator('tbody tr')
    assert.match(await rows.first().innerText(), /1\s+Lucas Moreau|Marco Bellini/)
    await table.getByText('Title still possible above this line').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: /^Show all/ }).click()
    assert.ok((await table.locator('s').count()) > 0, 'dropped results are struck through')
    await page.getByRole('region', { name: /Next · round 5 of 6/ }).waitFor()
    await shoot(page, 'desktop-visitor')
    await assertAccessible(page, 'standings')
    assert.match(await file(page), /^pos,change,driver,[^\n]*\n1,[^\n]*Marco Bellini,/)
    await page.getByRole('button', { name: 'Teams' }).click()
    await table.getByRole('columnheader', { name: 'Team' }).waitFor()
    assert.match(await file(page), /^pos,change,team,/)
    await page.getByRole('tab', { name: 'Rules' }).click()
    await page.getByText('The best 3 rounds count.').waitFor()
    await assertAccessible(page, 'rules')
    await page.goto(`/championships/${id}#events`)
    await page.getByRole('link', { name: 'Round 6' }).waitFor()
  })

  test('a driver on a phone knows where they stand, and skips a round', async () => {
    const page = await windows.open(PHONE, drivers[3])
    await page.goto(`/championships/${id}`)
    await alive(page)
    await page.getByText('Your season').waitFor()
    await page.getByText('You are in this season').waitFor()
    assert.match(await page.getByRole('list', { name: 'My rounds' }).innerText(), /R1 6\s+R2 18\s+R3 0\s+dropped\s+R4 12/)
    assert.match(await page.getByText('to P5').locator('..').innerText(), /0/)
    await shoot(page, 'phone-driver')
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= PHONE.width, `the page is ${width} wide`)
    await assertAccessible(page, 'standings on a phone')
    await page.getByRole('button', { name: 'Am', exact: true }).click()
    assert.match(await file(page), /^pos,change,driver,[^\n]*\n1,[^\n]*,Am,/)
    await page.getByRole('button', { name: 'Skip', exact: true }).first().click()
    await page.getByRole('region', { name: /Next/ }).getByText('You skip this round').waitFor()
    await page.getByRole('button', { name: 'Do not skip' }).first().click()
    await page.getByText('You are in this season').waitFor()
  })

  test('a member registers, and leaves again', async () => {
    const page = await windows.open(PHONE, newcomer)
    await page.goto(`/championships/${id}#registration`)
    await alive(page)
    await page.getByRole('button', { name: 'Register for the season' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Class').selectOption('AM')
    await dialog.getByLabel(/^Team/).fill('Kerb Riders')
    await dialog.getByRole('button', { name: 'Register for the season' }).click()
    await page.getByText('You are in this season').waitFor()
    await page.getByRole('tabpanel').getByText('Nils Neu').waitFor()
    await page.getByRole('button', { name: 'Leave the season' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave the season' }).click()
    await page.getByText('You left this season.').waitFor()
  })

  test('an admin begins a season, gives it a round and publishes it', async () => {
    const owner = drivers[4]!
    await event(server, owner, league, { game: 'iracing', trackId: COLUMNS[0]!, cars: ['1'], sessionName: 'Summer opener', publish: false })
    const page = await windows.open(DESKTOP, owner)
    await page.goto(`/communities/${league}#championships`)
    await alive(page)
    await page.getByRole('link', { name: 'GT Winter Championship' }).waitFor()
    await shoot(page, 'desktop-list')
    await page.getByRole('button', { name: 'New season' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Begin the season' }).click()
    await dialog.getByText('This is needed.').waitFor()
    await dialog.getByLabel('Name').fill('Summer Cup')
    await dialog.getByLabel('Game').selectOption('iracing')
    await dialog.getByLabel('Points of the places').fill('10 6 4')
    await dialog.getByLabel('Rounds that count').fill('4')
    await shoot(page, 'desktop-dialog')
    await assertAccessible(page, 'the form of a season')
    await dialog.getByRole('button', { name: 'Begin the season' }).click()
    await page.getByRole('heading', { name: 'Summer Cup', level: 1 }).waitFor()
    await page.getByText('Not published').waitFor()
    await page.getByRole('tab', { name: /Rounds/ }).click()
    const choice = page.getByLabel('Event of the community')
    const value = await choice.locator('option', { hasText: 'Summer opener' }).getAttribute('value')
    await choice.selectOption(value!)
    await page.getByRole('button', { name: 'Add as a round' }).click()
    await page.getByRole('tabpanel').getByRole('link', { name: 'Summer opener', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('button', { name: 'Register for the season' }).waitFor()
    await page.getByRole('tab', { name: 'Rules' }).click()
    await page.getByText('The best 4 rounds count.').waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Summer Cup 2027')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Summer Cup 2027', level: 1 }).waitFor()
  })
})
