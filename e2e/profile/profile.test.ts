import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DAY_MS } from '#core/duration.ts'
import type { LeagueId } from '#core/ids.ts'
import { ownNumber } from '#modules/entries/rules/numbers.ts'
import { driven } from '#modules/profile/profile.fixture.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

const RACES = 12

/** Ann has driven twelve races: two in a community that shows results to visitors, the others in one that does not; Ben won the first two. */
describe('a driver’s profile', () => {
  let server: TestServer
  let windows: Windows
  let [owner, ann, ben]: Person[] = []
  before(async () => {
    server = await testServer({ breaks: ['weekly-limit'] })
    windows = await openWindows(server.url)
    ;[owner, ann, ben] = (await Promise.all(['Olga Owner', 'Annabel Ace', 'Benjamin Bold'].map((name) => person(server, name)))) as Person[]
    const others = await Promise.all(['Cem', 'Dan', 'Eve', 'Fay'].map((name) => person(server, `${name} Calm`)))
    const members = [ann!, ben!, ...others]
    const open: LeagueId = await league(server, owner!, { name: 'Open Racing', shortName: 'OPEN', members })
    const quiet: LeagueId = await league(server, owner!, { name: 'Quiet Racing', shortName: 'QUIET', members, openResults: false })
    for (let at = 0; at < RACES; at++) {
      const startsAt = new Date(server.clock.now().getTime() - (RACES - at) * 7 * DAY_MS)
      const order = at < 2 ? [ben!, ann!, ...others] : [ann!, ben!, ...others]
      await driven(server, owner!, at < 2 ? open : quiet, { order, startsAt, bestMs: 97_000 + at * 10, isRanked: true })
    }
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  const isWithin = (page: Awaited<ReturnType<Windows['open']>>) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

  test('on a phone: numbers, filter, pages, another driver beside, and from a best lap to its event', async () => {
    const page = await windows.open(PHONE, ben!)
    await page.goto(`/profile/${ann!.id}`)
    await alive(page)
    await page.getByRole('heading', { name: 'Annabel Ace', level: 1 }).waitFor()
    const numbers = page.locator('dl[aria-label="The career in numbers"]')
    assert.match(await numbers.innerText(), /starts\s+since .*\s+12\s+wins\s+83%\s+10\s[^]*not measured/)
    await page.getByRole('heading', { name: 'Last 10 races' }).waitFor()
    // the number everybody keeps, how the rank went, and of which game no contacts are known
    await page.getByText(`Race number ${ownNumber(ann!.id)}`).waitFor()
    await page.getByRole('img', { name: /^Rank in Assetto Corsa Competizione over the last 12 races: from 1,500 to \d,\d{3}$/ }).waitFor()
    await page.getByText('The files of Assetto Corsa Competizione tell of no contacts').waitFor()
    const badges = page.locator('section', { has: page.getByRole('heading', { name: 'Badges' }) })
    assert.match(await badges.innerText(), /Winner ×10\s+last: Monza Sprint, /)
    // among the six who were rated; how the reader did against her; the latest of her results
    assert.equal(await page.getByText(/P1 of 6$/).count(), 1)
    await page.getByText(/^P1 of 6 · peak/).waitFor()
    const against = page.locator('section', { has: page.getByRole('heading', { name: 'You and Annabel Ace' }) })
    await against.getByText('Annabel Ace ahead in 10, you in 2').waitFor()
    assert.match(await against.innerText(), /12 races together[^]*last: .*, you P2, Annabel Ace P1/)
    const recent = page.locator('section', { has: page.getByRole('heading', { name: 'Recent results' }) })
    assert.equal(await recent.getByRole('listitem').count(), 5)
    await assertAccessible(page, 'a profile on a phone')
    assert.ok(await isWithin(page), 'nothing scrolls sideways')

    await recent.getByRole('link', { name: 'All results' }).click()
    await page.getByRole('tab', { name: 'Results', selected: true }).waitFor()
    const results = page.locator('section', { has: page.getByRole('heading', { name: 'Results', exact: true }) })
    await results.getByText('12 results').waitFor()
    assert.equal(await results.getByRole('listitem').count(), 10)
    await results.getByRole('button', { name: 'Older' }).click()
    await results.getByText('Page 2 of 2').waitFor()
    await results
      .getByRole('link', { name: /Open Racing/ })
      .first()
      .waitFor()
    assert.equal(await results.getByRole('listitem').count(), 2)
    assert.match(page.url(), /\?page=2#results$/)
    await results.getByRole('button', { name: 'Filters' }).click()
    await results.getByLabel('Community').selectOption({ label: 'Open Racing' })
    await results.getByText('2 results').waitFor()
    assert.doesNotMatch(page.url(), /page=/, 'another list begins at its first page')
    await results.getByRole('button', { name: 'Qualifying' }).click()
    await results.getByText('2 results').waitFor()
    const [first] = await results.getByRole('listitem').allInnerTexts()
    assert.match(first!, /Open Racing/)
    // the same list for whoever is sent the address
    const again = await windows.open(PHONE, ben!)
    await again.goto(page.url().replace(/#.*/, ''))
    await again.getByText('2 results').waitFor()
    await again.close()
    await results.getByLabel('From').fill('2001-01-01')
    await results.getByLabel('To').fill('2001-01-02')
    await results.getByRole('heading', { name: 'No result matches' }).waitFor()
    await results.getByRole('button', { name: 'Clear filters' }).first().click()
    await results.getByText('12 results').waitFor()

    await page.getByRole('link', { name: 'Compare with me' }).click()
    await page.getByText('12 races together').waitFor()
    await page.getByRole('button', { name: 'Compare with somebody else' }).click()
    // a slip is forgiven
    await page.getByLabel('Driver').fill('anabel ace')
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /Annabel Ace/ })
      .click()
    await page.getByText('2 : 10').first().waitFor()
    await assertAccessible(page, 'two drivers on a phone')
    assert.ok(await isWithin(page), 'nothing scrolls sideways beside another')

    await page.getByRole('link', { name: 'Annabel Ace' }).first().click()
    const laps = page.locator('section', { has: page.getByRole('heading', { name: 'Best laps' }) })
    await laps.getByRole('link', { name: /1:37\.020/ }).click()
    await page.waitForURL(/\/events\/[\da-f-]+#race-1$/)
    await page.getByRole('heading', { name: 'Monza Sprint', level: 1 }).waitFor()
    await page.close()
  })

  test('a visitor is told what is opened, and that there is more', async () => {
    const page = await windows.open(DESKTOP)
    await page.goto(`/profile/${ann!.id}`)
    await alive(page)
    assert.equal(await page.getByRole('heading', { name: /^You and/ }).count(), 0)
    await page.getByRole('tab', { name: 'Results' }).click()
    await page.getByText('2 results').waitFor()
    const numbers = page.locator('dl[aria-label="The career in numbers"]')
    assert.match(await numbers.innerText(), /starts\s+since .*\s+2\s+wins\s+0%\s+0\s/)
    await page.getByText('Results of some communities are shown to people who are logged in.').waitFor()
    await page.getByRole('tab', { name: 'Overview' }).click()
    await page.getByRole('tabpanel', { name: 'Overview' }).waitFor()
    // few races stand in a frame of their own width
    const frame = (await page
      .locator('section', { has: page.getByRole('heading', { name: 'Last 2 races' }) })
      .locator('ol')
      .boundingBox())!
    assert.ok(frame.width < 2 * 120, `two races in ${frame.width} px`)
    assert.equal(await page.getByText('Quiet Racing').count(), 1, 'a community that Ann is in, of which no race is told')
    await assertAccessible(page, 'a profile for a visitor')
    await page.goto(`/profile/${ann!.id}/compare/${ben!.id}`)
    await page.getByText('0 : 2').first().waitFor()
    await assertAccessible(page, 'two drivers for a visitor')
    await page.close()
  })

  test('the search names licence and rank', async () => {
    const page = await windows.open(DESKTOP, ben!)
    await page.goto('/')
    await alive(page)
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox').fill('Annabel Ace')
    const found = page.getByRole('option', { name: /Annabel Ace/ })
    await found.waitFor()
    assert.match(await found.innerText(), /rookie 2\.50/i)
    await page.close()
  })
})
