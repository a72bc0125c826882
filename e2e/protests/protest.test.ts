import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, ProtestId, TournamentId } from '#core/ids.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { protestsContract } from '#modules/protests/contract.ts'
import { DEFAULT_CATALOGUE } from '#modules/protests/rules/penalty.ts'
import { rated } from '#modules/ranking/ranking.fixture.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { addRound, seasonWith } from '#modules/tournaments/queries/season.fixture.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

type Page = Awaited<ReturnType<Windows['open']>>
const WORDS = 'I was ahead into turn 5 and left a car’s width on the inside.'
const ANSWER = 'I braked where I always do, and the gap was closed on me at turn-in.'
const REASON = 'No overlap at turn-in, and the car ahead had left the room.'
const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

/** From the report of an incident to the table, in the browsers of all who have a part in it. */
describe('a protest in the browser', () => {
  let server: TestServer
  let windows: Windows
  let [owner, marco, dora, cleo] = Array<Person>(4) as [Person, Person, Person, Person]
  let stewards: readonly Person[]
  let leagueId: LeagueId
  let race: Event
  let id: ProtestId
  let season: TournamentId
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    const named = ['Olga Owner', 'Marco Bellini', 'Dora Klein', 'Cleo Calm', 'Ines Moreau', 'Sam Steward', 'Tess True']
    const people = await Promise.all(named.map((name) => person(server, name)))
    ;[owner, marco, dora, cleo] = people as [Person, Person, Person, Person]
    stewards = people.slice(4)
    leagueId = await league(server, owner, { name: 'Apex Racing League', shortName: 'APEXP', stewards, members: [marco, dora, cleo] })
    const place = { leagueId, scope: 'LEAGUE', scopeEntityId: leagueId } as const
    const phrases = { ...DEFAULT_CATALOGUE, phrases: [REASON] }
    await owner.as.done(leaguesContract.SetConfig, { ...place, configType: 'PENALTY_CATALOGUE' }, { config: phrases })
    await owner.as.done(leaguesContract.SetConfig, { ...place, configType: 'PROTEST_RULES' }, { config: { public_decisions: true } })
    const cars = [dora, marco, cleo]
    season = await seasonWith({ server, owner, league: leagueId }, cars, { game: 'acc' })
    race = await runningEvent(server, owner, leagueId, { segments: ['RACE'] })
    await addRound({ server, owner, league: leagueId }, season, race.id)
    await enter(
      server,
      race,
      cars.map(({ id: userId }, i) => ({ userId, raceNumber: 11 + i, carId: '34' })),
    )
    const lines = cars.map((one, i) => accLine(11 + i, one.steamId, one.name, 4, 4 * LAP + i * 2000, 97_000 + i * 100))
    await upload(server, race.servers[0]!, '250101_203000_R.json', accFile('R', 0, lines))
    await allRead(server)
    server.clock.advance(25 * 3_600_000)
    await rated(
      server,
      'acc',
      people.map(({ id }) => id),
    )
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  const shoot = async (page: Page, name: string): Promise<void> => {
    const folder = process.env['PICTURES']
    if (folder) await page.screenshot({ path: `${folder}/protest-${name}.png`, fullPage: true })
  }
  const opened = async (viewport: typeof PHONE | typeof DESKTOP, who: Person, path: string): Promise<Page> => {
    const page = await windows.open(viewport, who)
    await page.goto(path)
    await alive(page)
    return page
  }
  const orderIs = (page: Page, ...order: readonly string[]): Promise<void> =>
    until(`the order is ${order.join()}`, async () => (await page.locator('tbody button[aria-expanded]').allInnerTexts()).join() === order.join())

  test('a driver on a phone reports an incident after the race', async () => {
    const page = await opened(PHONE, marco, `/events/${race.id}#protests`)
    await page.getByText('Protests are open until').waitFor()
    await shoot(page, 'tab-phone')
    await page.getByRole('button', { name: 'Report an incident' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Which driver').selectOption({ label: '#11 Dora Klein' })
    await dialog.getByLabel('Lap').fill('3')
    await dialog.getByLabel('What happened').fill('too short')
    await dialog.getByLabel('Link to a video').fill('somewhere')
    await dialog.getByText('No link to a video at one of these services.').waitFor()
    await dialog.getByLabel('What happened').fill(WORDS)
    await dialog.getByLabel('Link to a video').fill(VIDEO)
    await shoot(page, 'form-phone')
    await assertAccessible(page, 'the form of a protest')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await page.getByText('The report is filed.').waitFor()
    await page
      .getByRole('link', { name: /#1|Open protest/ })
      .first()
      .waitFor()
    await shoot(page, 'filed-phone')
    // licence and rank stand wherever a driver is named
    assert.equal(await page.getByRole('link', { name: '#1' }).getByTitle('Rookie').count(), 2)
    const { reports } = (await owner.as.ask(protestsContract.sessionReports, { sessionId: race.id })).body
    id = reports[0]!.id
    await page.context().close()
  })

  test('the reported driver answers, once', async () => {
    const page = await opened(PHONE, dora, `/protests/${id}`)
    await page.getByRole('button', { name: 'Answer' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Your answer' }).fill(ANSWER)
    await dialog.getByRole('button', { name: 'Send answer' }).click()
    await page.getByText('Your answer stands beside the report.').waitFor()
    await page.getByText(ANSWER).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Answer', exact: true }).count(), 0)
    await shoot(page, 'case-phone')
    await assertAccessible(page, 'a protest on a phone')
    await page.context().close()
  })

  const standingsAre = (page: Page, ...order: readonly string[]): Promise<void> =>
    until(`the standings are ${order.join()}`, async () => {
      const rows = await page.locator('main tbody tr').allInnerTexts()
      return order.every((name, at) => rows[at]?.includes(name))
    })
  /** All votes are given without a pointer. */
  const votes = async (who: Person, keys: readonly string[], reason: string): Promise<Page> => {
    const page = await opened(DESKTOP, who, `/communities/${leagueId}/stewards#${id}`)
    await page.getByText(ANSWER).waitFor()
    // the community's own catalogue has come
    await page.getByRole('button', { name: REASON }).waitFor()
    for (const key of keys) await page.keyboard.press(key)
    const typed = page.getByRole('textbox', { name: 'Reason' })
    await typed.focus()
    if ((await typed.inputValue()) === '') await page.keyboard.type(reason)
    return page
  }
  const sent = async (page: Page): Promise<void> => {
    await page.keyboard.press('Control+Enter')
    await page.getByText('Your vote counts.').waitFor()
  }

  test('three stewards decide by keys, told before what it changes; open pages of result and season follow', async () => {
    const watching = await opened(DESKTOP, cleo, `/events/${race.id}#race-1`)
    await orderIs(watching, 'Dora Klein', 'Marco Bellini', 'Cleo Calm')
    await watching.getByText('Provisional until').first().waitFor()
    await shoot(watching, 'provisional')
    const standings = await opened(DESKTOP, cleo, `/championships/${season}`)
    await standingsAre(standings, 'Dora Klein', 'Marco Bellini', 'Cleo Calm')
    await shoot(standings, 'standings-before')
    const other = (
      await cleo.as.done(
        protestsContract.SubmitReport,
        {},
        {
          reporteeId: marco.id,
          description: WORDS,
          videoURL: VIDEO,
          sessionId: race.id,
          segmentIndex: 0,
        },
      )
    ).id

    // time, ten seconds of it, a warning beside it, a saved phrase
    const desk = await votes(stewards[0]!, ['j', 'k', '4', '+', 'p', '2', '/', 'Enter'], REASON)
    await desk.getByText('1 of 2', { exact: true }).waitFor()
    assert.equal(await desk.getByRole('textbox', { name: 'Reason' }).inputValue(), REASON)
    await desk.getByText('Your vote: Accept, +10 s, Warning').waitFor()
    const changes = desk.getByRole('region', { name: 'What +10 s, Warning changes' })
    await changes.getByText('P1 → P3').first().waitFor()
    await shoot(desk, 'desk-vote')
    await assertAccessible(desk, 'the steward’s desk')
    await sent(desk)
    // the next case comes by itself
    await until('the other case is open', async () => desk.url().endsWith(other))

    const second = await votes(stewards[1]!, ['r'], 'A racing incident: both could have left more room there.')
    await sent(second)
    const late = await opened(PHONE, owner, `/protests/${id}`)
    await late.getByRole('button', { name: 'Vote', exact: true }).click()
    const dialog = late.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill(REASON)
    const third = await votes(stewards[2]!, ['4', '+', 'p', '2', '/', 'Enter'], REASON)
    await sent(third)
    await dialog.getByText('This case takes no vote of yours any more').waitFor()
    assert.equal(await dialog.getByRole('textbox', { name: 'Reason' }).inputValue(), REASON)
    await shoot(late, 'late-phone')
    await assertAccessible(late, 'a vote that comes too late')
    await orderIs(watching, 'Marco Bellini', 'Cleo Calm', 'Dora Klein')
    // her row says what it lost, why, and leads to the decision
    await watching.getByRole('button', { name: 'Dora Klein' }).click()
    await watching.getByText('+10 s').first().waitFor()
    assert.equal(await watching.getByRole('link', { name: 'Decision on protest #1' }).getAttribute('href'), `/protests/${id}`)
    await shoot(watching, 'result')
    await standingsAre(standings, 'Marco Bellini', 'Cleo Calm', 'Dora Klein')
    await shoot(standings, 'standings')
    for (const page of [watching, standings, desk, second, third, late]) await page.context().close()
  })

  test('on a phone the case that is chosen comes into sight', async () => {
    const page = await opened(PHONE, stewards[2]!, `/communities/${leagueId}/stewards`)
    await page.getByRole('navigation', { name: 'To decide' }).getByRole('button').first().click()
    const heading = page.getByRole('article').getByRole('heading').first()
    await until('it is in sight', () =>
      heading.evaluate((shown) => shown.getBoundingClientRect().top >= 0 && shown.getBoundingClientRect().top < innerHeight / 2),
    )
    await shoot(page, 'desk-phone')
    await assertAccessible(page, 'the desk on a phone')
    await page.context().close()
  })

  test('what was decided is read by everybody of the community, with the reasons', async () => {
    const page = await opened(DESKTOP, cleo, `/protests/${id}`)
    await page.getByText(REASON).first().waitFor()
    await page.getByText('+10 s').first().waitFor()
    await shoot(page, 'decided')
    await assertAccessible(page, 'a decision')
    await page.goto(`/communities/${leagueId}#protests`)
    await page.getByRole('heading', { name: 'Apex Racing League' }).waitFor()
    await page.getByText('Dora Klein').first().waitFor()
    await shoot(page, 'league')
    await assertAccessible(page, 'protests of a community')
    for (const [part, shown] of [
      ['Decisions', '+10 s'],
      ['Numbers', 'Time to a decision'],
    ] as const) {
      await page.getByRole('button', { name: part }).click()
      await page.getByText(shown, { exact: true }).first().waitFor()
      await shoot(page, `league-${part}`)
      await assertAccessible(page, `${part} of a community`)
    }
    await page.setViewportSize({ width: 360, height: 640 })
    await assertAccessible(page, 'protests of a community on a small phone')
    await page.context().close()
  })

  test('the penalised driver appeals; stewards who have not voted decide; the order comes back', async () => {
    const page = await opened(PHONE, dora, `/protests/${id}`)
    await page.getByRole('button', { name: 'Appeal', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Why the decision is wrong').fill('The onboard shows that I was alongside before the braking point.')
    await dialog.getByLabel('Link to a video').fill(VIDEO)
    await shoot(page, 'appeal-phone')
    await dialog.getByRole('button', { name: 'Send appeal' }).click()
    await page.getByText('Your appeal is filed.').waitFor()
    await shoot(page, 'appealed-phone')
    await page.context().close()
    const voters = [...stewards, owner]
    for (const one of voters) {
      const reply = await one.as.send(protestsContract.ReviewReport, { id }, { decision: 'ACCEPT', note: REASON })
      if (reply.status === 200 && (await owner.as.ask(protestsContract.report, { id })).body.status === 'APPEAL_ACCEPTED') break
    }
    assert.equal((await owner.as.ask(protestsContract.report, { id })).body.status, 'APPEAL_ACCEPTED')
    const result = await opened(DESKTOP, cleo, `/events/${race.id}#race-1`)
    await orderIs(result, 'Dora Klein', 'Marco Bellini', 'Cleo Calm')
    await result.goto(`/championships/${season}`)
    await standingsAre(result, 'Dora Klein', 'Marco Bellini', 'Cleo Calm')
    await result.goto(`/communities/${leagueId}#protests`)
    await result.getByRole('button', { name: 'Decisions' }).click()
    await result.getByText('Appeal accepted').waitFor()
    assert.equal(await result.getByText('+10 s', { exact: true }).count(), 0)
    await result.getByRole('link', { name: '#1 Avoidable contact' }).click()
    await result.getByText('taken back').first().waitFor()
    await result.context().close()
  })

  test('its admin sets the rules and the penalties of the community', async () => {
    const page = await opened(DESKTOP, owner, `/communities/${leagueId}#protests`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Protest rules' }).click()
    await dialog.getByLabel('Votes for a decision').waitFor()
    await shoot(page, 'rules')
    await assertAccessible(page, 'the rules of protests')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Penalties' }).click()
    await dialog.getByLabel('Saved phrases').waitFor()
    await shoot(page, 'catalogue')
    await assertAccessible(page, 'the penalties of a community')
    await page.context().close()
  })
})
