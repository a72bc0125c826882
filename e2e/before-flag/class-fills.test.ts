import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SessionId } from '#core/ids.ts'
import { classOf } from '#modules/entries/entries.fixture.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, openWindows, PHONE, type Windows } from '../browser.ts'

const [COMMUNITY, ENTRY, TOS] = ['open sesame', 'let me in', 'Do not ram.'] as const
const [GT3, GT4] = ['2', '50'] as const

/** Everything that can be asked is asked, and the seat goes to somebody else between the last look and the last tap. */
describe('a class that fills while somebody registers', () => {
  let server: TestServer
  let windows: Windows
  let [olga, nina, fast] = Array<Person>(3) as [Person, Person, Person]
  let race: SessionId
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    const names = ['Olga Owner', 'Nina Newcomer', 'Fay Fast']
    ;[olga, nina, fast] = (await Promise.all(names.map((name) => person(server, name, { plan: 'SPORT' })))) as [Person, Person, Person]
    const leagueId = await league(server, olga, { type: 'OPEN_EVENTS_COMMUNITY', password: COMMUNITY, tos: TOS, members: [fast] })
    race = await event(server, olga, leagueId, {
      cars: [],
      carClasses: [classOf('GT3', GT3, 1), classOf('GT4', GT4, 5)],
      entryPassword: ENTRY,
    })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  test('it is said at the car, all that was typed stays, another class is chosen, and they are in', async () => {
    const page = await windows.open(PHONE, nina)
    await page.goto(`/events/${race}`)
    await alive(page)
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Register', exact: true })
    await dialog.getByLabel('Password of the community').fill(COMMUNITY)
    await dialog.getByLabel('I accept these terms').check()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    const [gt3, gt4] = [dialog.getByRole('radio').nth(0), dialog.getByRole('radio').nth(1)]
    await gt3.check({ force: true })
    await dialog.getByLabel('Race number').fill('77')
    await dialog.getByLabel('Entry password').fill(ENTRY)
    let isSent = false
    // somebody else is there first, between the last look and this tap
    await page.route('**/command/entry-list/AddEntry/**', async (route) => {
      if (!isSent) {
        isSent = true
        await fast.as.done(entriesContract.AddEntry, { refId: race }, { ...entryBody(GT3), password: ENTRY })
      }
      await route.continue()
    })
    await dialog.getByRole('button', { name: 'Register', exact: true }).click()
    const cars = dialog.getByRole('radiogroup', { name: 'Car' })
    await cars.getByText('All seats of this class are taken.').waitFor()
    assert.equal(await cars.getAttribute('aria-invalid'), 'true')
    await assertAccessible(page, 'a class that has filled')
    assert.deepEqual([await dialog.getByLabel('Race number').inputValue(), await dialog.getByLabel('Entry password').inputValue()], ['77', ENTRY])
    assert.ok(await gt3.isChecked())
    await gt4.check({ force: true })
    await dialog.getByRole('button', { name: 'Register', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('You are in').first().waitFor()
    const { entries } = (await olga.as.ask(entriesContract.entryList, { refId: race })).body
    assert.deepEqual(
      entries.map(({ participant, car, raceNumber }) => [participant.name, car.model, participant.name === nina.name && raceNumber]),
      [
        ['Fay Fast', GT3, false],
        ['Nina Newcomer', GT4, 77],
      ],
    )
  })
})
