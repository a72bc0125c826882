import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, openWindows, PHONE, questionOfReload, type Windows } from '../browser.ts'

describe('a button pressed before the page’s scripts are there', () => {
  let server: TestServer
  let windows: Windows
  let driver: Person
  let path: string
  before(async () => {
    server = await testServer({ role: 'web' })
    windows = await openWindows(server.url)
    const owner = await person(server, 'Olga Owner')
    driver = await person(server, 'Dan Driver')
    const apex = await league(server, owner, { members: [driver] })
    path = `/events/${await event(server, owner, apex)}`
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  /** Opens the page as on a slow line: no script of it comes before `come`. */
  async function slowly(address: string): Promise<{ readonly page: Page; readonly come: () => void }> {
    const page = await windows.open(PHONE, driver)
    const held = Promise.withResolvers<void>()
    await page.route(/\.js$/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(address, { waitUntil: 'commit' })
    return { page, come: held.resolve }
  }

  test('is pressed once they are, and once only', async () => {
    const { page, come } = await slowly(path)
    const button = page.getByRole('button', { name: 'Register', exact: true })
    await button.click({ noWaitAfter: true })
    assert.equal(await page.getByRole('dialog').count(), 0)
    come()
    await page.getByRole('dialog', { name: 'Register' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await alive(page)
    // two frames later a press that were kept would be done again
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    assert.equal(await page.getByRole('dialog').count(), 0)
  })

  test('of several the last one is', async () => {
    const { page, come } = await slowly(path)
    await page.getByRole('button', { name: 'Register', exact: true }).click({ noWaitAfter: true })
    await page
      .getByRole('button', { name: /^Search/ })
      .first()
      .click({ noWaitAfter: true })
    come()
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    assert.equal(await page.getByRole('dialog').count(), 1)
  })

  test('of those that stay pressed each is, as often as it was', async () => {
    const { page, come } = await slowly('/communities/new')
    const game = (name: string) => page.getByRole('button', { name, exact: true })
    for (const name of ['Assetto Corsa', 'iRacing', 'RaceRoom Racing Experience', 'iRacing', 'Le Mans Ultimate'])
      await game(name).click({ noWaitAfter: true })
    come()
    await page.locator('button[aria-pressed=true]', { hasText: 'Le Mans Ultimate' }).waitFor()
    const pressed = page.getByRole('group', { name: 'Games you race' }).locator('button[aria-pressed=true]')
    assert.deepEqual(
      (await pressed.allInnerTexts()).map((name) => name.replace('✓', '').trim()),
      ['Assetto Corsa', 'RaceRoom Racing Experience', 'Le Mans Ultimate'],
    )
  })

  test('of a page loaded in time nothing is pressed twice', async () => {
    const page = await windows.open(PHONE, driver)
    await page.goto(path)
    await alive(page)
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByRole('dialog').waitFor()
    assert.equal(await page.getByRole('dialog').count(), 1)
  })

  test('what was typed, ticked and chosen is in the form once they are, and is sent', async () => {
    const { page, come } = await slowly('/communities/new')
    const name = page.getByLabel('Name', { exact: true })
    const wayIn = page.getByLabel('How people get in')
    await name.fill('Early Birds')
    await page.getByLabel('Short name').fill('EARLY')
    await page.getByLabel('Description').fill('We race before breakfast.')
    await page.getByRole('button', { name: 'Assetto Corsa Competizione', exact: true }).click({ noWaitAfter: true })
    await wayIn.selectOption('apply')
    await page.getByText('Events open to everybody').click({ noWaitAfter: true })
    // the last field is typed on in while the page is taken over
    await name.press('End')
    await page.keyboard.type(' of')
    come()
    await alive(page)
    await page.keyboard.type(' May')
    // drawn anew by a switch that was not touched before
    await page.getByText('Ask for a password').click()
    await page.getByText('Ask for a password').click()
    await page.getByRole('button', { name: 'Start community' }).click()
    await page.waitForURL(/\/communities\/[0-9a-f-]{36}/)
    const founded = await server.running.machine.db
      .selectFrom('leagues')
      .select(['name', 'description', 'games', 'direct_join', 'open_events'])
      .where('short_name', '=', 'EARLY')
      .executeTakeFirst()
    assert.deepEqual(founded, {
      name: 'Early Birds of May',
      description: 'We race before breakfast.',
      games: ['acc'],
      direct_join: false,
      open_events: true,
    })
  })

  test('nothing typed that early is left without a question, a search is', async () => {
    const { page } = await slowly('/settings')
    await page.getByLabel('Shown in entry lists and results').fill('Dan the Driver')
    await (await questionOfReload(page)).dismiss()
    assert.equal(await page.getByLabel('Shown in entry lists and results').inputValue(), 'Dan the Driver')

    // left in the very moment it was typed, as on a busy machine
    const { page: hasty } = await slowly('/settings')
    const field = hasty.getByLabel('Shown in entry lists and results')
    await field.click()
    const asked = hasty.waitForEvent('dialog', { timeout: 10_000 })
    void field.evaluate((input: HTMLInputElement) => {
      input.value = 'Dan the Hasty'
      input.dispatchEvent(new Event('input', { bubbles: true }))
      location.reload()
    })
    await (await asked).dismiss()
    assert.equal(await field.inputValue(), 'Dan the Hasty')

    const { page: list } = await slowly('/communities')
    const questions: string[] = []
    list.on('dialog', (dialog) => {
      questions.push(dialog.type())
      void dialog.accept()
    })
    await list.getByRole('searchbox').fill('Apex')
    await list.goto('/communities', { waitUntil: 'commit' })
    assert.deepEqual(questions, [])
  })
})
