import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId, TournamentId } from '#core/ids.ts'
import { tournamentsContract as calls } from '#modules/tournaments/contract.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

/** One registration for the season: the car, the places in its events, and the way back to it from each of them. */
describe('a seat for the season', () => {
  let server: TestServer
  let windows: Windows
  let [owner, ann, ben] = Array<Person>(3) as [Person, Person, Person]
  let league: LeagueId
  let id: TournamentId
  let events: readonly [SessionId, SessionId]
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    ;[owner, ann, ben] = (await Promise.all(['Olga', 'Ann', 'Ben'].map((name) => person(server, name)))) as [Person, Person, Person]
    league = await found(server, owner, { members: [ann, ben] })
    const body = { leagueId: league, type: 'CHAMPIONSHIP', game: 'acc', name: 'Winter Cup', maxEntries: 20 } as const
    const season = { ...body, cars: [{ id: '2' }, { id: '34' }], participationRules: { sessionSkipLimit: 1 } }
    id = (await owner.as.done(calls.AddTournament, {}, season)).aggregateId as TournamentId
    events = [await event(server, owner, league), await event(server, owner, league, { trackId: 'spa', sessionName: 'Ardennes night' })]
    for (const [index, sessionId] of events.entries()) await owner.as.done(calls.AddTournamentSession, { id, v: 1 + index }, { sessionId })
    await owner.as.done(calls.PublishTournament, { id, v: 3 }, {})
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  test('from an event of it a driver on a phone comes to the season, registers with a car, and is in both events', async () => {
    const page = await windows.open(PHONE, ann)
    await page.goto(`/events/${events[0]}`)
    await alive(page)
    await page.getByText('Drivers of this event come with its championship.').waitFor()
    await page.getByRole('link', { name: 'Winter Cup · round 1' }).waitFor()
    await page.getByRole('link', { name: 'Register for the championship' }).click()
    await page.waitForURL(/\/championships\/.*#registration/)
    await page.getByRole('button', { name: 'Register for the season' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Register for the season' }).click()
    await dialog.getByText('The season names several cars').waitFor()
    await dialog.getByLabel('Car').selectOption('34')
    await assertAccessible(page, 'registering for a season with a car')
    await dialog.getByRole('button', { name: 'Register for the season' }).click()
    await page.getByText('You drive the Porsche 992').waitFor()
    await page.goto(`/events/${events[1]}`)
    await alive(page)
    await page.getByText('You are in').first().waitFor()
    await page.getByRole('link', { name: 'Skip this race' }).click()
    await page.waitForURL(/\/championships\/.*#events/)
    await page.context().close()
  })

  test('they change the car for all that is to come; the list of events says which round each is', async () => {
    const page = await windows.open(DESKTOP, ann)
    await page.goto(`/championships/${id}`)
    await alive(page)
    await page.getByRole('button', { name: 'Change car' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Drivers may change cars until the first round.').waitFor()
    await dialog.getByLabel('Car').selectOption('2')
    await dialog.getByRole('button', { name: 'Drive this car' }).click()
    await page.getByText('You drive the Ferrari 488').waitFor()
    await page.goto('/events')
    await alive(page)
    await page.getByText('Winter Cup · round 2').waitFor()
    await page.context().close()
  })

  test('an admin takes cars and classes from an event', async () => {
    const page = await windows.open(DESKTOP, owner)
    await page.goto(`/championships/${id}`)
    await alive(page)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Cars and classes').selectOption(events[1])
    await dialog.getByLabel('Changing cars').selectOption('NEVER')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { cars, entryRules } = (await owner.as.ask(calls.tournament, { id })).body
    assert.deepEqual([cars.map((car) => car.id), entryRules.carChange], [['2', '34'], 'NEVER'])
    await page.context().close()
  })

  test('seats of the classes are said while a season is new', async () => {
    const carClasses = [
      { id: 'GT3', name: 'GT3', color: '#ff0000', cars: ['34'], maxClassEntries: 12 },
      { id: 'GT4', name: 'GT4', color: '#00ff00', cars: ['61'] },
    ]
    const like = await event(server, owner, league, { sessionName: 'Two classes', cars: [], carClasses })
    const page = await windows.open(PHONE, owner)
    await page.goto(`/communities/${league}#championships`)
    await alive(page)
    await page.getByRole('button', { name: 'New season' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Classes Cup')
    await dialog.getByLabel('Game').selectOption('acc')
    await dialog.getByLabel('Cars and classes').selectOption(like)
    const seats = (name: string) => dialog.getByRole('spinbutton', { name: new RegExp(`^Seats of ${name}`) })
    assert.equal(await seats('GT3').inputValue(), '12', 'as the event has them')
    await seats('GT4').fill('8')
    await assertAccessible(page, 'a new season in classes')
    await dialog.getByRole('button', { name: 'Begin the season' }).click()
    await page.getByRole('heading', { name: 'Classes Cup', level: 1 }).waitFor()
    const { tournaments } = (await owner.as.ask(calls.tournamentsOfLeague, { leagueId: league })).body
    const made = (await owner.as.ask(calls.tournament, { id: tournaments.find(({ name }) => name === 'Classes Cup')!.id })).body
    assert.deepEqual(
      made.carClasses.map((one) => [one.id, one.maxClassEntries]),
      [
        ['GT3', 12],
        ['GT4', 8],
      ],
    )
    await page.context().close()
  })

  test('whoever cannot register is told why: a stranger to join first, everybody that they would wait or that it has begun', async () => {
    const stranger = await person(server, 'Sid')
    const page = await windows.open(PHONE, stranger)
    await page.goto(`/championships/${id}`)
    await alive(page)
    const way = page.getByRole('link', { name: /^Join .* to register$/ })
    assert.equal(await way.getAttribute('href'), `/communities/${league}`)
    await assertAccessible(page, 'a season of a community that one is not in')
    await page.context().close()
    const { pool, answers } = server.running.machine
    const visitor = await windows.open(PHONE)
    const says = async (change: string, words: string): Promise<void> => {
      await pool.query(`update tournaments set ${change} where id = $1`, [id])
      answers.dropAll()
      await visitor.goto(`/championships/${id}`)
      await visitor.getByText(words).waitFor()
      assert.equal(await visitor.getByRole('link', { name: 'Register for the season' }).count(), 0)
    }
    await says('max_entries = taken', 'Join the waiting list')
    await says("max_entries = 20, status = 'STARTED', join_after_start = false", 'Registration ended with the first start.')
    await visitor.context().close()
  })
})
