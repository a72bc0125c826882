import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from './browser.ts'

describe('accounts that games need', () => {
  let server: TestServer
  let windows: Windows
  let ada: Person
  let bea: Person
  let apex: LeagueId
  let race: SessionId
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    ;[ada, bea] = (await Promise.all(['Ada Admin', 'Bea Berg'].map((name) => person(server, name)))) as [Person, Person]
    apex = await league(server, ada, { members: [bea] })
    race = await event(server, ada, apex, { game: 'r3e', trackId: '1670', layoutId: '1671', cars: ['5818', '6168'] })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  test('a driver is told what is missing before registering, links it on the phone and is in', async () => {
    const page = await windows.open(PHONE, bea)
    await page.goto(`/events/${race}`)
    await alive(page)
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('RaceRoom events need your RaceRoom account').waitFor()
    assert.equal(await dialog.getByRole('radio').count(), 0)
    await assertAccessible(page, 'the registration without the account')
    await dialog.getByLabel('Your RaceRoom number').fill('no number')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('That is no number of an account').waitFor()
    await assertAccessible(page, 'the form of an account')
    await dialog.getByLabel('Your RaceRoom number').fill('4711')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('radio').first().check({ force: true })
    await dialog.getByRole('button', { name: 'Register' }).click()
    await page.getByText('You are in').first().waitFor()
    await page.goto('/settings#social-settings')
    await page.getByText('told, not proven').waitFor()
    await assertAccessible(page, 'the linked accounts')
  })

  test('the account stays while the event needs it', async () => {
    const page = await windows.open(PHONE, bea)
    await page.goto('/settings#social-settings')
    await page.getByRole('button', { name: 'Unlink RaceRoom' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
    await page.getByRole('dialog').getByText('You are registered for Friday GT').waitFor()
    await assertAccessible(page, 'an account that is needed')
  })

  test('an admin sets it right; the driver reads so', async () => {
    const page = await windows.open(DESKTOP, ada)
    await page.goto(`/communities/${apex}#members`)
    await page.getByRole('button', { name: 'Actions for Bea Berg' }).click()
    await page.getByRole('button', { name: 'Game accounts' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'RaceRoom' }).fill('4712')
    await assertAccessible(page, 'the accounts of a member')
    await dialog.getByRole('button', { name: 'Set right' }).first().click()
    await page.getByText('Bea Berg is told.', { exact: true }).waitFor()
    const hers = await windows.open(PHONE, bea)
    await hers.goto('/notifications')
    await hers.getByText('said that your RaceRoom account is 4712 (before: 4711)').waitFor()
    const remove = dialog.getByRole('button', { name: 'The RaceRoom account is not theirs' })
    await remove.click()
    // leaving the page before the answer would call the request off
    await remove.waitFor({ state: 'detached' })
    await page.goto(`/events/${race}#participants`)
    await page.getByText('no RaceRoom account').first().waitFor()
    await assertAccessible(page, 'an entry without an account')
  })
})
