import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, TournamentId } from '#core/ids.ts'
import { tournamentsContract as calls } from '#modules/tournaments/contract.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

const TRACKS = ['Monza', 'Spa', 'Imola', 'Zandvoort', 'Suzuka', 'Silverstone', 'Misano', 'Kyalami']
const CLASSES = [
  { id: 'GT3', name: 'GT3', color: '#4aa8ff', cars: ['2'] },
  { id: 'GT4', name: 'GT4', color: '#c27bff', cars: ['50'] },
]
type Page = Awaited<ReturnType<Windows['open']>>

describe('a season is planned in the browser', () => {
  let server: TestServer
  let windows: Windows
  let owner: Person
  let league: LeagueId
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    owner = await person(server, 'Dora Klein', { country: 'DE' })
    league = await found(server, owner, { name: 'Apex Racing League', shortName: 'APEXP' })
    await event(server, owner, league, { sessionName: 'Friday multiclass', cars: [], carClasses: CLASSES, publish: false })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  const shoot = async (page: Page, name: string): Promise<void> => {
    const folder = process.env['PICTURES']
    if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
  }
  const seen = async (id: string) => (await owner.as.ask(calls.tournament, { id: id as TournamentId })).body
  const idOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1)!
  const addTrack = async (page: Page, name: string): Promise<void> => {
    const rows = page.getByRole('region', { name: 'Rounds', exact: true }).locator('[data-order]')
    const before = await rows.count()
    await page.getByLabel('Add a track').fill(name)
    // found by its nickname, Imola has another name
    await page
      .getByRole('option', { name: name === 'Imola' ? 'Enzo e Dino Ferrari' : name })
      .filter({ visible: true })
      .first()
      .click()
    await rows.nth(before).waitFor()
  }
  /** The tracks in the table, from the first round on. */
  const order = async (page: Page): Promise<readonly string[]> =>
    (await page.getByRole('button', { name: /: earlier$/ }).all()).reduce<Promise<string[]>>(
      async (names, button) => [...(await names), (await button.getAttribute('aria-label'))!.split(/[:·]/)[0]!.trim().split(' ')[0]!],
      Promise.resolve([]),
    )

  test('eight rounds in two classes in under three minutes: tracks one after the other, by hand and by keys, a date left out', async () => {
    const page = await windows.open(DESKTOP, owner)
    await page.goto(`/communities/${league}#championships`)
    await alive(page)
    const began = performance.now()
    await page.getByRole('button', { name: 'New season' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Winter GT')
    await dialog.getByLabel('Game').selectOption('acc')
    await dialog.getByRole('button', { name: 'Begin the season' }).click()
    await page.getByRole('tab', { name: /Rounds/ }).click()
    await page.getByRole('button', { name: 'Plan rounds' }).click()
    for (const track of TRACKS) await addTrack(page, track)
    assert.equal((await order(page)).length, TRACKS.length)
    // the last one by hand to the top
    const handles = page.locator('[data-order] > [aria-hidden]')
    const [from, to] = [(await handles.last().boundingBox())!, (await handles.first().boundingBox())!]
    await page.mouse.move(from.x + 8, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(to.x + 8, to.y + 4, { steps: 12 })
    await page.mouse.up()
    assert.deepEqual((await order(page)).slice(0, 2), [(await order(page))[0], 'Monza'])
    assert.match((await order(page))[0]!, /Kyalami/)
    // and by keys one down
    await page.getByRole('button', { name: /^Kyalami.*: later$/ }).focus()
    await page.keyboard.press('ArrowDown')
    assert.equal((await order(page))[0], 'Monza')
    await page.getByText(/^Kyalami.* is now round 2\.$/).waitFor({ state: 'attached' })
    await page
      .getByRole('button', { name: /^Skip date/ })
      .nth(3)
      .click()
    await page.getByText(/: no race$/).waitFor()
    await shoot(page, 'planner-desktop')
    await assertAccessible(page, 'the planner')
    await page.getByRole('button', { name: 'Create 8 rounds' }).click()
    await page
      .getByRole('tabpanel')
      .getByRole('link', { name: /^Round 8: / })
      .waitFor()
    const season = await seen(idOf(page))
    assert.deepEqual(
      season.sessions.map(({ status }) => status),
      TRACKS.map(() => 'DRAFT'),
    )
    const gaps = season.sessions
      .slice(1)
      .map(({ startsAt }, at) => Math.round((Date.parse(startsAt) - Date.parse(season.sessions[at]!.startsAt)) / 86_400_000))
    assert.deepEqual(gaps, [7, 7, 14, 7, 7, 7, 7], 'the fourth date is left out')
    assert.deepEqual(
      season.carClasses.map(({ id }) => id),
      ['GT3', 'GT4'],
    )
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('button', { name: 'Register for the season' }).waitFor()
    assert.ok(performance.now() - began < 180_000)
    assert.ok((await seen(season.id)).sessions.every(({ status }) => status === 'WAITING'))
    await shoot(page, 'rounds-desktop')
    await assertAccessible(page, 'the rounds of its admin')
  })

  test('on a phone: later rounds move by a week, and the season is driven again', async () => {
    const { tournaments } = (await owner.as.ask(calls.tournamentsOfLeague, { leagueId: league })).body
    const id = tournaments[0]!.id
    const before = (await seen(id)).sessions
    const page = await windows.open(PHONE, owner)
    await page.goto(`/championships/${id}#events`)
    await alive(page)
    await page.getByRole('button', { name: 'Move rounds' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('From').selectOption(before[5]!.sessionId)
    await dialog.getByText('3 rounds move; their drivers are told.').waitFor()
    await shoot(page, 'move-phone')
    await assertAccessible(page, 'moving rounds')
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByText('The rounds are moved.').waitFor()
    const after = (await seen(id)).sessions
    assert.deepEqual(
      after.map(({ startsAt }, at) => Math.round((Date.parse(startsAt) - Date.parse(before[at]!.startsAt)) / 86_400_000)),
      [0, 0, 0, 0, 0, 7, 7, 7],
    )
    await page.getByRole('button', { name: 'Move rounds' }).click()
    await dialog.getByLabel('From').selectOption(before[6]!.sessionId)
    await dialog.getByLabel('Later by').fill('2')
    await dialog.getByLabel('This round only, later ones stay').check()
    await dialog.getByText('1 round moves; its drivers are told.').waitFor()
    await shoot(page, 'move-one-phone')
    await assertAccessible(page, 'moving one round')
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByText('The round is moved.').waitFor()
    const alone = (await seen(id)).sessions
    assert.deepEqual(
      [5, 7, 6].map((at, index) => [alone[5 + index]!.sessionId, alone[5 + index]!.startsAt === after[at]!.startsAt]),
      [
        [before[5]!.sessionId, true],
        [before[7]!.sessionId, true],
        [before[6]!.sessionId, false],
      ],
    )
    await page.getByRole('button', { name: 'Plan rounds' }).click()
    await addTrack(page, 'Monza')
    await addTrack(page, 'Spa')
    await shoot(page, 'planner-phone')
    await page.keyboard.press('Escape')
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= PHONE.width, `the page is ${width} wide`)
    await assertAccessible(page, 'the planner on a phone')
    await page.getByRole('button', { name: 'Create 2 rounds' }).scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await page.getByRole('button', { name: 'Drive it again' }).click()
    await dialog.getByLabel('Name of the new season').fill('Spring GT')
    await shoot(page, 'again-phone')
    await dialog.getByRole('button', { name: 'Begin the season' }).click()
    await page.getByRole('heading', { name: 'Spring GT', level: 1 }).waitFor()
    const copy = await seen(idOf(page))
    assert.equal(copy.sessions.length, TRACKS.length)
    assert.ok(copy.sessions.every(({ status }) => status === 'DRAFT'))
  })
})
