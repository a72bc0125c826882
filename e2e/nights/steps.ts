import type { Page } from 'playwright-core'
import { alive, assertAccessible } from '../browser.ts'

/** Founds a community that visitors may read; answers its address. */
export async function foundCommunity(page: Page, name: string, shortName: string): Promise<string> {
  await page.goto('/communities/new')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Short name').fill(shortName)
  await assertAccessible(page, 'the form of a new community')
  await page.getByText('Participants and results open to everybody').click()
  await page.getByRole('button', { name: 'Start community' }).click()
  await page.waitForURL(/\/communities\/[0-9a-f-]{36}/)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await assertAccessible(page, 'a new community')
  return new URL(page.url()).pathname
}

export type Planned = {
  /** As the first step calls it. */
  readonly game: string | RegExp
  readonly track: string
  readonly cars: { readonly byClass: string } | { readonly byName: string }
  /** Left out: as usual for the game. */
  readonly hosting?: 'AUTOMATIC' | 'ELSEWHERE'
  /** Out of the game's public lobby. */
  readonly isProtected?: boolean
}

/** Plans an event in four steps, from the page of its community, and publishes it; answers its address. */
export async function planEvent(page: Page, { game, track, cars, hosting, isProtected }: Planned): Promise<string> {
  await page.getByRole('link', { name: 'New event' }).first().click()
  await page.getByRole('button', { name: game }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  const box = page.getByRole('combobox', { name: 'Track' })
  await box.click()
  await box.fill(track)
  await page.getByRole('option').first().click()
  if ('byClass' in cars) await page.getByRole('group', { name: 'Cars by class' }).getByText(cars.byClass).click()
  else await page.getByLabel('Find a car').fill(cars.byName)
  await page.getByRole('button', { name: 'Pick all shown' }).click()
  await assertAccessible(page, 'the choice of track and cars')
  await page.getByRole('button', { name: 'Next' }).click()
  await assertAccessible(page, 'the plan of an event')
  await page.getByRole('button', { name: 'Next' }).click()
  await assertAccessible(page, 'the limits of an event')
  if (hosting) await page.getByLabel('Where the server runs').selectOption(hosting)
  if (isProtected) {
    await page.getByText('Passwords and server').click()
    await page.getByLabel('Server protection').check({ force: true })
  }
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.waitForURL(/\/events\/[0-9a-f-]{36}/)
  return new URL(page.url()).pathname
}

/** Joins the community of an event from the event's page; the registration comes later. */
export async function joinFrom(page: Page, event: string): Promise<void> {
  await page.goto(event)
  await alive(page)
  await page.getByRole('button', { name: 'Join the community' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Join', exact: true }).click()
  await page.getByRole('dialog', { name: 'Register' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Registers with the mouse, in the car at a place of the dialog. */
export async function register(page: Page, car: number): Promise<void> {
  // a press made long before the page's scripts are there is forgotten (web/kit/focus/early-press.ts)
  await alive(page)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await assertAccessible(page, 'the registration dialog')
  await dialog.getByRole('radio').nth(car).check({ force: true })
  await dialog.getByRole('button', { name: 'Register' }).click()
  await page.getByText('You are in').first().waitFor()
}

/** The results on an open page, which loads nothing anew for them. */
export async function seeRace(page: Page, names: readonly string[], timeoutMs: number): Promise<void> {
  const tab = page.getByRole('tab', { name: 'Race' })
  await tab.waitFor({ timeout: timeoutMs })
  await tab.click()
  for (const name of names) await page.getByRole('row', { name: new RegExp(name) }).waitFor()
}
