import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { entriesContract } from '#modules/entries/contract.ts'
import { entryBody, event } from '#testing/event.ts'
import { apply, league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, openWindows, PHONE, type Windows } from '../browser.ts'

describe('a reason that was typed and not sent', () => {
  let server: TestServer
  let windows: Windows
  let ada: Person
  let places: Readonly<Record<string, string>>
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    const [owner, bea, dora, kim] = (await Promise.all(['Ada Admin', 'Bea Berg', 'Dora Dahl', 'Kim Koch'].map((name) => person(server, name)))) as [
      Person,
      Person,
      Person,
      Person,
    ]
    ada = owner
    const apex = await league(server, ada, { name: 'Apex', members: [bea, kim] })
    const gate = await league(server, ada, { name: 'Gate', directJoin: false })
    await apply(dora, gate)
    const race = await event(server, ada, apex, { maxEntries: 2 })
    await server.running.machine.db.updateTable('sessions').set({ registration_opens_at: server.clock.now() }).execute()
    for (const who of [bea, ada, kim]) await who.as.done(entriesContract.AddEntry, { id: race }, entryBody('2', { waitingList: true }))
    places = { apex: `/communities/${apex}`, gate: `/communities/${gate}`, race: `/events/${race}` }
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
  })

  const SEASONS = 'Whoever drives a championship here is out of it for good.'
  for (const [at, hash, press, says] of [
    ['apex', '#members', ['Actions for Bea Berg', 'Ban …'], SEASONS],
    ['apex', '#members', ['Actions for Bea Berg', 'Remove …'], SEASONS],
    ['gate', '#manage-applications', ['Decline Dora Dahl'], 'The applicant reads it.'],
    ['race', '#participants', ['Remove Bea Berg'], 'The seat goes to the waiting list at once.'],
    ['race', '#participants', ['Remove Kim Koch'], 'The driver is told, with your reason.'],
  ] as const)
    test(`is there again after a reload: ${press.join(' ')}`, async () => {
      const page = await windows.open(PHONE, ada)
      const opened = async () => {
        await page.goto(`${places[at]}${hash}`)
        await alive(page)
        for (const name of press) await page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click()
        return page.getByRole('dialog').getByRole('textbox')
      }
      await (await opened()).fill('Three times off into the same rival.')
      await page.reload()
      const again = await opened()
      await page
        .getByRole('dialog')
        .getByText(/You began this on/)
        .waitFor()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(says).waitFor()
      assert.equal(await dialog.getByText('The seat goes').count(), says.startsWith('The seat') ? 1 : 0)
      assert.equal(await again.inputValue(), 'Three times off into the same rival.')
      await page.context().close()
    })
})
