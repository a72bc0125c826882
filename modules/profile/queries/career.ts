import { type RawBuilder, sql } from 'kysely'
import type { LeagueId, SessionId, UserId } from '#core/ids.ts'
import type { GameId } from '#games/game.ts'
import { attendanceFor, type Attendance } from '#modules/entries/door.ts'
import { bestLapsOf, driverLapView, type LapReader, type StoredOwnLap } from '#modules/laps/door.ts'
import { verdictsFor, type DriverVerdicts } from '#modules/protests/door.ts'
import { ranksOf, ranksView, type StoredRanks } from '#modules/ranking/door.ts'
import { drivenBy, gainedIn, type DrivenRow } from '#modules/results/door.ts'
import { segmentKey, type DrivenType } from '#modules/results/rules.ts'
import { carNameOf } from '#modules/results/rules/car-name.ts'
import { drivenTrackOf } from '#modules/results/rules/driven.ts'
import type { Viewer } from '#modules/visibility/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import type { CareerView, TotalsView } from '../contract.ts'
import { badgesOf, badgesView, type StoredBadges } from './badges.ts'
import { seasonsOf, seasonView, type StoredSeason } from './seasons.ts'

const LAST = 10
const MOST_FAVOURITES = 5
const MOST_LAPS = 12

type Favourite = Pick<DrivenRow, 'game' | 'carId' | 'toldCar' | 'trackId' | 'layoutId' | 'trackName'> & {
  readonly races: number
  readonly wins: number
  readonly averagePlace: number
}
type Row = {
  readonly name: string | null
  readonly country: string | null
  readonly ranks: StoredRanks | null
  readonly attendance: Pick<Attendance, 'starts' | 'noShows' | 'sessions'> | null
  readonly totals: TotalsView
  readonly badges: StoredBadges
  readonly seasons: readonly StoredSeason[]
  readonly verdicts: DriverVerdicts
  readonly last: readonly (DrivenRow & { readonly starters: number })[]
  readonly favourites: readonly Favourite[]
  readonly laps: readonly StoredOwnLap[]
  readonly games: readonly GameId[]
  readonly communities: readonly { readonly id: LeagueId; readonly name: string }[]
  readonly types: readonly DrivenType[]
  readonly sessions: readonly SessionId[]
}

/** A start in a race, of rows of `drivenBy`. */
const isStart = sql`type = 'RACE' and status <> 'DNS'`
/** The pole of a class, as `polesIn` has it (docs/decisions/0050): whoever is disqualified, or has no time, keeps the place in the qualifying, and has no pole. */
const isPole = (mine: string) => sql`type = 'QUALIFY' and alone and "bestLapTime" is not null and status not in ('DSQ', 'DNS') and not exists (
  select from result_rows y where y.result_id = ${sql.ref(`${mine}.result_id`)} and y.class_id is not distinct from ${sql.ref(`${mine}.classId`)}
    and y.position < ${sql.ref(`${mine}.position`)} and y.best_lap_ms is not null and y.status not in ('DSQ', 'DNS'))`
const isPlaced = (most: number) => sql`type = 'RACE' and status = 'FINISHED' and "classPosition" <= ${sql.lit(most)}`

/** Of `mine`: what somebody has driven of which the viewer is told. */
export const totalsOf = (mine: string): RawBuilder<TotalsView> => sql`(
  select json_build_object('starts', count(*) filter (where ${isStart}), 'wins', count(*) filter (where ${isPlaced(1)}),
    'podiums', count(*) filter (where ${isPlaced(3)}), 'finished', count(*) filter (where type = 'RACE' and status = 'FINISHED'),
    'dnfs', count(*) filter (where type = 'RACE' and status = 'DNF'),
    'qualifyings', count(*) filter (where type = 'QUALIFY' and alone and "bestLapTime" is not null),
    'poles', count(*) filter (where ${isPole(mine)}),
    'fastestLaps', count(*) filter (where ${isStart} and alone and "isFastestLap"),
    'incidents', json_build_object('sum', coalesce(sum(incidents) filter (where ${isStart} and alone), 0),
      'races', count(incidents) filter (where ${isStart} and alone)),
    'since', min("startsAt") filter (where ${isStart}))
  from ${sql.ref(mine)})`

/** What somebody has done, in one statement that reads of laps the driver's own bests alone; `null`: there is no such account. */
export async function careerOf(
  db: Reader,
  id: UserId,
  { viewer, reader, now }: { readonly viewer: Viewer; readonly reader: LapReader; readonly now: Date },
): Promise<{
  readonly view: CareerView
  readonly driver: Pick<Row, 'name' | 'country'>
  readonly sessions: readonly SessionId[]
  readonly leagues: readonly LeagueId[]
} | null> {
  const { rows } = await sql<Row>`
    with mine as materialized (select * from (${drivenBy(id, viewer)}) m where m.told)
    select u.name, u.country, ${ranksOf(id, now)} as ranks, ${attendanceFor(id, viewer)} as attendance, ${totalsOf('mine')} as totals, ${badgesOf(id)} as badges,
      ${seasonsOf(id)} as seasons, ${verdictsFor(id, viewer)} as verdicts,
      ${bestLapsOf(id, viewer, MOST_LAPS)} as laps,
      (select coalesce(json_agg(one order by one."startsAt", one."typeNo"), '[]') from (
        select p.*, (${startersOf('p')}) as starters
        from (select * from mine where ${isStart} order by "startsAt" desc, "typeNo" desc, row_id limit ${sql.lit(LAST)}) p) one) as last,
      (select coalesce(json_agg(one), '[]') from (
        select game, "carId", "trackId", "layoutId", max("toldCar") as "toldCar", max("trackName") as "trackName", count(*)::int as races,
          count(*) filter (where ${isPlaced(1)})::int as wins, avg("classPosition")::float8 as "averagePlace"
        from mine where ${isStart} group by game, "carId", "trackId", "layoutId"
        order by count(*) desc, max("startsAt") desc limit ${sql.lit(MOST_FAVOURITES)}) one) as favourites,
      (select coalesce(json_agg(distinct game), '[]') from mine) as games,
      (select coalesce(json_agg(one order by one.name, one.id), '[]') from (select distinct "leagueId" as id, "leagueName" as name from mine) one) as communities,
      (select coalesce(json_agg(distinct type), '[]') from mine) as types,
      (select coalesce(json_agg(distinct "sessionId"), '[]') from mine) as sessions
    from users u where u.id = ${id}::uuid and u.removed_at is null and u.terms_accepted_at is not null`.execute(db)
  const [row] = rows
  return row ? { view: careerView(row, reader), driver: row, sessions: topicsOf(row), leagues: leaguesOf(row) } : null
}

/** Who drove of a result of a row. */
export const startersOf = (row: string): RawBuilder<number> =>
  sql`select count(*)::int from result_rows y where y.result_id = ${sql.ref(`${row}.result_id`)} and y.status <> 'DNS'`

const topicsOf = ({ sessions, attendance }: Row): readonly SessionId[] => [...new Set([...sessions, ...(attendance?.sessions ?? [])])]

const leaguesOf = ({ communities, verdicts }: Row): readonly LeagueId[] => [...new Set([...communities.map(({ id }) => id), ...verdicts.leagues])]

function careerView({ ranks, attendance, totals, badges, seasons, verdicts, last, favourites, laps, ...row }: Row, reader: LapReader): CareerView {
  const told = laps.flatMap((lap) => driverLapView(lap, reader) ?? [])
  const { starts = 0, noShows = 0 } = attendance ?? {}
  return {
    totals: totalsView(totals),
    badges: badgesView(badges),
    seasons: seasons.map(seasonView),
    verdicts: verdicts.count,
    noShows: { count: noShows, of: starts + noShows },
    ranks: ranksView(ranks),
    lastRaces: last.map((one) => ({
      sessionId: one.sessionId,
      segment: segmentKey(one.type, one.typeNo),
      sessionName: one.sessionName,
      track: drivenTrackOf(one.game, one.trackId, one.layoutId, one.trackName),
      position: one.position,
      starters: one.starters,
      status: one.status,
      positionsGained: gainedIn(one),
    })),
    favourites: favourites.map((one) => ({
      gameId: one.game as GameId,
      carName: carNameOf(one.game, one.carId, one.toldCar),
      trackId: one.trackId,
      track: drivenTrackOf(one.game, one.trackId, one.layoutId, one.trackName),
      races: one.races,
      wins: one.wins,
      averagePlace: Math.round(one.averagePlace * 10) / 10,
    })),
    laps: told,
    hiddenLaps: laps.length - told.length,
    filters: { games: [...row.games], communities: [...row.communities], types: row.types.filter((type) => (type as string) !== 'WARMUP') },
  }
}

export const totalsView = (totals: TotalsView): TotalsView => ({ ...totals, since: totals.since && new Date(totals.since).toISOString() })
