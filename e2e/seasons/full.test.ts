import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId, TournamentId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { tournamentsContract as calls } from '#modules/tournaments/contract.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'
import { shoot } from './season.fixture.ts'

/** A season that is full, and one that is given up in the middle. */
describe('a full season', () => {
  let server: TestServer
  let windows: Windows
  let [owner, ann, ben, cem, dan] = Array<Person>(5) as [Person, Person, Person, Person, Person]
  let league: LeagueId
  let id: TournamentId
  let events: readonly [SessionId, SessionId, SessionId]
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    const made = await Promise.all(['Olga', 'Ann', 'Ben', 'Cem', 'Dan'].map((name) => person(server, name)))
    ;[owner, ann, ben, cem, dan] = made as [Person, Person, Person, Person, Person]
    league = await found(server, owner, { members: [ann, ben, cem, dan] })
    const body = { leagueId: league, type: 'CHAMPIONSHIP', game: 'acc', name: 'Winter Cup', maxEntries: 2 } as const
    id = (await owner.as.done(calls.AddTournament, {}, body)).aggregateId as TournamentId
    events = [
      await event(server, owner, league, { sessionName: 'Autumn night' }),
      await event(server, owner, league, { trackId: 'spa', sessionName: 'Ardennes night' }),
      await event(server, owner, league, { trackId: 'zandvoort', sessionName: 'Night of the dunes', publish: false }),
    ]
    for (const [index, sessionId] of events.entries()) await owner.as.done(calls.AddTournamentSession, { id, v: 1 + index }, { sessionId })
    await owner.as.done(calls.PublishTournament, { id, v: 4 }, {})
    for (const who of [ann, ben, cem]) await who.as.done(calls.JoinTournament, { id }, {})
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  test('on a phone a driver joins the waiting list, moves up in it, and has the seat when it comes, without loading anew', async () => {
    const page = await windows.open(PHONE, dan)
    await page.goto(`/championships/${id}`)
    await alive(page)
    await page.getByRole('button', { name: 'Join the waiting list' }).click()
    const dialog = page.getByRole('dialog')
    await assertAccessible(page, 'joining the waiting list of a season')
    await shoot(page, 'phone-season-waiting-dialog')
    await dialog.getByRole('button', { name: 'Join the waiting list' }).click()
    await page.getByText('number 2 in line').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Join the waiting list' }).count(), 0)
    await page.evaluate(() => Reflect.set(window, 'isTheSame', true))
    await cem.as.done(calls.LeaveTournament, { id }, {})
    await page.getByText('number 1 in line').waitFor()
    await shoot(page, 'phone-season-waiting')
    const admin = await windows.open(PHONE, owner)
    await admin.goto(`/championships/${id}#registration`)
    await alive(admin)
    await admin.getByRole('button', { name: 'Take Dan off the waiting list' }).click()
    await admin.getByRole('dialog').getByLabel('Reason').fill('Has not answered.')
    await shoot(admin, 'phone-season-off-line')
    await admin.getByRole('dialog').getByRole('button', { name: 'Take off the list' }).click()
    await admin.getByText('Dan does not wait any more.').waitFor()
    await admin.context().close()
    await page.getByRole('button', { name: 'Join the waiting list' }).click()
    await dialog.getByRole('button', { name: 'Join the waiting list' }).click()
    await page.getByText('number 1 in line').waitFor()
    await ann.as.done(calls.LeaveTournament, { id }, {})
    await page.getByText(/number \d in line/).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Leave the season' }).waitFor()
    assert.equal(await page.evaluate(() => Reflect.get(window, 'isTheSame')), true)
    await until('they are in its events', async () =>
      ['ACTIVE'].includes((await dan.as.ask(entriesContract.entryList, { refId: events[0] })).body.mine?.status ?? ''),
    )
    await page.context().close()
  })

  test('its admin ends it in the middle: what is still to come is named, and deleted with it in one confirmed step', async () => {
    for (const size of [DESKTOP, PHONE]) {
      const page = await windows.open(size, owner)
      await page.goto(`/championships/${id}`)
      await alive(page)
      await page.getByRole('button', { name: 'End the season' }).click()
      const dialog = page.getByRole('dialog')
      for (const name of ['Autumn night', 'Ardennes night', 'Night of the dunes']) await dialog.getByText(name).waitFor()
      await dialog.getByText('They stay events of the community').waitFor()
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await dialog.getByText('They are called off').waitFor()
      await assertAccessible(page, 'ending a season with events to come')
      await shoot(page, `${size === PHONE ? 'phone' : 'desktop'}-season-end`)
      if (size === DESKTOP) {
        await page.context().close()
        continue
      }
      await dialog.getByRole('button', { name: 'End the season' }).click()
      await page.getByText('The season is over; its standings are final.').waitFor()
      await page.context().close()
    }
    assert.equal((await owner.as.ask(calls.tournament, { id })).body.status, 'FINISHED')
    for (const sessionId of events) assert.equal((await owner.as.ask(sessionsContract.race, { id: sessionId })).status, 404)
  })
})
