import type { Page } from 'playwright-core'
import { DAY_MS } from '#core/duration.ts'
import type { LeagueId, SessionId, TournamentId } from '#core/ids.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { enter, runningEvent } from '#modules/results/results.fixture.ts'
import { nextStartStep } from '#modules/sessions/rules.ts'
import { tournamentsContract as calls } from '#modules/tournaments/contract.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'

const NAMES = [
  ['Lucas Moreau', 'fr'],
  ['Kasia Nowak', 'pl'],
  ['Marco Bellini', 'it'],
  ['Owen Hart', 'gb'],
  ['Dora Klein', 'de'],
  ['Tomáš Dvořák', 'cz'],
  ['Íñigo Sáez', 'es'],
  ['Pieter Jansen', 'nl'],
  ['Rafael Monteiro', 'br'],
  ['Liam Tremblay', 'ca'],
  ['Bruno Carvalho', 'pt'],
  ['Callum Reid', 'gb'],
  ['Kenta Mori', 'jp'],
  ['Bence Nagy', 'hu'],
  ['Mikko Laine', 'fi'],
  ['Åsa Lindqvist', 'se'],
] as const
/** Of each round the drivers in the order in which they came in; who is after `-1` did not. */
const ROUNDS = [
  [5, 1, 2, 0, 7, 6, 3, 8, 10, 4, -1, 9, 11],
  [7, 3, 5, 2, 8, 1, 4, 6, 9, 11, 10, -1, 0],
  [0, 1, 2, 6, 9, 8, 4, 11, 10, 5, 12, -1, 3],
  [2, 4, 0, 3, 1, 6, 8, 9, 5, 7, 14, -1, 10],
] as const
export const COLUMNS = ['pkg-103', 'pkg-172']

export type SeasonInFlight = {
  readonly server: TestServer
  /** The fifth owns the community. */
  readonly drivers: readonly Person[]
  readonly newcomer: Person
  readonly league: LeagueId
  readonly id: TournamentId
}

/** A season in mid-flight: four of six rounds driven, the worst of them dropped. */
export async function seasonInFlight(server: TestServer): Promise<SeasonInFlight> {
  const drivers = await Promise.all(NAMES.map(([name, country]) => person(server, name, { country: country.toUpperCase() })))
  const newcomer = await person(server, 'Nils Neu', { country: 'DE' })
  const owner = drivers[4]!
  const league = await found(server, owner, {
    name: 'Apex Racing League',
    shortName: 'APEXS',
    members: [...drivers.filter((one) => one !== owner), newcomer],
  })
  const carClasses = [
    { id: 'PRO', name: 'Pro', color: '#4aa8ff', cars: ['1'] },
    { id: 'AM', name: 'Am', color: '#c27bff', cars: ['1'] },
  ]
  const pointSystem = {
    overallPointTable: [25, 18, 15, 12, 10, 8, 6, 4, 2, 1],
    bestRounds: [{ from: 1, to: 6, best: 3 }],
    bonus: { pole: 1, fastestLap: 1 },
  }
  const fields = { name: 'GT Winter Championship', maxEntries: 30, carClasses, participationRules: { sessionSkipLimit: 1 }, pointSystem }
  const id = (await owner.as.done(calls.AddTournament, {}, { leagueId: league, type: 'CHAMPIONSHIP', game: 'iracing', ...fields }))
    .aggregateId as TournamentId
  await owner.as.done(calls.PublishTournament, { id, v: 1 }, {})
  for (const [at, one] of drivers.entries())
    await one.as.done(
      calls.JoinTournament,
      { id },
      { carClassId: at % 3 === 1 || at > 8 ? 'AM' : 'PRO', teamName: at % 2 === 0 ? 'Kerb Riders' : 'Apex Hunters' },
    )
  const made = { server, drivers, newcomer, league, id }
  const now = server.running.machine.clock().getTime()
  for (const [no, order] of ROUNDS.entries()) await drive(made, order, new Date(now - (5 - no) * 7 * DAY_MS), COLUMNS[no % 2]!)
  for (const weeks of [1, 2]) {
    const startsAt = new Date(nextStartStep(now + weeks * 5 * DAY_MS)).toISOString()
    await add(
      made,
      await event(server, owner, league, {
        game: 'iracing',
        trackId: COLUMNS[weeks % 2]!,
        cars: ['1'],
        startsAt,
        sessionName: `Round ${weeks + 4}`,
      }),
    )
  }
  return made
}

async function add({ drivers, id }: SeasonInFlight, sessionId: SessionId): Promise<void> {
  const { v } = (await drivers[4]!.as.ask(calls.tournament, { id })).body
  await drivers[4]!.as.done(calls.AddTournamentSession, { id, v }, { sessionId })
}

async function drive(season: SeasonInFlight, order: readonly number[], startsAt: Date, trackId: string): Promise<void> {
  const { server, drivers, league } = season
  const owner = drivers[4]!
  const made = await runningEvent(server, owner, league, { game: 'iracing', manual: true, segments: ['RACE'], startsAt, trackId })
  await add(season, made.id)
  const [finishers, out] = [order.slice(0, order.indexOf(-1)), order.slice(order.indexOf(-1) + 1)]
  const all = [...finishers, ...out]
  const ids = await enter(
    server,
    made,
    all.map((driver, at) => ({ userId: drivers[driver]!.id, raceNumber: at + 1, carId: '1' })),
  )
  const entryResults = ids.map((entryId, at) => ({
    entryId,
    position: at + 1,
    ...(at < finishers.length ? { timeMs: 1_500_000 + at * 2100 } : { isDNF: true }),
  }))
  await owner.as.done(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo: 1, entryResults: entryResults as never })
  await owner.as.done(manualResultsContract.PublishResults, { id: made.id }, {})
}

/** A picture of the whole page, where a folder for them is named. */
export const shoot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['PICTURES']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
