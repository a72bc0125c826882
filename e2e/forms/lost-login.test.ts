import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { loginBrowser } from '#testing/mail-login.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, openWindows, PHONE, type Windows } from '../browser.ts'

/** Somebody new, in a tunnel: each step of the login arrives, and its answer does not. */
describe('the network is lost in the middle of a login by mail', () => {
  let server: TestServer
  let windows: Windows
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
  })

  const lost = (page: Page) => page.getByText('What you typed is still here').first()
  const loseNext = (page: Page, path: string): Promise<unknown> =>
    page.route(
      `**${path}`,
      async (route) => {
        // as a browser that never hears of the answer, and of its cookies
        const { method, headers, body } = {
          method: route.request().method(),
          headers: await route.request().allHeaders(),
          body: route.request().postData(),
        }
        await fetch(`${server.url}${path}`, { method, headers: { ...headers, host: new URL(server.url).host }, body })
        await route.abort('connectionreset')
      },
      { times: 1 },
    )

  test('asked once more and given once more, it signs in with the one mail that came', async () => {
    const page = await windows.open(PHONE)
    await page.goto('/login')
    await alive(page)
    await page.getByLabel('E-mail address').fill('tunnel@example.org')
    for (const path of ['/auth/browser', '/auth/email-otp/send-verification-otp']) {
      await loseNext(page, path)
      await page.getByRole('button', { name: 'Send me a code' }).click()
      await lost(page).waitFor()
      assert.equal(await page.getByLabel('E-mail address').inputValue(), 'tunnel@example.org')
    }
    await page.getByRole('button', { name: 'Send me a code' }).click()
    const field = page.getByLabel('Code from the e-mail')
    await field.fill(await loginBrowser(server.url).codeFor('tunnel@example.org'))
    await loseNext(page, '/auth/sign-in/email-otp')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await lost(page).waitFor()
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.waitForURL(/\/(welcome|$)/)
    const mails = (await (await fetch(`${server.url}/dev/mailbox.json?to=tunnel@example.org`)).json()) as { mails: unknown[] }
    assert.equal(mails.mails.length, 1)
  })
})
