import type { RoundId, SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { teamsContract } from '#modules/entries/contract/teams.ts'
import { modsContract } from '#modules/mods/contract.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload } from '#modules/results/results.fixture.ts'
import { roundsContract } from '#modules/rounds/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { addRound, seasonWith } from '#modules/tournaments/queries/season.fixture.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'
import { dayIn } from './events.ts'
import type { Place } from './form.ts'

/** A community with all that a form with a version can be about. */
export async function placeOfForms(server: TestServer): Promise<Place> {
  const olga = await person(server, 'Olga Owner')
  const drivers: readonly Person[] = await Promise.all(['Dora Klein', 'Marco Bellini', 'Sven Berg'].map((name) => person(server, name)))
  const [dora, marco] = drivers as readonly [Person, Person]
  const leagueId = await league(server, olga, { shortName: 'TABS', members: drivers })
  const coming = await event(server, olga, leagueId, { hasGridPositions: true })
  for (const { as } of drivers) await as.done(entriesContract.AddEntry, { id: coming }, entryBody('2'))
  const mod = { name: 'Monza, new kerbs', version: '1', url: 'https://mods.example/monza', onlyFor: null, cars: [], tracks: ['monza'] }
  await olga.as.done(modsContract.AddMod, {}, { leagueId, game: 'acc', ...mod })

  const raced = await runningEvent(server, olga, leagueId, { manual: true, segments: ['RACE'] })
  await enter(
    server,
    { id: raced.id, servers: [] },
    drivers.map(({ id: userId }, i) => ({ userId, raceNumber: 11 + i, carId: '2' })),
  )
  const served = await runningEvent(server, olga, leagueId, { segments: ['RACE'] })
  await enter(server, served, [{ userId: dora.id, raceNumber: 7, carId: '34' }])
  const lines = [accLine(7, dora.steamId, 'Dora', 4, 4 * LAP, 97_000), accLine(99, '76561190000000099', 'The Unknown', 4, 4 * LAP + 5000, 98_000)]
  await upload(server, served.servers[0]!, '250101_203000_R.json', accFile('R', 0, lines))
  await allRead(server)

  const at = { server, owner: olga, league: leagueId }
  const season = await seasonWith(at, [], { game: 'acc' })
  const ofSeason = await event(server, olga, leagueId, { sessionName: 'Season opener' })
  await addRound(at, season, ofSeason)
  const round = (await olga.as.done(roundsContract.AddRound, {}, { leagueId })).aggregateId as RoundId
  const daily = await event(server, olga, leagueId, { sessionName: 'Evening sprint', publish: false })
  // on no day soon: nothing is made of it while it is tried
  const later = new Date(Date.parse(dayIn(5))).getUTCDay() || 7
  await olga.as.done(sessionsContract.SetSchedule, { id: daily, v: 1 }, { timeZone: 'UTC', days: [later], times: ['20:00'], until: dayIn(8) })
  const ofTeams: SessionId = await event(server, olga, leagueId, { driverSwap: true, sessionName: 'Night of teams' })
  const team = { name: 'Night Owls', pin: 'K7QP', car: { model: '2' } }
  await marco.as.done(teamsContract.RegisterTeam, { id: ofTeams }, { team })
  return { olga, drivers, leagueId, coming, raced: raced.id, served: served.id, season, ofSeason, round, daily, ofTeams }
}
