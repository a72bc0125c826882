import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, TournamentId } from '#core/ids.ts'
import { DAY_MS } from '#core/duration.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { tournamentsContract as calls } from '#modules/tournaments/contract.ts'
import { startLocalHost, type LocalHost } from '#server/local-host.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { timePasses, until } from '#testing/time.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'
import { shoot } from './season.fixture.ts'

/** Race seconds per second: a round takes some seconds. */
const SPEED = 600
const WEEK_MS = 7 * DAY_MS

/** Three rounds driven by game servers: one is moved, one driver skips, one is put out and comes back. */
describe('a season from its calendar to its last flag', () => {
  let server: TestServer
  let host: LocalHost
  let windows: Windows
  let owner: Person
  let [ann, ben, cem, dan] = Array<Person>(4) as [Person, Person, Person, Person]
  let league: LeagueId
  let id: TournamentId
  before(async () => {
    server = await testServer()
    host = await startLocalHost(server.running, { speed: SPEED })
    windows = await openWindows(server.url)
    owner = await person(server, 'Olga Owner')
    ;[ann, ben, cem, dan] = (await Promise.all(['Ann Able', 'Ben Bold', 'Cem Cool', 'Dan Dare'].map((name) => person(server, name)))) as [
      Person,
      Person,
      Person,
      Person,
    ]
    league = await found(server, owner, { members: [ann, ben, cem, dan] })
    const fields = { leagueId: league, type: 'CHAMPIONSHIP', game: 'acc', name: 'Three Nights', maxEntries: 20 } as const
    const rules = { cars: [{ id: '2' }], participationRules: { sessionSkipLimit: 1 }, pointSystem: { overallPointTable: [10, 7, 5, 3] } }
    id = (await owner.as.done(calls.AddTournament, {}, { ...fields, ...rules })).aggregateId as TournamentId
  })
  after(async () => {
    await windows?.close()
    await host?.stop()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })
  const seen = async () => (await owner.as.ask(calls.tournament, { id })).body
  const round = async (no: number) => (await seen()).sessions[no - 1]!
  const grid = async (no: number) =>
    (await owner.as.ask(entriesContract.entryList, { refId: (await round(no)).sessionId })).body.entries.map(({ participant }) => participant.name)
  const gridIs = (no: number, names: readonly string[]) =>
    until(`round ${no} has ${names.join(', ')}`, async () => (await grid(no)).toSorted().join() === names.toSorted().join())
  const table = async () => (await server.visitor.ask(calls.publicStandings, { id })).body

  /** Its server opens, the race is run, its results count. */
  async function drive(no: number): Promise<void> {
    const { sessionId, startsAt } = await round(no)
    await timePasses(server.running, server.clock, new Date(startsAt))
    await until(`round ${no} is over`, async () => (await owner.as.ask(sessionsContract.race, { id: sessionId })).body.status === 'ENDED')
    await until(`round ${no} counts`, async () => (await table()).roundsHeld === no)
  }

  test('three rounds are planned and published, and four drivers are in all of them', async () => {
    const firstDay = new Date(server.clock.now().getTime() + 3 * DAY_MS).toISOString().slice(0, 10)
    const segments = [
      { type: 'QUALIFY' as const, durationMin: 10 },
      { type: 'RACE' as const, durationMin: 20 },
    ]
    const body = {
      template: { typed: { config: { segments, maxEntries: 20 } } },
      plan: { timeZone: 'UTC', firstDay, time: '20:00' },
      rounds: [
        { name: 'Night one', trackId: 'monza' },
        { name: 'Night two', trackId: 'spa' },
        { name: 'Night three', trackId: 'zandvoort' },
      ],
    }
    await owner.as.done(calls.PlanRounds, { id, v: (await seen()).v }, body)
    await owner.as.done(calls.PublishTournament, { id, v: (await seen()).v }, {})
    for (const who of [ann, ben, cem, dan]) await who.as.done(calls.JoinTournament, { id }, {})
    for (const no of [1, 2, 3]) await gridIs(no, ['Ann Able', 'Ben Bold', 'Cem Cool', 'Dan Dare'])
  })

  test('the first is driven; the second moves by a week with those behind it, one skips it and one is put out', async () => {
    await drive(1)
    const { rows, roundsHeld } = await table()
    assert.deepEqual([rows.length, roundsHeld], [4, 1])
    const before = (await seen()).sessions.map(({ startsAt }) => Date.parse(startsAt))
    await owner.as.done(calls.MoveRounds, { id, v: (await seen()).v }, { sessionId: (await round(2)).sessionId, weeks: 1, timeZone: 'UTC' })
    const after = (await seen()).sessions.map(({ startsAt }) => Date.parse(startsAt))
    assert.deepEqual(
      after.map((startsAt, at) => startsAt - before[at]!),
      [0, WEEK_MS, WEEK_MS],
    )
    const phone = await windows.open(PHONE, cem)
    await phone.goto(`/championships/${id}`)
    await alive(phone)
    await phone
      .getByRole('region', { name: /Next · round 2 of 3/ })
      .getByRole('button', { name: 'Skip', exact: true })
      .click()
    await phone.getByText('You skip this round').first().waitFor()
    const admin = await windows.open(DESKTOP, owner)
    await admin.goto(`/championships/${id}#registration`)
    await alive(admin)
    await admin.getByRole('button', { name: 'Disqualify Dan Dare' }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Did not stop at the red light, twice.')
    await dialog.getByRole('button', { name: 'Disqualify', exact: true }).click()
    await admin.getByText('Dan Dare is disqualified.').waitFor()
    await gridIs(2, ['Ann Able', 'Ben Bold'])
    assert.equal((await table()).rows.find(({ name }) => name === 'Dan Dare')!.position, null)
  })

  test('the second is driven by two; who was put out comes back and drives the third with all others', async () => {
    await drive(2)
    await owner.as.done(calls.RevokeDisqualification, { id, v: (await seen()).v }, { driverId: dan.id, reason: 'The light was broken.' })
    await gridIs(3, ['Ann Able', 'Ben Bold', 'Cem Cool', 'Dan Dare'])
    await drive(3)
    const { rows, rounds } = await table()
    assert.equal(rounds.length, 3)
    for (const { points, cells, progress } of rows) {
      const sum = cells.reduce((all, cell) => all + (cell?.points ?? 0), 0)
      assert.deepEqual([points, progress.at(-1)], [sum, sum])
    }
    const of = (name: string) => rows.find((row) => row.name === name)!
    assert.deepEqual(
      ['Cem Cool', 'Dan Dare'].map((name) => of(name).cells.map((cell) => cell?.isMissed ?? false)),
      [
        [false, true, false],
        [false, true, false],
      ],
    )
    assert.deepEqual(of('Cem Cool').skippedSessionIds, [rounds[1]])
    assert.ok(rows.every(({ position }) => position !== null))
  })

  test('standings, rules and calendar say so at both sizes', async () => {
    for (const [size, name] of [
      [DESKTOP, 'desktop'],
      [PHONE, 'phone'],
    ] as const) {
      const page = await windows.open(size, dan)
      await page.goto(`/championships/${id}`)
      await alive(page)
      await page.getByText('3 of 3 rounds raced').waitFor()
      const standings = page.getByRole('table', { name: 'Standings' })
      await standings
        .getByRole('row', { name: /Cem Cool/ })
        .getByText('skipped', { exact: true })
        .waitFor()
      assert.equal(
        await standings
          .getByRole('row', { name: /Dan Dare/ })
          .getByText('missed', { exact: true })
          .count(),
        1,
      )
      // where not all rounds fit beside the names, what was raced last is in sight
      const { x, width: wide } = (await standings.locator('thead th').nth(6).boundingBox())!
      assert.ok(x + wide <= size.width, `the last round ends at ${x + wide}`)
      await page.getByText('points, 16 behind', { exact: true }).waitFor()
      assert.equal(await page.getByText(/^in .*, 16 behind$/).count(), 0, 'a class of the game is none of the season')
      await assertAccessible(page, `the standings of a season that is driven, ${name}`)
      await shoot(page, `${name}-journey`)
      await page.getByRole('tab', { name: 'Rules' }).click()
      await page.getByText('One round may be skipped.').waitFor()
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      assert.ok(width <= size.width, `the page is ${width} wide`)
      await page.context().close()
    }
    const calendar = await (await server.visitor.fetch(`/public/tournaments/${id}/calendar.ics`)).text()
    const starts = (await seen()).sessions.map(({ startsAt }) => `DTSTART:${startsAt.replaceAll(/[-:]|\.\d+/g, '')}`)
    assert.deepEqual(calendar.match(/DTSTART:\w+/g), starts)
  })
})
