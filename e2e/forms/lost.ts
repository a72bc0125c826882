import assert from 'node:assert/strict'
import type { Locator, Page, Route } from 'playwright-core'
import type { TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { PHONE, type Windows } from '../browser.ts'
import { effectsOf, filledIn, type SentForm } from './filling.ts'

/**
 * A phone in a tunnel: sent without a network, then with one that breaks after the call has arrived, then again. It is done once, nothing typed
 * is lost, and each time words say what is the matter.
 */
export async function sentFromATunnel(server: TestServer, windows: Windows, row: SentForm): Promise<void> {
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

  const lost = await loseAnswer(page)
  const asked = page.waitForRequest(SENT)
  await send.click()
  // what sends nothing fails here, and is not waited for without end
  await asked
  const { status, command } = await lost.answer
  assert.equal(status, 200)
  if (row.sends) assert.equal(command, WIRE[row.sends] ?? row.sends)
  if (!row.settles) await said(page, 'The server does not answer, it may be restarting. What you typed is still here')
  assert.equal(await effectsOf(server, row.by), before + 1)
  if (row.isGone) await page.getByRole('dialog', { name: 'Your login has ended' }).waitFor()
  else if (row.settles) {
    // whether the page hears of the loss or of its own change first
    await until('nothing is left to send', () => send.evaluateAll((buttons) => (buttons as HTMLButtonElement[]).every(({ disabled }) => disabled)))
    // where the form is gone nothing says that what was typed into it is still here
    if ((await form.count()) === 0) await page.getByText('What you typed is still here').waitFor({ state: 'detached' })
  } else {
    // what the page hears of the change takes nothing away that still waits for its answer
    assert.deepEqual(await typedIn(form), filled, 'without an answer')
    const answered = page.waitForResponse(SENT)
    await send.click()
    assert.equal((await answered).status(), 200)
  }
  const { orders = 1 } = row
  await until('all of it is saved', async () => (await effectsOf(server, row.by)) >= before + orders)
  assert.equal(await effectsOf(server, row.by), before + orders, 'done once')
  await page.context().close()
}

/** A message at the edge of the page, which stays: what is under it can be reached all the same. */
const said = (page: Page, words: string): Promise<void> => page.getByText(words).first().waitFor()

/** What stands in the fields of a form. */
const typedIn = (form: Locator): Promise<readonly string[]> =>
  form
    .locator('input, textarea, select')
    .evaluateAll((fields) =>
      (fields as HTMLInputElement[]).map(({ type, value, checked }) => `${value} ${type === 'radio' || type === 'checkbox' ? checked : ''}`),
    )

/** What some are called on the wire, where the aggregate says the rest. */
const WIRE: Readonly<Record<string, string>> = {
  ChangeSeasonCar: 'ChangeCar',
  AddTournamentSession: 'AddSession',
  RevokeCorrection: 'Revoke',
}

/** A command of the reader's; that a page with news has been looked at is told by itself. */
const SENT = /\/command\/(?!.*\/MarkRead\b)/

type Lost = { readonly status: number; readonly command: string }

/** The next command arrives, and its answer does not; tells which it was and how it was answered. */
async function loseAnswer(page: Page): Promise<{ readonly answer: Promise<Lost> }> {
  const { promise, resolve } = Promise.withResolvers<Lost>()
  const lose = async (route: Route): Promise<void> => {
    const answer = await route.fetch()
    await route.abort('connectionreset')
    const [, , , command = ''] = new URL(route.request().url()).pathname.split('/')
    resolve({ status: answer.status(), command })
  }
  await page.route(SENT, lose, { times: 1 })
  return { answer: promise }
}
