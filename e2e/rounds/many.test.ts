import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, RoundId, SessionId } from '#core/ids.ts'
import { roundsContract as calls } from '#modules/rounds/contract.ts'
import { DAY_MS } from '#core/duration.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, DESKTOP, openWindows, type Windows } from '../browser.ts'

const CROWD = 104
const EVENTS = 101

describe('a special event of more than stand on a page', () => {
  let server: TestServer
  let windows: Windows
  let owner: Person
  let crowd: readonly Person[]
  let league: LeagueId
  let final: RoundId
  let last: SessionId
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    owner = await person(server, 'Olga')
    const made: Person[] = []
    for (let no = 0; no < CROWD; no += 8)
      made.push(...(await Promise.all(Array.from({ length: 8 }, (_, at) => person(server, `Driver ${String(no + at).padStart(3, '0')}`)))))
    crowd = made
    league = await found(server, owner, { members: crowd })
    for (let no = 0; no < 2; no++) final = (await owner.as.done(calls.AddRound, {}, { leagueId: league })).aggregateId as RoundId
    const driverIds = crowd.slice(0, CROWD - 1).map(({ id }) => id)
    const half = driverIds.length / 2
    for (const [v, ids] of [driverIds.slice(0, half), driverIds.slice(half)].entries())
      await owner.as.done(calls.AddDriverEntries, { toRoundId: final, v: v + 1 }, { driverIds: ids, fromRound: null })
    const soon = server.running.machine.clock().getTime()
    for (let no = 1; no <= EVENTS; no++) {
      const startsAt = new Date(Math.ceil(soon / 300_000) * 300_000 + (no / 4) * DAY_MS).toISOString()
      last = await event(server, owner, league, { sessionName: `Night ${no}`, startsAt })
    }
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  test('all who are in stand in the list, and whoever is not there is found by name', async () => {
    const page = await windows.open(DESKTOP, owner)
    await page.goto(`/rounds/${final}#drivers`)
    await alive(page)
    await page
      .getByRole('listitem')
      .filter({ hasText: `Driver ${CROWD - 2}` })
      .waitFor()
    await page.getByLabel('A member of the community').fill(`driver ${CROWD - 1}`)
    await page.getByRole('option', { name: `Driver ${CROWD - 1}` }).click()
    await page.getByRole('button', { name: 'Give a wild card' }).click()
    await page.getByText('They are in').waitFor()
    const { total } = (await owner.as.ask(calls.participants, { id: final })).body
    assert.equal(total, CROWD)
    await page.context().close()
  })

  test('the last of many events becomes one of the round', async () => {
    const page = await windows.open(DESKTOP, owner)
    await page.goto(`/rounds/${final}`)
    await alive(page)
    await page.getByLabel('An event of the community').locator(`option[value="${last}"]`).waitFor({ state: 'attached' })
    await page.getByLabel('An event of the community').selectOption(last)
    await page.getByRole('button', { name: 'Take into the round' }).click()
    await page.getByRole('link', { name: `Night ${EVENTS}` }).waitFor()
    await page.context().close()
  })
})
