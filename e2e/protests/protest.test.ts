import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, ProtestId } from '#core/ids.ts'
import { protestsContract } from '#modules/protests/contract.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
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
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    const named = ['Olga Owner', 'Marco Bellini', 'Dora Klein', 'Cleo Calm', 'Ines Moreau', 'Sam Steward', 'Tess True']
    const people = await Promise.all(named.map((name) => person(server, name)))
    ;[owner, marco, dora, cleo] = people as [Person, Person, Person, Person]
    stewards = people.slice(4)
    leagueId = await league(server, owner, { name: 'Apex Racing League', shortName: 'APEXP', stewards, members: [marco, dora, cleo] })
    race = await runningEvent(server, owner, leagueId, { segments: ['RACE'] })
    const cars = [dora, marco, cleo]
    await enter(
      server,
      race,
      cars.map(({ id: userId }, i) => ({ userId, raceNumber: 11 + i, carId: '34' })),
    )
    const lines = cars.map((one, i) => accLine(11 + i, one.steamId, one.name, 4, 4 * LAP + i * 2000, 97_000 + i * 100))
    await upload(server, race.servers[0]!, '250101_203000_R.json', accFile('R', 0, lines))
    await allRead(server)
    server.clock.advance(25 * 3_600_000)
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

  test('two stewards decide at the desk, one by keys, one on a phone; the open result follows without a reload', async () => {
    const watching = await opened(DESKTOP, cleo, `/events/${race.id}#race-1`)
    await orderIs(watching, 'Dora Klein', 'Marco Bellini', 'Cleo Calm')
    const desk = await opened(DESKTOP, stewards[0]!, `/communities/${leagueId}/stewards`)
    await desk.getByText(ANSWER).waitFor()
    await shoot(desk, 'desk')
    await assertAccessible(desk, 'the steward’s desk')
    await desk.getByRole('button', { name: /Time$/ }).click()
    await desk.getByRole('button', { name: '+10 s' }).click()
    await desk.getByLabel('Reason').fill(REASON)
    await shoot(desk, 'desk-vote')
    await desk.getByRole('button', { name: 'Send vote' }).click()
    await desk.getByText('Your vote counts.').waitFor()
    const second = await opened(PHONE, stewards[1]!, `/communities/${leagueId}/stewards`)
    await second.getByText(ANSWER).waitFor()
    await shoot(second, 'desk-phone')
    await assertAccessible(second, 'the desk on a phone')
    await second.getByRole('button', { name: /Time$/ }).click()
    await second.getByRole('button', { name: '+10 s' }).click()
    await second.getByLabel('Reason').fill(REASON)
    await second.getByRole('button', { name: 'Send vote' }).click()
    await second.getByText('Your vote counts.').waitFor()
    if ((await owner.as.ask(protestsContract.report, { id })).body.status === 'IN_PROGRESS')
      await stewards[2]!.as.done(
        protestsContract.ReviewReport,
        { id },
        { decision: 'ACCEPT', note: REASON, penalties: [{ kind: 'TIME', amount: 10 }] },
      )
    await orderIs(watching, 'Marco Bellini', 'Cleo Calm', 'Dora Klein')
    await shoot(watching, 'result')
    for (const page of [watching, desk, second]) await page.context().close()
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
      // a community publishes them once its admins say so
      ['Decisions', 'This community does not publish its decisions.'],
      ['Numbers', 'Time to a decision'],
    ] as const) {
      await page.getByRole('button', { name: part }).click()
      await page.getByText(shown, { exact: true }).waitFor()
      await shoot(page, `league-${part}`)
      await assertAccessible(page, `${part} of a community`)
    }
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
