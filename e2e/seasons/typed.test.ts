import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, TournamentId } from '#core/ids.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { weekAfter } from '#modules/sessions/rules/copies.ts'
import { tournamentsContract as calls } from '#modules/tournaments/contract.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, ZONE, type Windows } from '../browser.ts'

const CLASSES = [
  { id: 'GT3', name: 'GT3', color: '#4aa8ff', cars: ['2'] },
  { id: 'GT4', name: 'GT4', color: '#c27bff', cars: ['50'] },
]

describe('a season whose rounds are typed', () => {
  let server: TestServer
  let windows: Windows
  let [owner, ann, ben] = Array<Person>(3) as [Person, Person, Person]
  let league: LeagueId
  let id: TournamentId
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    ;[owner, ann, ben] = (await Promise.all(['Olga Owner', 'Ann Able', 'Ben Bold'].map((name) => person(server, name)))) as [Person, Person, Person]
    league = await found(server, owner, { members: [ann, ben] })
    const fields = { leagueId: league, type: 'CHAMPIONSHIP', game: 'acc', name: 'Winter GT', maxEntries: 20, carClasses: CLASSES } as const
    id = (await owner.as.done(calls.AddTournament, {}, { ...fields, pointSystem: { overallPointTable: [10, 6, 4] } })).aggregateId as TournamentId
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    // the browser says so too when a test takes an answer away
    assert.deepEqual(
      windows.faults().filter((fault) => !fault.includes('ERR_CONNECTION_RESET')),
      [],
    )
  })
  const seen = async (who = owner) => (await who.as.ask(calls.tournament, { id })).body
  const race = async (at: number) => (await owner.as.ask(sessionsContract.race, { id: (await seen()).sessions[at]!.sessionId })).body

  test('its planner needs no event: how long the parts are is typed, cars and classes are the season’s', async () => {
    const page = await windows.open(PHONE, owner)
    await page.goto(`/championships/${id}#events`)
    await alive(page)
    await page.getByRole('button', { name: 'Plan rounds' }).click()
    const race0 = page.getByRole('spinbutton', { name: 'Race' })
    await race0.fill('')
    await page.getByLabel('Add a track').fill('Monza')
    await page.getByRole('option', { name: 'Monza' }).filter({ visible: true }).first().click()
    await page.getByRole('button', { name: 'Create 1 round' }).click()
    await page.getByText('This is needed.').first().waitFor()
    await race0.fill('40')
    await page.getByRole('spinbutton', { name: /^Qualifying/ }).fill('12')
    await assertAccessible(page, 'the planner with typed minutes')
    await page.getByRole('button', { name: 'Create 1 round' }).click()
    await page
      .getByRole('tabpanel')
      .getByRole('link', { name: /^Round 1: / })
      .waitFor()
    const made = await race(0)
    assert.deepEqual(
      made.config.segments.map(({ type, durationMin }) => [type, durationMin]),
      [
        ['QUALIFY', 12],
        ['RACE', 40],
      ],
    )
    assert.deepEqual(
      made.carClasses.map((one) => one.id),
      ['GT3', 'GT4'],
    )
  })

  test('a new event from there begins as its last round was, and is a round before anybody sees it', async () => {
    const first = await race(0)
    await owner.as.done(sessionsContract.SetBop, { id: first.id, v: first.v }, { bops: { 2: { ballastkg: 15, restrictor: 0 } } })
    const page = await windows.open(DESKTOP, owner)
    await page.goto(`/championships/${id}#events`)
    await alive(page)
    await page.getByRole('link', { name: 'New event' }).click()
    await page.getByText('It is a round of “Winter GT”').waitFor()
    await assertAccessible(page, 'a new event of a season')
    await page.getByRole('combobox', { name: 'Track' }).fill('Spa')
    await page.getByRole('option', { name: /Spa/ }).filter({ visible: true }).first().click()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    const save = page.getByRole('button', { name: 'Save as draft' })
    // what is asked between the steps is not answered: that is said, and the next try goes on from there
    const asked = /\/query\/tournament\//
    await page.route(asked, (route) => route.abort('connectionreset'))
    await save.click()
    await page.getByText('The server does not answer').waitFor()
    await page.unroute(asked)
    await save.click()
    await page.waitForURL(`**/championships/${id}#events`)
    const season = await seen()
    assert.equal(season.sessions.length, 2)
    const made = await race(1)
    assert.equal(made.status, 'DRAFT')
    assert.deepEqual(made.points?.table, [10, 6, 4], 'its points are the season’s')
    assert.deepEqual(
      made.cars.map((car) => [car.id, car.bop?.ballastkg ?? 0]),
      [
        ['2', 15],
        ['50', 0],
      ],
    )
    assert.deepEqual(made.config.segments, first.config.segments)
    assert.equal(made.startsAt, weekAfter(first.startsAt, ZONE).toISOString(), 'at the same hour')
  })

  test('seats of its classes are changed, never under who is in', async () => {
    const page = await windows.open(DESKTOP, owner)
    await page.goto(`/championships/${id}`)
    await alive(page)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('spinbutton', { name: /^Seats of GT4/ }).fill('6')
    await assertAccessible(page, 'the seats of classes')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const seats = async () => (await seen()).carClasses.map((one) => [one.id, one.maxClassEntries])
    assert.deepEqual(await seats(), [
      ['GT3', null],
      ['GT4', 6],
    ])
  })

  test('teams that are there are picked by a tap, and changed: by drivers until the start, by admins later', async () => {
    await owner.as.done(calls.PublishTournament, { id, v: (await seen()).v }, {})
    await ann.as.done(calls.JoinTournament, { id }, { carClassId: 'GT3', teamName: 'Kerb Riders' })
    const page = await windows.open(PHONE, ben)
    await page.goto(`/championships/${id}`)
    await alive(page)
    await page.getByRole('button', { name: 'Register for the season' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('group', { name: 'Known teams of this season' }).getByRole('button', { name: 'Kerb Riders' }).click()
    await assertAccessible(page, 'known teams')
    await dialog.getByRole('button', { name: 'Register for the season' }).click()
    await dialog.waitFor({ state: 'detached' })
    const teams = async () => (await server.visitor.ask(calls.publicStandings, { id, scope: 'teams' })).body.rows.map(({ name }) => name)
    assert.deepEqual([(await seen(ben)).entry?.teamName, await teams()], ['Kerb Riders', ['Kerb Riders']])
    await page.getByRole('button', { name: 'Change team' }).click()
    await dialog.getByRole('textbox', { name: 'Team' }).fill('Late Brakers')
    await page.reload()
    await alive(page)
    await page.getByRole('button', { name: 'Change team' }).click()
    await page.getByText(/You began this on/).waitFor()
    assert.equal(await dialog.getByRole('textbox', { name: 'Team' }).inputValue(), 'Late Brakers', 'what was typed is there again')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The team is changed.').waitFor()
    assert.equal(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft ')).length), 0)
    assert.deepEqual((await teams()).toSorted(), ['Kerb Riders', 'Late Brakers'])
    await server.running.machine.pool.query(`update tournaments set status = 'STARTED' where id = $1`, [id])
    assert.equal((await ben.as.send(calls.ChangeSeasonTeam, { id }, { teamName: null })).body.code, 'WRONG_STATE')
    const admin = await windows.open(DESKTOP, owner)
    await admin.goto(`/championships/${id}#registration`)
    await alive(admin)
    await admin.getByRole('button', { name: 'Change the team of Ben Bold' }).click()
    await assertAccessible(admin, 'the team of a driver')
    await admin.getByRole('dialog').getByRole('button', { name: 'Kerb Riders' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await admin.getByText('The team is changed.').waitFor()
    assert.deepEqual(await teams(), ['Kerb Riders'])
  })
})
