import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { LeagueId, RoundId, TournamentId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { protestsContract } from '#modules/protests/contract.ts'
import { drivenEvent, filed } from '#modules/protests/protests.fixture.ts'
import { enter, runningEvent } from '#modules/results/results.fixture.ts'
import { roundsContract } from '#modules/rounds/contract.ts'
import { tournamentsContract } from '#modules/tournaments/contract.ts'
import { seasonWith } from '#modules/tournaments/queries/season.fixture.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

const HOUR_MS = 3_600_000
const ANSWER = 'I braked where I always do, and the gap was closed on me at turn-in.'

/** Pages of things that have no news of their own, and lists: somebody else changes what they show, and nobody touches them. */
describe('an open page hears', () => {
  let server: TestServer
  let windows: Windows
  let [olga, ann, ben] = Array<Person>(3) as [Person, Person, Person]
  let apex: LeagueId
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    ;[olga, ann, ben] = (await Promise.all(['Olga Owner', 'Ann Ace', 'Ben Bold'].map((name) => person(server, name)))) as [Person, Person, Person]
    apex = await league(server, olga, { name: 'Apex', members: [ann, ben] })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  /** It listens: what is changed from now on it hears. */
  async function open(path: string, who?: Person): Promise<Page> {
    const page = await windows.open(who ? DESKTOP : PHONE, who)
    const listens = page.waitForResponse((answer) => answer.url().includes('/live?'))
    await page.goto(path)
    await alive(page)
    await listens
    return page
  }
  /** Kept by hand, ready to be published. */
  async function driven(): Promise<Awaited<ReturnType<typeof runningEvent>>> {
    const made = await runningEvent(server, olga, apex, { game: 'iracing', manual: true, segments: ['RACE'] })
    const [entryId] = await enter(server, made, [{ userId: ann.id, raceNumber: 7, carId: '1' }])
    const entryResults = [{ entryId: entryId!, position: 1, timeMs: 900_000 }]
    await olga.as.done(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo: 1, entryResults: entryResults as never })
    return made
  }

  for (const who of ['a visitor', 'a driver'] as const) {
    test(`who registers for a season, and its table: ${who}`, async () => {
      const id: TournamentId = await seasonWith({ server, owner: olga, league: apex }, [])
      const page = await open(`/championships/${id}`, who === 'a driver' ? ben : undefined)
      await ann.as.done(tournamentsContract.JoinTournament, { id }, {})
      await page.getByRole('tab', { name: /^Entries\s*1$/ }).waitFor()
      const made = await driven()
      const { v } = (await olga.as.ask(tournamentsContract.tournament, { id })).body
      await olga.as.done(tournamentsContract.AddTournamentSession, { id, v }, { sessionId: made.id })
      await page.getByRole('tab', { name: /^Rounds\s*1$/ }).waitFor()
      await olga.as.done(manualResultsContract.PublishResults, { id: made.id }, {})
      await page.locator('tbody').getByText('Ann Ace').waitFor()
      await page.context().close()
    })

    test(`that a round is called otherwise: ${who}`, async () => {
      const id = (await olga.as.done(roundsContract.AddRound, {}, { leagueId: apex })).aggregateId as RoundId
      await olga.as.done(roundsContract.PublishRound, { id, v: 1 }, {})
      const page = await open(`/rounds/${id}`, who === 'a driver' ? ben : undefined)
      const { v } = (await olga.as.ask(roundsContract.round, { id })).body
      await olga.as.done(roundsContract.RenameRound, { id, v }, { name: 'The heats', shortName: 'H' })
      await page.getByRole('heading', { level: 1, name: 'The heats' }).waitFor()
      await page.context().close()
    })

    test(`of an event more in the list of all: ${who}`, async () => {
      const page = await open('/events', who === 'a driver' ? ben : undefined)
      await event(server, olga, apex, { sessionName: `Seen by ${who}` })
      await page.getByText(`Seen by ${who}`).waitFor()
      const past = await open('/events?status=ENDED', who === 'a driver' ? ben : undefined)
      const made = await driven()
      await olga.as.done(manualResultsContract.PublishResults, { id: made.id }, {})
      await past.locator(`a[href="/events/${made.id}"]`).first().waitFor()
      for (const one of [page, past]) await one.context().close()
    })

    test(`of who comes in, and of what was driven, at home: ${who}`, async () => {
      const soon = await event(server, olga, apex, { sessionName: 'Home run', maxEntries: 30 })
      const page = await open('/', who === 'a driver' ? ben : undefined)
      await ann.as.done(entriesContract.AddEntry, { id: soon }, entryBody('34'))
      await page.locator('main').getByText('1 / 30').first().waitFor()
      const made = await driven()
      await olga.as.done(manualResultsContract.PublishResults, { id: made.id }, {})
      await page.locator(`a[href="/events/${made.id}"]`).first().waitFor()
      await page.context().close()
    })
  }

  test('what the other says in a protest', async () => {
    const sessionId = await drivenEvent(server, olga, apex, [ann, ben])
    server.clock.advance(2 * HOUR_MS)
    const { id } = await filed(ann, sessionId, ben)
    const page = await open(`/protests/${id}`, ann)
    await ben.as.done(protestsContract.AnswerReport, { id }, { text: ANSWER })
    await page.getByText(ANSWER).waitFor()
    await page.context().close()
  })
})
