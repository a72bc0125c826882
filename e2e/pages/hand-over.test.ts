import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId } from '#core/ids.ts'
import { membersContract } from '#modules/members/contract.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { alive, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

/** More than one answer holds. */
const OTHERS = 150

describe('a community of many members is handed over', () => {
  let server: TestServer
  let windows: Windows
  before(async () => {
    server = await testServer({ breaks: ['login-is-a-user'] })
    windows = await openWindows(server.url)
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  async function crowded(owner: Person, last: Person): Promise<LeagueId> {
    const id = await league(server, owner, { shortName: `HANDS${last.name.length}`, members: [last] })
    // many who joined before; how one does stands elsewhere
    await server.running.machine.pool.query(
      `with people as (insert into users (id, name, country, birth_date, terms_accepted_at, plan, created_at)
        select gen_random_uuid(), 'Driver ' || n, 'DE', '1990-04-05', now(), 'FREE', now() from generate_series(1, $2::int) n returning id),
      joined as (insert into memberships (league_id, user_id, role, joined_at)
        select $1::uuid, id, 'member', now() - interval '1 day' from people returning user_id)
      update leagues set members_count = members_count + $2::int where id = $1::uuid`,
      [id, OTHERS],
    )
    return id
  }

  for (const [size, window] of [
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ] as const)
    test(`to whoever stands behind all the others, on a ${size}`, async () => {
      const owner = await person(server, `Olga ${size}`)
      const last = await person(server, `Zoë Last ${size}`)
      const id = await crowded(owner, last)
      const page = await windows.open(window, owner)
      await page.goto(`/communities/${id}#manage-ownership`)
      await alive(page)
      const picker = page.getByLabel('New owner')
      await picker.fill('zoe la')
      await page.getByRole('option', { name: last.name }).click()
      // what is typed next forgets nobody who was chosen
      assert.equal(await picker.inputValue(), last.name)
      await page.getByRole('button', { name: 'Hand over', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(last.name).waitFor()
      await dialog.getByRole('textbox').fill(`HANDS${last.name.length}`)
      await dialog.getByRole('button', { name: 'Hand over', exact: true }).click()
      await until('the community is theirs', async () => (await last.as.ask(membersContract.league, { id })).body.role === 'owner')
      await page.context().close()
    })
})
