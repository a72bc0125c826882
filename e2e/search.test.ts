import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { DESKTOP, openWindows, PHONE, type Windows } from './browser.ts'

describe('finding things by the keyboard', () => {
  let server: TestServer
  let windows: Windows
  let anna: Person
  let bert: Person
  let league: string
  before(async () => {
    server = await testServer()
    anna = await person(server, 'Anna Berg')
    bert = await person(server, 'Bert Íñigo')
    const fields = { languages: ['en' as const], directJoin: true }
    league = (await anna.as.done(leaguesContract.AddLeague, {}, { ...fields, name: 'Apex Racing', shortName: 'APEX' })).aggregateId
    await bert.as.done(leaguesContract.AddLeague, {}, { ...fields, name: 'Settings', shortName: 'SETT' })
    windows = await openWindows(server.url)
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
  })

  const openSearch = async (page: Awaited<ReturnType<Windows['open']>>) => {
    const box = page.getByRole('combobox', { name: /Search/ })
    // the keys are heard once the page has come alive
    while (!(await box.isVisible())) await page.keyboard.press('Control+k')
    return box
  }
  const first = (page: Awaited<ReturnType<Windows['open']>>) => page.getByRole('option').first()

  test('an admin starts an event from the search, and goes where they want by other words for it', async () => {
    const page = await windows.open(DESKTOP, anna)
    await page.goto('/')
    await openSearch(page)
    await page.keyboard.type('plan apex')
    await page.getByRole('option', { name: 'Create an event in Apex Racing', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/communities/${league}/new-event`)
    await openSearch(page)
    await page.keyboard.type('preferences')
    await first(page).getByText('Settings').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/settings')
    await page.context().close()
  })

  test('who administers nothing is offered nothing of it, and a visitor the way in', async () => {
    const page = await windows.open(PHONE)
    await page.goto('/')
    await openSearch(page)
    await page.keyboard.type('create event')
    await page.getByText('Nothing found for').waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('sign in')
    await first(page).getByText('Log in').waitFor()
    await page.context().close()
  })

  test('what is called exactly so stands first; accents and a wrong letter do no harm; how many is said', async () => {
    const page = await windows.open(DESKTOP, anna)
    await page.goto('/')
    await openSearch(page)
    for (const [typed, name] of [
      ['settings', 'Settings'],
      ['bert inigo', 'Bert Íñigo'],
      ['apex racnig', 'Apex Racing'],
      ['acc', 'Events of ACC'],
    ] as const) {
      await page.keyboard.press('Control+a')
      await page.keyboard.type(typed)
      await first(page).getByText(name, { exact: true }).waitFor()
    }
    await page.keyboard.press('Control+a')
    await page.keyboard.type('settings')
    await page.getByRole('option').nth(1).waitFor()
    await first(page).getByText('Communities').waitFor()
    await page.getByText(/^\d+ results?/).waitFor()
    await page.context().close()
  })

  test('arrows choose, Enter does it, Escape closes and gives the focus back', async () => {
    const page = await windows.open(DESKTOP)
    await page.goto('/')
    const button = page.getByRole('button', { name: 'Search' }).first()
    await openSearch(page)
    await page.keyboard.press('Escape')
    await page.getByRole('combobox').waitFor({ state: 'detached' })
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('combobox').waitFor({ state: 'detached' })
    assert.equal(await button.evaluate((one) => one === document.activeElement), true)
    await openSearch(page)
    await page.keyboard.type('theme')
    await page.getByRole('option', { name: 'Colours: Dark', selected: true }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'Colours: Light', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'light')
    await page.context().close()
  })

  test('a track is picked by its nickname, a layout or with a letter wrong', async () => {
    const page = await windows.open(DESKTOP, anna)
    await page.goto(`/communities/${league}/new-event`)
    await page.getByRole('button', { name: /Assetto Corsa Competizione/ }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    const track = page.getByRole('combobox', { name: 'Track' })
    await track.click()
    for (const [typed, name] of [
      ['imola', /Imola|Enzo e Dino/],
      ['nords', /Nürburgring|Nordschleife/],
      ['spa', /^Spa|Spa-Franc/],
      ['slverstone', /Silverstone/],
      ['zandvoort circ', /Zandvoort/],
    ] as const) {
      await track.fill(typed)
      await page.getByRole('option').first().filter({ hasText: name }).waitFor()
    }
    await page.keyboard.press('Enter')
    assert.match(await track.inputValue(), /Zandvoort/)
    await page.context().close()
  })
})
