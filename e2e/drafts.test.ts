import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import type { LeagueId } from '#core/ids.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openBrowser, questionOfReload, visit } from './browser.ts'

/** What is typed into a long form and not sent is there again, whatever came between. */
describe('a draft', () => {
  let server: TestServer
  let browser: Browser
  let olga: Person
  let other: Person
  let leagueId: LeagueId
  before(async () => {
    server = await testServer()
    browser = await openBrowser()
    ;[olga, other] = await Promise.all([person(server, 'Olga Owner'), person(server, 'Otto Other')])
    leagueId = await league(server, olga, { shortName: 'DRAFT' })
  })
  after(async () => {
    await browser?.close()
    await server?.stop()
  })
  const opened = (who: Person) => visit(browser, server.url, DESKTOP, who)
  const description = (page: Page): Locator => page.getByLabel('Description')
  const found = (page: Page): Locator => page.getByText(/You began this on .* and did not finish/)
  const kept = (page: Page): Promise<string> => page.evaluate(() => JSON.stringify(localStorage))

  test('of a new community survives a reload, Back, an expired login and a server that is gone; no password is kept', async () => {
    const { page, context } = await opened(olga)
    await page.goto('/communities/new')
    await page.getByLabel('Name', { exact: true }).fill('Night Owls')
    await description(page).fill('We race on Fridays.')
    await page.getByText('Ask for a password').click()
    await page.getByLabel('Password', { exact: true }).fill('sesame-open')
    assert.ok(!(await kept(page)).includes('sesame'))
    // the password is typed and nowhere kept: leaving asks, and staying loses nothing
    await page.getByRole('link', { name: 'Events' }).first().click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    await assertAccessible(page, 'the question whether to leave')
    await page.getByRole('button', { name: 'Stay here' }).click()
    assert.equal(await page.getByLabel('Password', { exact: true }).inputValue(), 'sesame-open')
    await page.getByText('Ask for a password').click()
    // nobody is asked who loses nothing
    await page.getByRole('link', { name: 'Events' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
    await page.goBack()
    await found(page).waitFor()
    assert.equal(await description(page).inputValue(), 'We race on Fridays.')
    await page.reload()
    await found(page).waitFor()
    await assertAccessible(page, 'a draft that was found')
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Night Owls')
    await page.getByRole('button', { name: 'Continue your draft' }).click()
    await found(page).waitFor({ state: 'detached' })

    await page.getByLabel('Short name').fill('OWLS')
    // nothing answers any more, and what is typed meanwhile is kept too
    await page.route('**/command/**', (call) => call.abort())
    await description(page).fill('We race on Fridays, at nine.')
    await page.getByRole('button', { name: 'Start community' }).click()
    await page.getByText('What you typed is still here').first().waitFor()
    await page.unroute('**/command/**')
    await page.reload()
    await found(page).waitFor()
    assert.equal(await description(page).inputValue(), 'We race on Fridays, at nine.')

    const cookies = await context.cookies()
    await context.clearCookies()
    await page.reload()
    await page.waitForURL(/\/login/)
    await context.addCookies(cookies)
    await page.goto('/communities/new')
    await found(page).waitFor()
    assert.equal(await description(page).inputValue(), 'We race on Fridays, at nine.')

    // somebody else at the same browser sees nothing of it
    await context.clearCookies()
    const [name = '', value = ''] = other.as.cookie!.split('=')
    await context.addCookies([{ name, value, url: server.url }])
    await page.goto('/communities/new')
    await page.getByLabel('Name', { exact: true }).waitFor()
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), '')
    await context.clearCookies()
    await context.addCookies(cookies)

    await page.goto('/communities/new')
    await found(page).waitFor()
    await page.getByRole('button', { name: 'Start community' }).click()
    await page.waitForURL(/\/communities\/[0-9a-f-]{36}/)
    assert.ok(!(await kept(page)).includes('Fridays'), 'sent is forgotten')
    await page.goto('/communities/new')
    await page.getByLabel('Name', { exact: true }).waitFor()
    assert.equal(await description(page).inputValue(), '')
    await context.close()
  })

  test('that another tab has sent is offered no more, neither where it was found already nor anew', async () => {
    const { page: first, context } = await opened(other)
    await first.goto('/communities/new')
    await first.getByLabel('Name', { exact: true }).fill('Early Birds')
    await first.getByLabel('Short name').fill('BIRDS')
    await description(first).fill('We race at six.')
    const second = await context.newPage()
    await second.goto('/communities/new')
    await found(second).waitFor()
    await first.getByRole('button', { name: 'Start community' }).click()
    await first.waitForURL(/\/communities\/[0-9a-f-]{36}/)
    await found(second).waitFor({ state: 'detached' })
    assert.equal(await description(second).inputValue(), '')
    await second.reload()
    await alive(second)
    assert.equal(await found(second).count(), 0)
    assert.ok(!(await kept(second)).includes('at six'))
    await context.close()
  })

  test('of each of two tabs is its own: a reload brings back what was typed there, and what is gone on with elsewhere is not left as if it were kept', async () => {
    const { page: first, context } = await opened(olga)
    await first.goto('/communities/new')
    const second = await context.newPage()
    await second.goto('/communities/new')
    await alive(second)
    await description(first).fill('Words of the first')
    await description(second).fill('Words of the second')
    for (const [page, words] of [
      [first, 'Words of the first'],
      [second, 'Words of the second'],
    ] as const) {
      await page.reload()
      await found(page).waitFor()
      assert.equal(await description(page).inputValue(), words)
    }
    // a third finds the latest, and goes on with it: the tab it came from keeps its own again only when something more is typed there
    await description(second).fill('Words of the second, and more')
    const third = await context.newPage()
    await third.goto('/communities/new')
    await found(third).waitFor()
    assert.equal(await description(third).inputValue(), 'Words of the second, and more')
    await second.evaluate(() => {
      const told = (tell: (told: boolean) => void): void => addEventListener('storage', ({ newValue }) => newValue === null && tell(true))
      Object.assign(window, { told: new Promise(told) })
    })
    await description(third).fill('Words of the third')
    // a browser tells its other tabs a moment later
    await second.evaluate(() => (window as never as { told: Promise<boolean> }).told)
    await (await questionOfReload(second)).dismiss()
    await third.getByLabel('Name', { exact: true }).fill('Third Time')
    await third.getByLabel('Short name').fill('THIRD')
    await third.getByRole('button', { name: 'Start community' }).click()
    await third.waitForURL(/\/communities\/[0-9a-f-]{36}/)
    await first.reload()
    await found(first).waitFor()
    assert.equal(await description(first).inputValue(), 'Words of the first')
    assert.ok(!(await kept(first)).includes('second'), 'what was gone on with and sent is offered no more')
    await first.getByRole('button', { name: 'Start anew' }).click()
    await context.close()
  })

  test('of a community that exists is begun anew, and is gone after some days', async () => {
    const { page, context } = await opened(olga)
    const path = `/communities/${leagueId}#manage-community`
    await page.goto(path)
    await description(page).fill('First words')
    await page.reload()
    await found(page).waitFor()
    await page.getByRole('button', { name: 'Start anew' }).click()
    assert.equal(await description(page).inputValue(), '')
    await page.reload()
    await description(page).waitFor()
    assert.equal(await found(page).count(), 0)
    await description(page).fill('Second words')
    await page.evaluate(() => {
      for (const [key, text] of Object.entries(localStorage))
        if (key.startsWith('draft ')) localStorage.setItem(key, JSON.stringify({ ...JSON.parse(text), at: Date.now() - 15 * 86_400_000 }))
    })
    await page.reload()
    await description(page).waitFor()
    assert.equal(await description(page).inputValue(), '')
    await context.close()
  })

  test('nothing that is not kept is left without a question', async () => {
    const { page, context } = await opened(olga)
    await page.goto('/settings')
    await page.getByLabel('Shown in entry lists and results').fill('Olga the Owner')
    await page.getByRole('link', { name: 'Events' }).first().click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await page.waitForURL(/\/events$/)
    await page.goto('/settings')
    await alive(page)
    await page.getByLabel('Shown in entry lists and results').fill('Olga the Owner')
    await (await questionOfReload(page)).accept()
    await context.close()
  })
})
