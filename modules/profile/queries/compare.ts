import { sql } from 'kysely'
import type { LeagueId, SessionId, UserId } from '#core/ids.ts'
import { driverLapView, lapsOfBoth, type LapReader, type StoredOwnLap } from '#modules/laps/door.ts'
import { ranksOf, ranksView, type StoredRanks } from '#modules/ranking/door.ts'
import { drivenBy, type DrivenRow } from '#modules/results/door.ts'
import { segmentKey } from '#modules/results/rules.ts'
import { carNameOf } from '#modules/results/rules/car-name.ts'
import { drivenTrackOf } from '#modules/results/rules/driven.ts'
import type { Viewer } from '#modules/visibility/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import type { ComparedView, InRaceView, SideView, TotalsView } from '../contract.ts'
import { totalsOf, totalsView } from './career.ts'

const MOST_LAPS = 12

type For = { readonly viewer: Viewer; readonly reader: LapReader; readonly now: Date }
type Asked = { readonly id: UserId; readonly other: UserId; readonly limit: number; readonly offset: number }
type Side = Pick<SideView, 'id' | 'name' | 'country'> & { readonly ranks: StoredRanks | null; readonly totals: TotalsView }
type Own = Pick<DrivenRow, 'position' | 'status' | 'carId' | 'toldCar' | 'bestLapTime'>
type Race = DrivenRow & { readonly other: Own }
type Both = {
  readonly races: number
  readonly aheadFirst: number
  readonly aheadSecond: number
  readonly lapsFirst: number
  readonly lapsSecond: number
  readonly medianGapMs: number | null
  readonly page: readonly Race[]
  readonly laps: readonly (readonly StoredOwnLap[])[]
  readonly sessions: readonly SessionId[]
  readonly leagues: readonly LeagueId[]
}
export type Compared = { readonly view: ComparedView; readonly sessions: readonly SessionId[]; readonly leagues: readonly LeagueId[] }

/** Two drivers side by side, in a statement for each and one for both; `null`: one of them has no account. */
export async function comparedOf(db: Reader, asked: Asked, around: For): Promise<Compared | null> {
  const [first, second, both] = await Promise.all([sideOf(db, asked.id, around), sideOf(db, asked.other, around), bothOf(db, asked, around.viewer)])
  if (!first || !second) return null
  const { races, aheadFirst, aheadSecond, lapsFirst, lapsSecond, medianGapMs } = both
  const view = {
    first,
    second,
    together: { races, ahead: { first: aheadFirst, second: aheadSecond }, bestLaps: { first: lapsFirst, second: lapsSecond }, medianGapMs },
    races: both.page.map((race) => ({
      sessionId: race.sessionId,
      segment: segmentKey(race.type, race.typeNo),
      sessionName: race.sessionName,
      leagueName: race.leagueName,
      track: drivenTrackOf(race.game, race.trackId, race.layoutId, race.trackName),
      startsAt: new Date(race.startsAt).toISOString(),
      first: inRace(race.game, race),
      second: inRace(race.game, race.other),
    })),
    laps: both.laps.map(([one, other]) => ({ first: driverLapView(one!, around.reader), second: driverLapView(other!, around.reader) })),
  }
  return { view, sessions: both.sessions, leagues: both.leagues }
}

const inRace = (game: string, { position, status, carId, toldCar, bestLapTime }: Own): InRaceView => ({
  position,
  status,
  carName: carNameOf(game, carId, toldCar),
  bestLapTime,
})

async function sideOf(db: Reader, id: UserId, { viewer, now }: For): Promise<SideView | null> {
  const { rows } = await sql<Side>`
    with mine as materialized (select * from (${drivenBy(id, viewer)}) m where m.told)
    select u.id, u.name, u.country, ${ranksOf(id, now)} as ranks, ${totalsOf('mine')} as totals
    from users u where u.id = ${id}::uuid and u.removed_at is null and u.terms_accepted_at is not null`.execute(db)
  const [side] = rows
  return side ? { ...side, ranks: ranksView(side.ranks), totals: totalsView(side.totals) } : null
}

/** Each driver's own rows are read by their index, and meet by the result. */
async function bothOf(db: Reader, { id, other, limit, offset }: Asked, viewer: Viewer): Promise<Both> {
  const starts = (who: UserId) => sql`select * from (${drivenBy(who, viewer)}) m where m.told and m.type = 'RACE' and m.status <> 'DNS'`
  const { rows } = await sql<Both>`
    with first as materialized (${starts(id)}), second as materialized (${starts(other)}),
      met as materialized (
        select f.*, s.position as "otherPosition", case when f.status = 'FINISHED' and s.status = 'FINISHED' and f."lapCount" = s."lapCount" then abs(f."timeMs" - s."timeMs") end as "gapMs", s."bestLapTime" as "otherBest", f.alone and s.alone as "areAlone",
          json_build_object('position', s.position, 'status', s.status, 'carId', s."carId", 'toldCar', s."toldCar", 'bestLapTime', s."bestLapTime") as other
        from first f join second s on s.result_id = f.result_id and s.row_id <> f.row_id and s."classId" is not distinct from f."classId")
    select count(*)::int as races, count(*) filter (where position < "otherPosition")::int as "aheadFirst",
      count(*) filter (where position > "otherPosition")::int as "aheadSecond",
      count(*) filter (where "areAlone" and "bestLapTime" < "otherBest")::int as "lapsFirst",
      count(*) filter (where "areAlone" and "bestLapTime" > "otherBest")::int as "lapsSecond",
      round(percentile_cont(0.5) within group (order by "gapMs"))::int as "medianGapMs",
      coalesce((select json_agg(p order by p."startsAt" desc, p."typeNo" desc, p.row_id)
        from (select * from met order by "startsAt" desc, "typeNo" desc, row_id limit ${limit} offset ${offset}) p), '[]') as page,
      ${lapsOfBoth([id, other], viewer, MOST_LAPS)} as laps,
      coalesce(json_agg(distinct "sessionId"), '[]') as sessions, coalesce(json_agg(distinct "leagueId"), '[]') as leagues
    from met`.execute(db)
  return rows[0]!
}
