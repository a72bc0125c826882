import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { LeagueId } from '#core/ids.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

/** What was sent arrived, and its answer was lost on the way back: nobody here knows. */
describe('a form whose answer was lost', () => {
  let server: TestServer
  let windows: Windows
  let ada: Person
  let apex: LeagueId
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
  })
  beforeEach(async () => {
    ada = await person(server, 'Ada Admin')
    apex = await league(server, ada, { name: 'Apex' })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
  })

  /** The answers of some calls of a command are lost: by default, of the next one. */
  const loseAnswers = async (page: Page, command: string, isLost: (no: number) => boolean = (no) => no === 1): Promise<void> => {
    let calls = 0
    await page.route(`**/command/*/${command}/**`, async (route) => {
      if (!isLost(++calls)) return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
  }
  const isLost = (page: Page) => page.getByText('What you typed is still here').first()
  const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true })
  const ofApex = async () => (await ada.as.ask(membersContract.league, { id: apex })).body
  const manage = async (page: Page): Promise<Locator> => {
    await page.goto(`/communities/${apex}#manage-community`)
    await alive(page)
    const form = page.getByRole('form', { name: 'Save changes' })
    await form.getByRole('button', { name: 'Save changes' }).waitFor()
    return form
  }
  const founded = async (shortName: string): Promise<number> =>
    (await server.running.machine.db.selectFrom('leagues').select('id').where('short_name', '=', shortName).execute()).length

  test('is sent once, also when something else was sent between', async () => {
    const page = await windows.open(DESKTOP, ada)
    await page.goto('/communities/new')
    await alive(page)
    await loseAnswers(page, 'AddLeague')
    const send = page.getByRole('button', { name: 'Start community' })
    await field(page, 'Name').fill('As it was sent')
    await field(page, 'Short name').fill('BETWEEN')
    await send.click()
    await isLost(page).waitFor()
    await field(page, 'Name').fill('Another name')
    await send.click()
    await page.getByText('This short name is taken').first().waitFor()
    await field(page, 'Name').fill('As it was sent')
    await send.click()
    await page.getByRole('heading', { level: 1, name: 'As it was sent' }).waitFor()
    assert.equal(await founded('BETWEEN'), 1)
  })

  test('is sent once, also from the draft after a reload', async () => {
    const page = await windows.open(PHONE, ada)
    await page.goto('/communities/new')
    await alive(page)
    await loseAnswers(page, 'AddLeague')
    await field(page, 'Name').fill('Reloaded')
    await field(page, 'Short name').fill('RELOAD')
    const send = page.getByRole('button', { name: 'Start community' })
    await send.click()
    await isLost(page).waitFor()
    await page.reload()
    await page.getByText(/You began this on/).waitFor()
    await send.click()
    await page.getByRole('heading', { level: 1, name: 'Reloaded' }).waitFor()
    assert.equal(await founded('RELOAD'), 1)
  })

  test('meets its own change, and asks nobody about it', async () => {
    const page = await windows.open(DESKTOP, ada)
    const form = await manage(page)
    const { v } = await ofApex()
    await loseAnswers(page, 'EditLeague')
    const save = form.getByRole('button', { name: 'Save changes' })
    await form.getByLabel('Name', { exact: true }).fill('First thought')
    await form.getByLabel('Description').fill('Words')
    await save.click()
    await isLost(page).waitFor()
    await form.getByLabel('Name', { exact: true }).fill('Second thought')
    await save.click()
    await page.getByRole('heading', { level: 1, name: 'Second thought' }).waitFor()
    assert.equal(await page.getByRole('region', { name: 'Somebody else changed this meanwhile' }).count(), 0)
    assert.equal(await page.getByText('and that was kept').count(), 0)
    const { name, description, v: last } = await ofApex()
    assert.deepEqual([name, description, last], ['Second thought', 'Words', v + 2])
  })

  test('tells what it took in of another’s change once it is saved', async () => {
    const page = await windows.open(DESKTOP, ada)
    const form = await manage(page)
    // the first meets the other's change, the second goes over it
    await loseAnswers(page, 'EditLeague', (no) => no === 2)
    await form.getByLabel('Description').fill('Mine alone')
    const { v, name, shortName, games, languages, description } = await ofApex()
    await ada.as.done(leaguesContract.EditLeague, { id: apex, v }, { name, shortName, games, languages, description, directJoin: false })
    const save = form.getByRole('button', { name: 'Save changes' })
    await save.click()
    await isLost(page).waitFor()
    await save.click()
    await page.getByText('and that was kept: How people get in').waitFor()
    const after = await ofApex()
    assert.deepEqual([after.description, after.summaryData.directJoin, after.v], ['Mine alone', false, v + 2])
  })
})
