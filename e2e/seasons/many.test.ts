import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { TournamentId } from '#core/ids.ts'
import { tournamentsContract as calls } from '#modules/tournaments/contract.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

/** Drivers of the season besides those who look at it. */
const OTHERS = 130

describe('a season of more drivers than stand on a page', () => {
  let server: TestServer
  let windows: Windows
  let last: Person
  let id: TournamentId
  before(async () => {
    server = await testServer({ breaks: ['login-is-a-user'] })
    windows = await openWindows(server.url)
    const owner = await person(server, 'Olga Owner')
    last = await person(server, 'Zoe Last')
    const leagueId = await found(server, owner, { members: [last] })
    const fields = { leagueId, type: 'CHAMPIONSHIP', game: 'iracing', name: 'Open Cup', maxEntries: 200 } as const
    id = (await owner.as.done(calls.AddTournament, {}, fields)).aggregateId as TournamentId
    await owner.as.done(calls.PublishTournament, { id, v: 1 }, {})
    // many who registered before; how one does stands elsewhere
    await server.running.machine.pool.query(
      `with people as (insert into users (id, name, country, birth_date, terms_accepted_at, plan, created_at)
        select gen_random_uuid(), 'Driver ' || n, 'DE', '1990-04-05', now(), 'FREE', now() from generate_series(1, $2::int) n returning id),
      entered as (insert into tournament_entries (tournament_id, user_id, status, registered_at)
        select $1::uuid, id, 'ACTIVE', now() - interval '1 day' from people returning user_id)
      update tournaments set taken = taken + $2::int where id = $1::uuid`,
      [id, OTHERS],
    )
    await last.as.done(calls.JoinTournament, { id }, {})
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  for (const [size, window] of [
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ] as const)
    test(`the last of them sees their own row, and all the others, on a ${size}`, async () => {
      const page = await windows.open(window, last)
      await page.goto(`/championships/${id}`)
      await alive(page)
      const table = page.getByRole('table', { name: 'Standings' })
      await table.getByRole('link', { name: 'Zoe Last' }).waitFor()
      assert.equal(await table.locator('tbody tr').count(), 16)
      await page.getByRole('button', { name: `Show all ${OTHERS + 1}` }).click()
      await table.locator('tbody tr').nth(OTHERS).waitFor()
      assert.equal(await table.locator('tbody tr').count(), OTHERS + 1)
      await page.goto(`/championships/${id}#registration`)
      await page.getByRole('button', { name: `Show all ${OTHERS + 1}` }).click()
      await page.getByRole('tabpanel').getByRole('link', { name: 'Zoe Last' }).waitFor()
      assert.equal(await page.getByRole('tabpanel').getByRole('listitem').count(), OTHERS + 1)
    })
})
