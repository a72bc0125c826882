import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { SessionId, TournamentId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { tournamentsContract as seasons } from '#modules/tournaments/contract.ts'
import { event } from '#testing/event.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'
import { dialogOf, opener, picking, type Picking } from '../event/picks.fixture.ts'
import { shoot } from './season.fixture.ts'

/** How admins bring drivers of an event, or of the last season, into a season. */
describe('a pick list for a season in the browser', () => {
  let server: TestServer
  let windows: Windows
  let { owner, admin, drivers, apex, heat } = {} as Picking
  let round: SessionId
  let [autumn, winter] = Array<TournamentId>(2) as [TournamentId, TournamentId]

  const made = async (name: string, more: object): Promise<TournamentId> => {
    const fields = { leagueId: apex, type: 'CHAMPIONSHIP', game: 'acc', name, maxEntries: 20, ...more } as const
    return (await owner.as.done(seasons.AddTournament, {}, fields)).aggregateId as TournamentId
  }
  const at = async (id: TournamentId) => ({ id, v: (await owner.as.ask(seasons.tournament, { id })).body.v })
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    ;({ owner, admin, drivers, apex, heat } = await picking(server))
    autumn = await made('Autumn Cup', {})
    await owner.as.done(seasons.PublishTournament, await at(autumn), {})
    for (const one of drivers.slice(3)) await one.as.done(seasons.JoinTournament, { id: autumn }, {})
    const carClasses = [
      { id: 'PRO', name: 'Pro', color: '#4aa8ff', cars: ['34'], maxClassEntries: 3 },
      { id: 'AM', name: 'Am', color: '#ffd24a', cars: ['2', '8'] },
    ]
    winter = await made('Winter Cup', { carClasses, maxEntries: 4 })
    round = await event(server, owner, apex, { sessionName: 'Round one', cars: ['2', '8', '34'] })
    await owner.as.done(seasons.AddTournamentSession, await at(winter), { sessionId: round })
    await owner.as.done(seasons.PublishTournament, await at(winter), {})
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  const opened = opener(() => windows)
  const inside = async () =>
    (await owner.as.ask(seasons.participants, { id: winter })).body.participants.map(({ name, carClassId }) => `${name} ${carClassId}`).join(', ')

  test('drivers of an event and of another season are picked, and registered for the season that is chosen on a phone', async () => {
    const page = await opened(admin, `/events/${heat}#participants`, DESKTOP)
    await page.getByRole('button', { name: 'Pick drivers' }).click()
    const ofHeat = dialogOf(page, 'Pick drivers of Heat')
    await ofHeat.getByLabel('Everybody (3)').check()
    await ofHeat.getByRole('button', { name: 'Add to the pick list' }).click()
    await ofHeat.waitFor({ state: 'detached' })
    await page.goto(`/championships/${autumn}#registration`)
    await alive(page)
    await page.getByRole('button', { name: 'Pick drivers' }).click()
    const ofSeason = dialogOf(page, 'Pick drivers of Autumn Cup')
    await ofSeason.getByLabel('Everybody (2)').check()
    await assertAccessible(page, 'the dialog that picks drivers of a season')
    await ofSeason.getByRole('button', { name: 'Add to the pick list' }).click()
    await ofSeason.waitFor({ state: 'detached' })

    const phone = await opened(owner, `/championships/${winter}#registration`, PHONE)
    await phone.getByRole('button', { name: 'Register picked drivers here' }).click()
    const list = dialogOf(phone, 'Pick list: 5 drivers')
    await list.getByText('needs a car of this season: choose one').first().waitFor()
    await list.getByLabel('Car of Dan Evers').selectOption({ label: await carNamed(list, /· Am$/) })
    await list.getByText('needs a car of this season: choose one').nth(1).waitFor({ state: 'detached' })
    await assertAccessible(phone, 'the pick list for a season on a phone')
    await shoot(phone, 'phone-picks-for-season')
    await list.getByRole('button', { name: 'Register 4 drivers' }).click()
    await phone.getByText('4 drivers are in. Who did not fit stays on the list.').waitFor()
    assert.equal(await inside(), 'Anna Berg PRO, Ben Costa PRO, Cleo Dahl PRO, Dan Evers AM')
    await dialogOf(phone, 'Pick list: 1 driver')
      .getByLabel(/^Car of Eve/)
      .waitFor()
    await page.getByRole('complementary', { name: 'Pick list' }).getByText('Pick list: 1 driver').waitFor()
    await until('they are in its event', async () => (await owner.as.ask(entriesContract.entryList, { refId: round })).body.entries.length === 4)
    const hers = await opened(drivers[0]!, '/notifications', PHONE)
    await hers.getByText('An admin registered you for Winter Cup').waitFor()
  })

  test('a swap says who goes out of the season, and asks before it is done', async () => {
    const page = await opened(owner, `/championships/${winter}#registration`, DESKTOP)
    await page.getByRole('complementary', { name: 'Pick list' }).getByRole('button', { name: 'Open the pick list' }).click()
    const list = dialogOf(page, 'Pick list: 1 driver')
    await list.getByLabel(/^Car of Eve/).selectOption({ label: await carNamed(list, /· Am$/) })
    await list.getByText('the season is full').waitFor()
    await list.getByLabel('They replace the drivers who are in').click()
    await list.getByRole('heading', { name: '4 drivers go out' }).waitFor()
    await shoot(page, 'desktop-picks-swap-season')
    await list.getByLabel('I have seen who goes out').check()
    await list.getByRole('button', { name: 'Register 1 driver' }).click()
    await list.waitFor({ state: 'detached' })
    assert.equal(await inside(), 'Eve Fuchs AM')
  })

  test('a single member is added with a car and its class', async () => {
    const page = await opened(admin, `/championships/${winter}#registration`, PHONE)
    await page.getByRole('button', { name: 'Add a driver' }).click()
    const dialog = dialogOf(page, 'Add a driver to Winter Cup')
    await dialog.getByLabel('Find a member').fill('costa')
    await dialog.getByLabel('Member', { exact: true }).selectOption({ label: 'Ben Costa' })
    await dialog.getByLabel('Car', { exact: true }).selectOption({ label: await carNamed(dialog, /· Pro$/) })
    await assertAccessible(page, 'the dialog that adds a driver to a season')
    await shoot(page, 'phone-add-to-season')
    await dialog.getByRole('button', { name: 'Add to the season' }).click()
    await page.getByText('Ben Costa is in.').waitFor()
    assert.equal(await inside(), 'Eve Fuchs AM, Ben Costa PRO')
    const driver = await opened(drivers[4]!, `/championships/${winter}#registration`, PHONE)
    await driver.getByRole('link', { name: 'Ben Costa' }).waitFor()
    assert.equal(await driver.getByRole('button', { name: 'Pick drivers' }).count(), 0)
  })

  test('who is taken out of one event of a season stays in the season, and the dialog says so; of no season it says nothing of one', async () => {
    for (const [id, times] of [
      [round, 1],
      [heat, 0],
    ] as const) {
      const page = await opened(owner, `/events/${id}#participants`, PHONE)
      await page
        .getByRole('button', { name: /^Remove / })
        .first()
        .click()
      const dialog = page.getByRole('dialog', { name: /^Remove .*\?$/ })
      await dialog.getByText('The driver is told, with your reason.').waitFor()
      assert.equal(await dialog.getByText('They stay in the season').count(), times)
      await assertAccessible(page, 'the dialog that takes somebody out of an event')
      if (times > 0) await shoot(page, 'phone-remove-from-season-event')
    }
  })
})

/** The first car of the dialog that is called so. */
async function carNamed(dialog: ReturnType<Page['getByRole']>, like: RegExp): Promise<string> {
  return await dialog.getByRole('option', { name: like }).first().innerText()
}
