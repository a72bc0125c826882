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
    const [owner, bea, dora] = (await Promise.all(['Ada Admin', 'Bea Berg', 'Dora Dahl'].map((name) => person(server, name)))) as [
      Person,
      Person,
      Person,
    ]
    ada = owner
    const apex = await league(server, ada, { name: 'Apex', members: [bea] })
    const gate = await league(server, ada, { name: 'Gate', directJoin: false })
    await apply(dora, gate)
    const race = await event(server, ada, apex)
    await server.running.machine.db.updateTable('sessions').set({ registration_opens_at: server.clock.now() }).execute()
    await bea.as.done(entriesContract.AddEntry, { id: race }, entryBody('2'))
    places = { apex: `/communities/${apex}`, gate: `/communities/${gate}`, race: `/events/${race}` }
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
  })

  for (const [at, hash, press] of [
    ['apex', '#members', ['Actions for Bea Berg', 'Ban …']],
    ['apex', '#members', ['Actions for Bea Berg', 'Remove …']],
    ['gate', '#manage-applications', ['Decline Dora Dahl']],
    ['race', '#participants', ['Remove Bea Berg']],
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
      assert.equal(await again.inputValue(), 'Three times off into the same rival.')
      await page.context().close()
    })
})
