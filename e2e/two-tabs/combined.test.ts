import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { LeagueId } from '#core/ids.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { league } from '#testing/league.ts'
import { loginBrowser } from '#testing/mail-login.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

/** Two things that go wrong at once. */
describe('a form that meets', () => {
  let server: TestServer
  let windows: Windows
  let [owner, bea] = Array<Person>(2) as [Person, Person]
  let apex: LeagueId
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    ;[owner, bea] = (await Promise.all(['Olga Owner', 'Bea Berg'].map((name) => person(server, name)))) as [Person, Person]
    apex = await league(server, owner, { name: 'Apex', members: [bea] })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
  })

  const ofApex = async () => (await owner.as.ask(membersContract.league, { id: apex })).body
  /** Elsewhere it is given another name, and the rest left. */
  const renamed = async (name: string): Promise<void> => {
    const { v, shortName, games, languages, description, summaryData } = await ofApex()
    const { directJoin } = summaryData
    await owner.as.done(leaguesContract.EditLeague, { id: apex, v }, { name, shortName, games, languages, description, directJoin })
  }
  const opened = async (page: Page): Promise<Locator> => {
    await page.goto(`/communities/${apex}#manage-community`)
    await alive(page)
    const form = page.getByRole('form', { name: 'Save changes' })
    await form.getByRole('button', { name: 'Save changes' }).waitFor()
    return form
  }
  const save = (form: Locator): Promise<void> => form.getByRole('button', { name: 'Save changes' }).click()
  const chooses = async (form: Locator, side: 'Theirs' | 'Mine'): Promise<void> => {
    const conflict = form.getByRole('region', { name: 'Somebody else changed this meanwhile' })
    await conflict.getByRole('group', { name: 'Name' }).locator('label').filter({ hasText: side }).getByRole('radio').check()
    await conflict.getByRole('button', { name: 'Save with these choices' }).click()
    await conflict.waitFor({ state: 'detached' })
  }

  test('a login that is over, and a change of somebody else: the login comes first, then the question', async () => {
    const page = await windows.open(DESKTOP, owner)
    const form = await opened(page)
    await form.getByLabel('Name', { exact: true }).fill('Mine after a login')
    await form.getByLabel('Description').fill('Typed before the login was over')
    await page.context().clearCookies({ name: 'paddock.session_token' })
    await renamed('Theirs meanwhile')
    await save(form)
    const dialog = page.getByRole('dialog', { name: 'Your login has ended' })
    await dialog.getByLabel('E-mail address').fill(owner.email)
    await dialog.getByRole('button', { name: 'Send me a code' }).click()
    const code = dialog.getByLabel('Code from the e-mail')
    await code.waitFor()
    await code.fill(await loginBrowser(server.url).codeFor(owner.email))
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
    await form.getByRole('region', { name: 'Somebody else changed this meanwhile' }).waitFor()
    assert.equal((await ofApex()).name, 'Theirs meanwhile', 'nothing is sent over it')
    await chooses(form, 'Mine')
    const { name, description } = await ofApex()
    assert.deepEqual([name, description], ['Mine after a login', 'Typed before the login was over'])
  })

  test('a network that is gone, and a change of somebody else: back again it asks field by field', async () => {
    const page = await windows.open(PHONE, owner)
    const form = await opened(page)
    await form.getByLabel('Name', { exact: true }).fill('Mine in a tunnel')
    await page.context().setOffline(true)
    await form.getByLabel('Description').fill('Typed in a tunnel')
    await renamed('Theirs outside')
    await save(form)
    await page.getByText('You are offline. What you typed is still here').first().waitFor()
    await page.context().setOffline(false)
    await save(form)
    await form.getByRole('region', { name: 'Somebody else changed this meanwhile' }).waitFor()
    assert.equal((await ofApex()).name, 'Theirs outside', 'nothing is sent over it')
    assert.equal(await form.getByLabel('Description').inputValue(), 'Typed in a tunnel')
    await chooses(form, 'Theirs')
    const { name, description } = await ofApex()
    assert.deepEqual([name, description], ['Theirs outside', 'Typed in a tunnel'])
  })

  test('a new version while its dialog is open: the dialog stays with what was typed, says so, and sends', async () => {
    const page = await windows.open(PHONE, owner)
    await page.goto(`/communities/${apex}#members`)
    await alive(page)
    for (const name of ['Actions for Bea Berg', 'Remove …'])
      await page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('Typed before the new version.')
    await page.evaluate(() => void ((globalThis as { marked?: boolean }).marked = true))
    // the files of the build this page is of are gone
    await page.route(/\/assets\//, (route) => route.fulfill({ status: 404 }))
    await page.keyboard.press('Control+k')
    await page.locator('b', { hasText: 'A new version is here' }).waitFor()
    assert.equal(await page.evaluate(() => (globalThis as { marked?: boolean }).marked), true, 'the page was loaded anew')
    assert.equal(await dialog.getByRole('textbox').inputValue(), 'Typed before the new version.')
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const { members } = (await owner.as.ask(membersContract.members, { id: apex })).body
    assert.deepEqual(
      members.filter(({ id }) => id === bea.id),
      [],
    )
  })
})
