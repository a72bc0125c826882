import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { accountsContract } from '#modules/accounts/contract.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openBrowser, visit } from '../browser.ts'
import { VERSIONED_NAMES } from './edits.ts'
import type { Place } from './form.ts'
import { versionedForms } from './forms.ts'
import { placeOfForms } from './place.ts'

describe('two tabs on one form', () => {
  let server: TestServer
  let browser: Browser
  let place: Place
  let context: BrowserContext
  before(async () => {
    server = await testServer()
    place = await placeOfForms(server)
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await server?.stop()
  })

  for (const name of VERSIONED_NAMES)
    test(name, async () => {
      const row = versionedForms(place).find(({ form }) => form === name)!
      const made = await visit(browser, server.url, DESKTOP, row.by ?? place.olga)
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
      const send = (form: Locator): Promise<void> => form.getByRole('button', { name: row.save, exact: true }).click()
      const [theirs, mine] = [await formOf(first), await formOf(second)]
      await row.mine(mine)
      await row.theirs(theirs)
      const saved = first.waitForResponse((answer) => answer.url().includes('/command/'))
      await send(theirs)
      assert.equal((await saved).status(), 200)
      // some are saved as two commands, one after the other: the form is busy until both are
      await theirs.locator('button[aria-busy=true]').waitFor({ state: 'detached' })
      await send(mine)
      const conflict = mine.getByRole('region', { name: 'Somebody else changed this meanwhile' })
      await conflict.waitFor()
      await assertAccessible(second, `the conflict of ${row.form}`)
      const field = conflict.getByRole('group', { name: row.field })
      const side = (name: string): Locator => field.locator('label').filter({ hasText: name })
      assert.match(await side('Theirs').innerText(), row.sides[0])
      assert.match(await side('Mine').innerText(), row.sides[1])
      const choose = conflict.getByRole('button', { name: 'Save with these choices' })
      assert.equal(await choose.isDisabled(), true, 'not before the choice is made')
      await side(row.choose).getByRole('radio').check()
      await choose.click()
      await conflict.waitFor({ state: 'detached' })
      assert.deepEqual(await row.state(), row.becomes)
      assert.deepEqual(made.faults, [])
      await context.close()
    })

  test('all of them are here', () =>
    assert.deepEqual(
      versionedForms(place).map(({ form }) => form),
      [...VERSIONED_NAMES],
    ))

  test('nobody is asked where each touched another field, and what came in is said', async () => {
    const { olga, leagueId } = place
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

  test('a name is changed once: a second tab says so, keeps what was typed and sends nothing over it', async () => {
    const renamed = place.drivers[2]!
    const { page: first, context: own, faults } = await visit(browser, server.url, DESKTOP, renamed)
    const second = await own.newPage()
    const typed = async (page: Page, name: string): Promise<Locator> => {
      await page.goto('/settings')
      await alive(page)
      const form = page.getByRole('form', { name: 'Name' })
      await form.getByRole('textbox').fill(name)
      return form
    }
    const [theirs, mine] = [await typed(first, 'Sven Theirs'), await typed(second, 'Sven Mine')]
    await mine.getByRole('button', { name: 'Change name' }).click()
    await second.getByRole('dialog').getByRole('button', { name: 'Change name' }).waitFor()
    await theirs.getByRole('button', { name: 'Change name' }).click()
    await first.getByRole('dialog').getByRole('button', { name: 'Change name' }).click()
    await second.getByRole('dialog').waitFor({ state: 'detached' })
    await mine.getByText('You have used your one change of name.').waitFor()
    assert.deepEqual([await mine.getByRole('textbox').inputValue(), await mine.getByRole('button').count()], ['Sven Mine', 0])
    assert.equal((await renamed.as.ask(accountsContract.me, {})).body.name, 'Sven Theirs')
    assert.deepEqual(faults, [])
    await own.close()
  })
})
