import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, RoundId, SessionId, TournamentId } from '#core/ids.ts'
import { roundsContract } from '#modules/rounds/contract.ts'
import { tournamentsContract as calls } from '#modules/tournaments/contract.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, DESKTOP, openWindows, type Windows } from '../browser.ts'

describe('what one admin changes another does not go over', () => {
  let server: TestServer
  let windows: Windows
  let [owner, admin] = Array<Person>(2) as [Person, Person]
  let league: LeagueId
  let draft: SessionId
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    ;[owner, admin] = (await Promise.all(['Olga Owner', 'Adam Admin'].map((name) => person(server, name)))) as [Person, Person]
    league = await found(server, owner, { admins: [admin] })
    draft = await event(server, owner, league, { publish: false })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  test('a round keeps the name somebody else gave it until its reader has chosen', async () => {
    const id = (await owner.as.done(roundsContract.AddRound, {}, { leagueId: league })).aggregateId as RoundId
    const view = async () => (await owner.as.ask(roundsContract.round, { id })).body
    const page = await windows.open(DESKTOP, owner)
    await page.goto(`/rounds/${id}`)
    await alive(page)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name', { exact: true }).fill('My heats')
    await admin.as.done(roundsContract.RenameRound, { id, v: (await view()).v }, { name: 'Their heats', shortName: 'TH' })
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    const conflict = form.getByRole('region', { name: 'Somebody else changed this meanwhile' })
    await conflict.waitFor()
    assert.deepEqual([(await view()).name, (await view()).shortName], ['Their heats', 'TH'])
    await conflict.getByRole('group', { name: 'Name' }).locator('label').filter({ hasText: 'Mine' }).getByRole('radio').check()
    await conflict.getByRole('button', { name: 'Save with these choices' }).click()
    await form.waitFor({ state: 'detached' })
    assert.deepEqual([(await view()).name, (await view()).shortName], ['My heats', 'TH'], 'what only they touched stays')
  })

  test('a calendar is not made twice: whoever plans hears of rounds that came meanwhile', async () => {
    const fields = { leagueId: league, type: 'CHAMPIONSHIP', game: 'acc', name: 'Winter', maxEntries: 20 } as const
    const id = (await owner.as.done(calls.AddTournament, {}, fields)).aggregateId as TournamentId
    await owner.as.done(calls.AddTournamentSession, { id, v: 1 }, { sessionId: draft })
    const view = async () => (await owner.as.ask(calls.tournament, { id })).body
    const page = await windows.open(DESKTOP, owner)
    await page.goto(`/championships/${id}#events`)
    await alive(page)
    await page.getByRole('button', { name: 'Plan rounds' }).click()
    await page.getByLabel('Add a track').fill('Monza')
    await page.getByRole('option', { name: 'Monza' }).filter({ visible: true }).first().click()
    const make = page.getByRole('button', { name: /^Create/ })
    await make.waitFor()
    const firstDay = new Date(server.clock.now().getTime() + 20 * 86_400_000).toISOString().slice(0, 10)
    const body = {
      template: { sessionId: draft },
      plan: { timeZone: 'UTC', firstDay, time: '20:00', everyWeeks: 1, skipped: [] },
      rounds: [{ name: 'Theirs', trackId: 'spa', layoutId: null }],
    }
    await admin.as.done(calls.PlanRounds, { id, v: (await view()).v }, body)
    await make.click()
    await page.getByText(/^Meanwhile there is another round: Theirs\./).waitFor()
    assert.equal((await view()).sessions.length, 2)
    await make.click()
    await make.waitFor({ state: 'detached' })
    assert.equal((await view()).sessions.length, 3)
  })
})
