import type { LeagueId, SessionId, TournamentId, UserId } from '#core/ids.ts'
import { correctionsContract } from '#modules/corrections/contract.ts'
import type { StandingsRowView, StandingsView } from '#modules/tournaments/contract/standings.ts'
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

/** What stewards gave in it, once its rounds so far are driven. */
export async function steward(at: At): Promise<void> {
  await correctSeason(at.owner, (await findSeason(at))!, at.season.stewards)
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

/**
 * What stewards gave in a season that is in mid-flight: seconds for one who cut a corner, points from one who did not slow down under yellow; the second
 * brings two drivers level. What is there already is not given again.
 */
async function correctSeason(owner: Person, id: TournamentId, { penalty, deduction }: WorldSeason['stewards']): Promise<void> {
  const table = async () => (await patiently(() => owner.as.ask(tournamentsContract.standings, { id }))).body
  const before = await table()
  const timed = before.rows[penalty.place - 1]
  const at = before.roundsHeld - 1
  if (timed && !before.rows.some(({ cells }) => cells.some((cell) => cell?.races.some(({ penaltyMs = 0 }) => penaltyMs !== 0))))
    await surely(owner.as, correctionsContract.AddPenalty, async () => ({}), {
      sessionId: before.rounds[at]!,
      driverId: timed.driverId!,
      raceIndex: 0,
      time: penalty.seconds,
      reason: penalty.reason,
    })
  const now = await table()
  if (now.rows.some(({ cells }) => cells.some((cell) => cell?.races.some(({ adjustment = 0 }) => adjustment !== 0)))) return
  const { sessionId, driverId, points } = levelling(now)
  const body = { sessionId, driverId, scope: 0, points, reason: deduction.reason } as const
  await surely(owner.as, correctionsContract.AddPointAdjustment, async () => ({}), body)
}

type Levelling = { readonly sessionId: SessionId; readonly driverId: UserId; readonly points: number }

/** What has to be taken from whom, and in which round, for the two to be level who are nearest to it: a round that counts, and counts after it. */
function levelling({ rows, rounds }: StandingsView): Levelling {
  const found = rows.flatMap((row, at): readonly (Levelling & { readonly by: number })[] => {
    const behind = rows[at + 1]
    const by = behind?.interval ?? 0
    if (!behind || by <= 0 || !row.driverId) return []
    const { driverId } = row
    return countingAfter(row, by).map((round) => ({ sessionId: rounds[round]!, driverId, points: -by, by }))
  })
  return found.toSorted((a, b) => a.by - b.by)[0]!
}

const countingAfter = ({ cells }: StandingsRowView, by: number): readonly number[] => {
  const dropped = Math.max(0, ...cells.flatMap((cell) => (cell?.isDropped ? [cell.points] : [])))
  return cells.flatMap((cell, at) => (cell && !cell.isDropped && cell.races.length > 0 && cell.points - by > dropped ? [at] : []))
}
