import type { LeagueId, SessionId, TournamentId } from '#core/ids.ts'
import { tournamentsContract } from '#modules/tournaments/contract.ts'
import type { Running } from '#server/start.ts'
import type { Person } from './people.ts'
import { patiently, surely } from './steps.ts'
import { LEAGUES, type WorldSeason } from './world.ts'

type At = { readonly running: Running; readonly owner: Person; readonly season: WorldSeason }

/** A season of the world, published, with its drivers in their teams; one that was begun before is filled up. */
export async function makeSeason(at: At & { readonly people: readonly Person[] }): Promise<void> {
  const { running, owner, season, people } = at
  const { db } = running.machine
  const leagueId = await leagueOf(at)
  if (!(await findSeason(at))) {
    const { name, game, description, maxEntries, skips, best } = season
    await surely(owner.as, tournamentsContract.AddTournament, async () => ({}), {
      leagueId,
      type: 'CHAMPIONSHIP',
      game,
      name,
      description,
      maxEntries,
      participationRules: { sessionSkipLimit: skips },
      pointSystem: { bonus: { pole: 0, fastestLap: 1 }, bestRounds: [{ from: 1, to: 100, best }] },
    })
  }
  const id = (await findSeason(at))!
  await surely(owner.as, tournamentsContract.PublishTournament, seenBy(owner, id), {}, ['WRONG_STATE'])
  const members = await patiently(() =>
    db.selectFrom('memberships').select('user_id').where('league_id', '=', leagueId).orderBy('joined_at').orderBy('user_id').execute(),
  )
  const drivers = members.flatMap(({ user_id }) => people.filter((one) => one.id === user_id)).slice(0, season.drivers)
  for (const [index, one] of drivers.entries()) {
    const teamName = season.teams[index % season.teams.length]!
    await surely(one.as, tournamentsContract.JoinTournament, async () => ({ id }), { teamName }, ['ALREADY_REGISTERED'])
  }
}

/** Makes an event a round of it. */
export async function addRound(at: At, sessionId: SessionId): Promise<void> {
  const id = (await findSeason(at))!
  await surely(at.owner.as, tournamentsContract.AddTournamentSession, seenBy(at.owner, id), { sessionId }, ['CONFIG_INVALID'])
}

const seenBy = (owner: Person, id: TournamentId) => async () => ({ id, v: (await owner.as.ask(tournamentsContract.tournament, { id })).body.v })

async function leagueOf({ running, season }: At): Promise<LeagueId> {
  const { shortName } = LEAGUES.find(({ key }) => key === season.league)!
  const { id } = await patiently(() =>
    running.machine.db.selectFrom('leagues').select('id').where('short_name', '=', shortName).executeTakeFirstOrThrow(),
  )
  return id
}

async function findSeason({ running, season }: At): Promise<TournamentId | null> {
  const row = await patiently(() => running.machine.db.selectFrom('tournaments').select('id').where('name', '=', season.name).executeTakeFirst())
  return row?.id ?? null
}
