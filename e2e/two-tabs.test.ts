import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import type { LeagueId, SessionId, TournamentId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { enter, runningEvent } from '#modules/results/results.fixture.ts'
import { entryBody, event } from '#testing/event.ts'
import { membersContract } from '#modules/members/contract.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { league } from '#testing/league.ts'
import { seasonWith } from '#modules/tournaments/queries/season.fixture.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openBrowser, visit } from './browser.ts'
import { VERSIONED, versionedForms } from './versioned-forms.ts'

describe('two tabs on one form', () => {
  let server: TestServer
  let browser: Browser
  let olga: Person
  let drivers: readonly Person[]
  let leagueId: LeagueId
  let coming: SessionId
  let raced: SessionId
  let season: TournamentId
  let context: BrowserContext
  before(async () => {
    server = await testServer()
    olga = await person(server, 'Olga Owner')
    drivers = await Promise.all(['Dora Klein', 'Marco Bellini', 'Sven Berg'].map((name) => person(server, name)))
    leagueId = await league(server, olga, { shortName: 'TABS', members: drivers })
    coming = await event(server, olga, leagueId, { hasGridPositions: true })
    for (const { as } of drivers) await as.done(entriesContract.AddEntry, { id: coming }, entryBody('2'))
    raced = (await runningEvent(server, olga, leagueId, { manual: true, segments: ['RACE'] })).id
    await enter(
      server,
      { id: raced, servers: [] },
      drivers.map(({ id }, i) => ({ userId: id, raceNumber: 11 + i, carId: '2' })),
    )
    season = await seasonWith({ server, owner: olga, league: leagueId }, [])
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await server?.stop()
  })

  for (const name of VERSIONED)
    test(name, async () => {
      const row = versionedForms({ olga, drivers, leagueId, coming, raced, season }).find(({ form }) => form === name)!
      const made = await visit(browser, server.url, DESKTOP, olga)
      context = made.context
      const [first, second] = [made.page, await context.newPage()]
      const formOf = async (page: Page): Promise<Locator> => {
        await page.goto(row.path)
        await alive(page)
        await row.open?.(page)
        const form = row.within?.(page) ?? page.locator('main')
        await form.getByRole('button', { name: row.save, exact: true }).waitFor()
        return form
      }
      const [theirs, mine] = [await formOf(first), await formOf(second)]
      await row.mine(mine)
      await row.theirs(theirs)
      const saved = first.waitForResponse((answer) => answer.url().includes('/command/'))
      await theirs.getByRole('button', { name: row.save, exact: true }).click()
      assert.equal((await saved).status(), 200)
      await mine.getByRole('button', { name: row.save, exact: true }).click()
      const conflict = mine.getByRole('region', { name: 'Somebody else changed this meanwhile' })
      await conflict.waitFor()
      await assertAccessible(second, `the conflict of ${row.form}`)
      const field = conflict.getByRole('group', { name: row.field })
      const side = (name: string): Locator => field.locator('label').filter({ hasText: name })
      assert.match(await side('Theirs').innerText(), row.sides[0])
      assert.match(await side('Mine').innerText(), row.sides[1])
      const send = conflict.getByRole('button', { name: 'Save with these choices' })
      assert.equal(await send.isDisabled(), true, 'not before the choice is made')
      await side(row.choose).getByRole('radio').check()
      await send.click()
      await conflict.waitFor({ state: 'detached' })
      assert.deepEqual(await row.state(), row.becomes)
      assert.deepEqual(made.faults, [])
      await context.close()
    })

  test('all of them are here', () =>
    assert.deepEqual(
      versionedForms({ olga, drivers, leagueId, coming, raced, season }).map(({ form }) => form),
      [...VERSIONED],
    ))

  test('nobody is asked where each touched another field, and what came in is said', async () => {
    const { page, context: own } = await visit(browser, server.url, DESKTOP, olga)
    await page.goto(`/communities/${leagueId}#manage-community`)
    const form = page.getByRole('form', { name: 'Save changes' })
    await form.getByLabel('Description').fill('Mine alone')
    const { v, ...now } = (await olga.as.ask(membersContract.league, { id: leagueId })).body
    const { name, shortName, games, languages, description } = now
    await olga.as.done(leaguesContract.EditLeague, { id: leagueId, v }, { name, shortName, games, languages, description, directJoin: false })
    await form.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('and that was kept: How people get in').waitFor()
    const { description: is, summaryData } = (await olga.as.ask(membersContract.league, { id: leagueId })).body
    assert.deepEqual([is, summaryData.directJoin], ['Mine alone', false])
    await own.close()
  })
})
