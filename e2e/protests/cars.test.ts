import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload } from '#modules/results/results.fixture.ts'
import { league } from '#testing/league.ts'
import { person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, openWindows, PHONE, type Windows } from '../browser.ts'

const WORDS = 'I was ahead into turn 5 and left a car’s width on the inside.'
const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

/** Dora drove two cars of the race, Cleo one. */
describe('a protest about one of two cars, in the browser', () => {
  let server: TestServer
  let windows: Windows
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  test('the form asks which car where there are several, and the case says it', async () => {
    const people = await Promise.all(['Olga Owner', 'Marco Bellini', 'Dora Klein', 'Cleo Calm'].map((name) => person(server, name)))
    const [owner, marco, dora, cleo] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0], (typeof people)[0]]
    const leagueId = await league(server, owner, { shortName: 'CARSP', members: [marco, dora, cleo] })
    const race = await runningEvent(server, owner, leagueId, { segments: ['RACE'] })
    const entries = [dora, marco, cleo].map(({ id: userId }, at) => ({ userId, raceNumber: 11 + at, carId: '34' }))
    await enter(server, race, entries)
    const driven = [[11, dora], [12, marco], [13, cleo], [99, dora]] as const // prettier-ignore
    const lines = driven.map(([number, { steamId, name }], at) => accLine(number, steamId, name, 4, 4 * LAP + at * 2000, 97_000))
    await upload(server, race.servers[0]!, '250101_203000_R.json', accFile('R', 0, lines))
    await allRead(server)
    server.clock.advance(25 * 3_600_000)

    const page = await windows.open(PHONE, marco)
    await page.goto(`/events/${race.id}#protests`)
    await alive(page)
    await page.getByRole('button', { name: 'Report an incident' }).click()
    const dialog = page.getByRole('dialog')
    const [who, car] = [dialog.getByLabel('Which driver'), dialog.getByLabel('Which car')]
    await who.selectOption({ label: '#13 Cleo Calm' })
    assert.equal(await car.count(), 0)
    await dialog.getByLabel('What happened').fill(WORDS)
    await dialog.getByLabel('Link to a video').fill(VIDEO)
    await who.selectOption({ label: '#11 Dora Klein' })
    await car.waitFor()
    const send = dialog.getByRole('button', { name: 'Send report' })
    assert.equal(await send.isDisabled(), true, 'which car is not said')
    await car.selectOption({ label: '#99 Porsche 992 GT3 R, place 4' })
    const folder = process.env['PICTURES']
    if (folder) await page.screenshot({ path: `${folder}/protest-cars-form.png`, fullPage: true })
    await assertAccessible(page, 'the form of a protest about one of two cars')
    await send.click()
    await page.getByText('The report is filed.').waitFor()
    const link = page.getByRole('link', { name: /#1|Open protest/ }).first()
    await link.waitFor()
    await link.click()
    await page.getByText('Car #99 Porsche 992 GT3 R').waitFor()
    if (folder) await page.screenshot({ path: `${folder}/protest-cars-case.png`, fullPage: true })
  })
})
