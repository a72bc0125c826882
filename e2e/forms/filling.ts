import type { Locator, Page } from 'playwright-core'
import type { Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'
import { alive } from '../browser.ts'

/** A form as somebody fills it in, to be sent once. */
export type SentForm = {
  readonly form: string
  readonly by: Person
  readonly path: string
  /** From the page to the form. */
  readonly open?: (page: Page) => Promise<void>
  readonly within?: (page: Page) => Locator
  readonly fill: (form: Locator) => Promise<void>
  readonly send: string
  /** The command it sends. */
  readonly sends?: string
  /** As how many commands it is saved, one after the other; one unless told. */
  readonly orders?: number
  /** Once the page has heard that it is done, there is nothing to send any more: the form is gone, or its button is off. */
  readonly settles?: true
  /** Whoever has sent it is nobody afterwards, and is told to log in. */
  readonly isGone?: true
}

/** It on its page, filled in, and its button. */
export async function filledIn(page: Page, row: SentForm): Promise<{ readonly form: Locator; readonly send: Locator }> {
  await page.goto(row.path)
  await alive(page)
  await row.open?.(page)
  const form = row.within?.(page) ?? page.locator('main')
  await row.fill(form)
  const send = form.getByRole('button', { name: row.send, exact: true })
  // it may come with the page's own questions, which nobody answers in a tunnel
  await send.first().waitFor()
  return { form, send }
}

/** How often somebody has changed anything. That a page with news was looked at is told by the page itself. */
export async function effectsOf({ running }: TestServer, { id }: Person): Promise<number> {
  const { rows } = await running.machine.pool.query('select count(distinct request_id)::int as n from events where actor_id = $1 and type <> $2', [
    id,
    'NotificationsRead',
  ])
  return rows[0].n
}

export const dialog = (page: Page): Locator => page.getByRole('dialog')
export const press =
  (...names: readonly string[]) =>
  async (page: Page): Promise<void> => {
    // on a phone a menu's item may be anywhere: keys reach it
    for (const name of names) await page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().press('Enter')
  }
/** A sentence for the admin's own field. */
export const reason = (form: Locator): Promise<void> => form.getByRole('textbox').fill('Three times off into the same rival.')
export const nothing = async (): Promise<void> => undefined
