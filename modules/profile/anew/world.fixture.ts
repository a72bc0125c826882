import type { SessionId } from '#core/ids.ts'
import { enter, runningEvent } from '#modules/results/results.fixture.ts'
import { tournamentsContract } from '#modules/tournaments/contract.ts'
import { addRound, seasonWith } from '#modules/tournaments/queries/season.fixture.ts'
import { league } from '#testing/league.ts'
import { person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'
import { turn, type World } from './turns.fixture.ts'

/** A season of three rounds that are driven, by files of one server and of two and by hand, and an event of another game; what scores and weighs is all on. */
export async function worldOf(server: TestServer, seed: number): Promise<World> {
  const owner = await person(server, 'Olga Owner', { plan: 'SPORT' })
  const drivers = await Promise.all(Array.from({ length: 12 }, (_, no) => person(server, `Driver ${no}`)))
  const late = await Promise.all(['Lena Late', 'Lars Late'].map((name) => person(server, name)))
  const leagueId = await league(server, owner, { members: [...drivers, ...late], openResults: true } as never)
  const pointSystem = { scope: 'CLASS', nations: true, bonus: { pole: 1, fastestLap: 1 }, bestRounds: [{ from: 1, to: 5, best: 2 }] }
  const tournamentId = await seasonWith({ server, owner, league: leagueId }, [], { type: 'SERIES', game: 'acc', name: 'Late changes', pointSystem })
  const { v } = (await owner.as.ask(tournamentsContract.tournament, { id: tournamentId })).body
  const table = [30, 20, 10].map((ballastKg) => ({ ballastKg, restrictor: 0 }))
  await owner.as.done(tournamentsContract.SetSuccessBallast, { id: tournamentId, v }, { successBallast: { by: 'LAST_ROUND', table } })
  const made: World = { server, owner, drivers, late, leagueId, tournamentId, events: [] }
  for (const kind of ['FILES', 'SPLITS', 'BY_HAND', 'OTHER_GAME'] as const) await turn(made, { kind: 'drive', at: 0, seed }, kind)
  return made
}

/** The round to come, with everybody in it. */
export async function nextRound({ server, owner, drivers, leagueId, tournamentId }: World): Promise<SessionId> {
  const startsAt = new Date(server.clock.now().getTime() + 86_400_000)
  const next = await runningEvent(server, owner, leagueId, { status: 'WAITING', startsAt })
  await enter(
    server,
    next,
    drivers.map(({ id }, no) => ({ userId: id, raceNumber: no + 1, carId: '34' })),
  )
  await addRound({ server, owner, league: leagueId }, tournamentId, next.id)
  return next.id
}

/** Where something is told of what was driven: in the tables, their files and pictures, on profiles, in lists, in the season and the round to come. */
export function addressesOf({ events, drivers, leagueId, tournamentId }: World, next: SessionId): readonly string[] {
  return [
    ...events.flatMap(({ event: { id } }) => [
      `/results/${id}`,
      `/query/results/${id}`,
      `/results/${id}/export.csv?segment=race-1&split=1`,
      `/query/points/session/${id}`,
    ]),
    ...drivers
      .slice(0, 3)
      .flatMap(({ id }) => [
        `/public/users/${id}/career`,
        `/query/user/${id}/career`,
        `/public/users/${id}/results`,
        `/public/users/${id}/ranks`,
        `/public/users/${id}/ranks/acc`,
        `/public/users/${id}/card.png`,
      ]),
    `/query/user/${drivers[0]!.id}/compare/${drivers[1]!.id}`,
    `/public/users/${drivers[0]!.id}/compare/${drivers[1]!.id}`,
    '/public/results',
    '/query/results',
    `/query/results/by-league/${leagueId}`,
    ...['/public/tournaments', '/query/tournament'].flatMap((door) => [
      `${door}/${tournamentId}`,
      ...['DRIVERS', 'TEAMS', 'NATIONS'].map((kind) => `${door}/${tournamentId}/standings?of=${kind}`),
      `${door}/${tournamentId}/standings.csv?of=DRIVERS`,
    ]),
    `/public/events/${next}/burdens`,
    `/query/event/${next}/burdens`,
    `/public/leagues/${leagueId}`,
  ]
}
