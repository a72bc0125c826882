import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page, Route } from 'playwright-core'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { openWindows, PHONE, type Windows } from '../browser.ts'
import { VERSIONED_NAMES } from '../two-tabs/edits.ts'
import { versionedForms } from '../two-tabs/forms.ts'
import { placeOfForms } from '../two-tabs/place.ts'
import { effectsOf, filledIn, type SentForm } from './filling.ts'
import { emptyForms } from './sent-forms.ts'

const EMPTY = [
  'a new community',
  'a new event',
  'a first login',
  'a registration',
  'a place to watch from',
  'a draft published',
  'new terms accepted',
  'a community handed over',
  'joining with a password',
  'a refused application',
  'an entry taken off',
  'a result file',
  'a file taken back',
  'a driver named',
  'a result corrected',
  'a later result taken',
  'a choice taken back',
  'a protest',
  'an answer to a protest',
  'an appeal',
  'a vote on a protest',
  'a penalty let go',
  'a name',
  'a removal',
  'a ban',
] as const

/** Saved, the number in the field is the one that stands there. */
const SETTLES: ReadonlySet<string> = new Set(['an account of a member'])

/**
 * A phone in a tunnel: sent without a network, then with one that breaks after the call has arrived, then again. It is done once, nothing typed
 * is lost, and each time words say what is the matter.
 */
describe('the network is lost in the middle of', () => {
  let server: TestServer
  let windows: Windows
  let forms: readonly SentForm[]
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    const place = await placeOfForms(server)
    const versioned = versionedForms(place).map(({ form, by = place.olga, path, open, within, mine, save }): SentForm => ({
      form,
      by,
      path,
      open,
      within,
      fill: mine,
      send: save,
      ...(SETTLES.has(form) ? { settles: true } : {}),
    }))
    forms = [...(await emptyForms(server)), ...versioned]
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
  })

  for (const name of [...EMPTY, ...VERSIONED_NAMES])
    test(name, async () => {
      const row = forms.find(({ form }) => form === name)!
      const page = await windows.open(PHONE, row.by)
      const { form, send } = await filledIn(page, row)
      const filled = await typedIn(form)
      const before = await effectsOf(server, row.by)

      await page.context().setOffline(true)
      await send.click()
      await said(page, 'You are offline. What you typed is still here')
      assert.deepEqual(await typedIn(form), filled, 'without a network')
      await page.context().setOffline(false)
      assert.equal(await effectsOf(server, row.by), before)

      const lost = loseAnswer(page)
      await send.click()
      assert.equal(await lost, 200)
      if (!row.settles) await said(page, 'The server does not answer, it may be restarting. What you typed is still here')
      assert.equal(await effectsOf(server, row.by), before + 1)
      if (row.settles) {
        // whether the page hears of the loss or of its own change first
        await until('nothing is left to send', () =>
          send.evaluateAll((buttons) => (buttons as HTMLButtonElement[]).every(({ disabled }) => disabled)),
        )
        // where the form is gone nothing says that what was typed into it is still here
        if ((await form.count()) === 0) await page.getByText('What you typed is still here').waitFor({ state: 'detached' })
      } else {
        // what the page hears of the change takes nothing away that still waits for its answer
        assert.deepEqual(await typedIn(form), filled, 'without an answer')
        const answered = page.waitForResponse((answer) => answer.url().includes('/command/'))
        await send.click()
        assert.equal((await answered).status(), 200)
      }
      assert.equal(await effectsOf(server, row.by), before + 1, 'done once')
      await page.context().close()
    })

  test('all of them are here', () =>
    assert.deepEqual(
      forms.map(({ form }) => form),
      [...EMPTY, ...VERSIONED_NAMES],
    ))
})

/** A message at the edge of the page, which stays: what is under it can be reached all the same. */
const said = (page: Page, words: string): Promise<void> => page.getByText(words).first().waitFor()

/** What stands in the fields of a form. */
const typedIn = (form: Locator): Promise<readonly string[]> =>
  form
    .locator('input, textarea, select')
    .evaluateAll((fields) =>
      (fields as HTMLInputElement[]).map(({ type, value, checked }) => `${value} ${type === 'radio' || type === 'checkbox' ? checked : ''}`),
    )

/** The next command arrives, and its answer does not; tells how it was answered. */
function loseAnswer(page: Page): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const lose = async (route: Route): Promise<void> => {
    const answer = await route.fetch()
    await route.abort('connectionreset')
    resolve(answer.status())
  }
  return page.route('**/command/**', lose, { times: 1 }).then(() => promise)
}
