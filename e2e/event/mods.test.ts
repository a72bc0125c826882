import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { modsContract } from '#modules/mods/contract.ts'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, tabTo, type Windows } from '../browser.ts'

const SECRET = 'https://files.example/only-ours'

describe('mods', () => {
  let server: TestServer
  let windows: Windows
  let [olga, dora] = Array<Person>(2) as [Person, Person]
  let leagueId: LeagueId
  let race: SessionId
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    ;[olga, dora] = await Promise.all([person(server, 'Olga Owner'), person(server, 'Dora Klein')])
    leagueId = await league(server, olga, { members: [dora] })
    race = await event(server, olga, leagueId)
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  test('by keyboard an admin says what the track is of, and the event has a tab for it', async () => {
    const page = await windows.open(DESKTOP, olga)
    await page.goto(`/events/${race}#admin`)
    await alive(page)
    assert.equal(await page.getByRole('tab', { name: 'Mods' }).count(), 0)
    await tabTo(page, page.getByRole('button', { name: 'Add a mod' }))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New mod' })
    await dialog.getByLabel('Name').waitFor()
    await page.keyboard.press('Enter')
    await dialog.getByText('Choose the track or a car.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await tabTo(page, page.getByRole('button', { name: 'Add a mod' }))
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Name').waitFor()
    await page.keyboard.type('Monza, new kerbs')
    await page.keyboard.press('Tab')
    await page.keyboard.type('1.2')
    await page.keyboard.press('Tab')
    await page.keyboard.type('https://mods.example/monza')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await assertAccessible(page, 'a new mod')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const tab = page.getByRole('tab', { name: 'Mods' })
    await tab.waitFor()
    await assertAccessible(page, 'the admin tab')
    await page.getByRole('button', { name: 'Edit Monza, new kerbs' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit mod' })
    await edit.getByLabel('Version').fill('1.3')
    await edit.getByRole('button', { name: 'Save' }).click()
    await edit.waitFor({ state: 'detached' })
    await tab.click()
    await page.getByRole('tabpanel').getByText('Version 1.3').waitFor()
    await assertAccessible(page, 'the mods of an event')
  })

  test('a visitor on a phone is told of what is for members, and sent nothing of it', async () => {
    await olga.as.done(
      modsContract.AddMod,
      {},
      {
        leagueId,
        game: 'acc',
        name: 'Our liveries',
        version: '7',
        url: SECRET,
        onlyFor: 'MEMBERS',
        cars: ['34'],
      },
    )
    const page = await windows.open(PHONE)
    const sent: string[] = []
    page.on('response', async (response) => {
      if (/json|html/.test(response.headers()['content-type'] ?? '')) sent.push(await response.text().catch(() => ''))
    })
    await page.goto(`/events/${race}`)
    await alive(page)
    await page.getByRole('tab', { name: 'Mods' }).click()
    const panel = page.getByRole('tabpanel')
    await panel
      .getByRole('note')
      .getByText(/members of the community alone/)
      .waitFor()
    const link = panel.getByRole('link', { name: 'Download Monza, new kerbs from mods.example' })
    assert.deepEqual([await link.getAttribute('href'), await link.getAttribute('rel')], ['https://mods.example/monza', 'noopener noreferrer'])
    await panel.getByText('Leads to mods.example, a site that is not ours').waitFor()
    await assertAccessible(page, 'the mods on a phone')
    assert.ok(sent.some((text) => text.includes('mods.example')))
    assert.equal(sent.filter((text) => /only-ours|Our liveries/.test(text)).length, 0)
  })

  test('a member has it', async () => {
    const page = await windows.open(PHONE, dora)
    await page.goto(`/events/${race}#mods`)
    await alive(page)
    const link = page.getByRole('tabpanel').getByRole('link', { name: 'Download Our liveries from files.example' })
    await link.waitFor()
    assert.equal(await link.getAttribute('href'), SECRET)
    assert.equal(await page.getByRole('note').count(), 0)
  })
})
