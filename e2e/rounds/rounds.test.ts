import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, RoundId, SessionId } from '#core/ids.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { enter, runningEvent } from '#modules/results/results.fixture.ts'
import { roundsContract as calls } from '#modules/rounds/contract.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

/** A special event of two rounds: an admin makes them, brings drivers on, and those alone drive the second. */
describe('rounds of a special event', () => {
  let server: TestServer
  let windows: Windows
  let [owner, ann, ben] = Array<Person>(3) as [Person, Person, Person]
  let league: LeagueId
  let race: SessionId
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    ;[owner, ann, ben] = (await Promise.all(['Olga', 'Ann', 'Ben'].map((name) => person(server, name)))) as [Person, Person, Person]
    league = await found(server, owner, { members: [ann, ben] })
    race = await event(server, owner, league, { sessionName: 'Grand final' })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  const roundsOf = async () => (await owner.as.ask(calls.roundsOfLeague, { leagueId: league })).body.rounds
  /** A race of the round that was driven, in this order. */
  async function drive(id: RoundId, inOrder: readonly Person[]): Promise<void> {
    const made = await runningEvent(server, owner, league, { game: 'iracing', manual: true, segments: ['RACE'] })
    const { v } = (await owner.as.ask(calls.round, { id })).body
    await owner.as.done(calls.AddRoundSession, { id, v }, { sessionId: made.id })
    const ids = await enter(
      server,
      made,
      inOrder.map((who, at) => ({ userId: who.id, raceNumber: at + 1, carId: '1' })),
    )
    const rows = ids.map((entryId, at) => ({ entryId, position: at + 1, timeMs: 900_000 + at }))
    await owner.as.done(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo: 1, entryResults: rows as never })
    await owner.as.done(manualResultsContract.PublishResults, { id: made.id }, {})
  }

  test('an admin comes from the community to its special event, makes two rounds, names them, and publishes them', async () => {
    const page = await windows.open(DESKTOP, owner)
    await page.goto(`/communities/${league}#championships`)
    await alive(page)
    await page.getByRole('link', { name: 'Open the special event' }).click()
    await page.waitForURL(/\/special-events\//)
    await page.getByRole('button', { name: 'Add a round' }).click()
    await page.waitForURL(/\/rounds\//)
    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Heats')
    await dialog.getByLabel('Short name').fill('H')
    await assertAccessible(page, 'editing a round')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Heats' }).waitFor()
    await page.goto(`/special-events/${league}`)
    await alive(page)
    await page.getByRole('button', { name: 'Add a round' }).click()
    await page.waitForURL(/\/rounds\//)
    await page.getByLabel('An event of the community').selectOption(race)
    await page.getByRole('button', { name: 'Take into the round' }).click()
    await page.getByRole('link', { name: 'Grand final' }).waitFor()
    // the first of them alone is open to all, and nobody else sees it yet
    await page.getByRole('button', { name: 'Publish' }).click()
    await dialog.getByText('Heats starts earlier and is not published').waitFor()
    await assertAccessible(page, 'publishing behind a draft')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const [heats] = await roundsOf()
    await owner.as.done(calls.PublishRound, { id: heats!.id, v: heats!.v }, {})
    await page.reload()
    await alive(page)
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('The round is published').waitFor()
    await assertAccessible(page, 'a round, for its admins')
    assert.deepEqual(
      (await roundsOf()).map(({ name, status, invitedOnly, sessions }) => [name, status, invitedOnly, sessions.length]),
      [
        ['Heats', 'PUBLISHED', false, 0],
        ['Round 2', 'PUBLISHED', true, 1],
      ],
    )
    await page.context().close()
  })

  test('an event that asks for a licence says so beside its name, one that asks for none does not', async () => {
    const [, final] = await roundsOf()
    const support = await event(server, owner, league, { sessionName: 'Support race', joinConditions: { license: 2 } })
    await owner.as.done(calls.AddRoundSession, { id: final!.id, v: final!.v }, { sessionId: support })
    const page = await windows.open(PHONE, ann)
    await page.goto(`/rounds/${final!.id}`)
    await alive(page)
    const rows = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /Grand final|Support race/ }) })
    assert.deepEqual(await rows.evaluateAll((all) => all.map((row) => /Licence: (.*? or better)/.exec(row.textContent)?.[1] ?? null)), [
      null,
      'Silver or better',
    ])
    await page.context().close()
  })

  test('whoever went on sees it and may drive the next round, who did not reads why not', async () => {
    const [heats, final] = await roundsOf()
    await drive(heats!.id, [ann, ben])
    const page = await windows.open(PHONE, ben)
    await page.goto(`/events/${race}`)
    await alive(page)
    await page.getByText('Only drivers whom an admin has admitted to this round take part.').first().waitFor()
    const desk = await windows.open(DESKTOP, owner)
    await desk.goto(`/rounds/${heats!.id}`)
    await alive(desk)
    // who won stands beside the event
    await desk.getByRole('listitem').filter({ hasText: 'Monza Sprint' }).getByText('Ann').waitFor()
    await desk.goto(`/rounds/${heats!.id}#result`)
    await alive(desk)
    await desk.getByRole('checkbox', { name: 'Ann goes on' }).check()
    await desk.getByRole('button', { name: 'Bring 1 driver on' }).click()
    await desk.getByText('They are in').waitFor()
    await desk.getByRole('link', { name: 'goes on to R2' }).waitFor()
    await assertAccessible(desk, 'the result of a round')
    await desk.context().close()
    await page.context().close()
    const phone = await windows.open(PHONE, ann)
    await phone.goto(`/rounds/${final!.id}`)
    await alive(phone)
    await phone.getByText('You may drive it').waitFor()
    await assertAccessible(phone, 'a round on a phone')
    await phone.getByRole('link', { name: 'Open Grand final' }).click()
    await phone.getByRole('button', { name: 'Register' }).first().waitFor()
    await phone.context().close()
  })
})
