import { sql } from 'kysely'
import type { SessionId, TournamentId } from '#core/ids.ts'
import { qualifyingOf } from '#modules/points/rules.ts'
import { keysOfRow } from '#modules/results/door.ts'
import type { CountedRow } from '#modules/results/rules/standing.ts'
import type { CarToCome, RaceRow } from '#modules/standings/rules/season.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { SessionStatus, SplitStatus } from '#modules/sessions/rules.ts'
import type { TournamentType } from '#modules/sessions/rules/season.ts'
import { UNPUBLISHED } from '#modules/visibility/rules.ts'
import { pointSystem } from '../contract/shapes.ts'
import { cellsOf, tablesOf, type KeptTable } from '../decide/tables.ts'
import type { DrivenRace, SeasonEvent, SeasonFacts } from '../decide/season.ts'
import { isWonOut } from '../rules.ts'

type Row = RaceRow & {
  readonly rowId: string
  readonly sessionId: SessionId
  readonly type: 'RACE' | 'QUALIFY'
  readonly no: number
  readonly index: number
  readonly keys: readonly string[]
}
/** How rows of results count, by their ids. */
export type Counting = ReadonlyMap<string, CountedRow['counts']>

/** All that the standings of a season follow from, in three statements; with these rows counting otherwise than they do. */
async function factsOf(db: Reader, id: TournamentId, now: Date, otherwise: Counting = new Map()): Promise<SeasonFacts | null> {
  const { rows } = await sql<{
    type: TournamentType
    pointSystem: unknown
    maxEntries: number
    status: string
    events: (Omit<SeasonEvent, 'isOver' | 'isDraft' | 'toCome'> & { status: SessionStatus; statusAt: string; splits: Split[] | null })[]
    drivers: (Omit<SeasonFacts['drivers'][number], 'registeredAt'> & { registeredAt: string })[]
    byHand: SeasonFacts['byHand']
  }>`
    select t.type, t.point_system as "pointSystem", t.max_entries as "maxEntries", t.status,
      (select coalesce(jsonb_agg(jsonb_build_object('sessionId', s.id, 'status', s.status, 'statusAt', s.status_at, 'multiplier', o.multiplier, 'table', o.point_table, 'raceTables', o.race_tables, 'fastestLap', o.fastest_lap,
          'races', (select count(*) from jsonb_array_elements(s.segments) g where g ->> 'type' = 'RACE'),
          'splits', case when s.split_count > 1 then ${carsToCome('s')} end) order by s.starts_at, s.id), '[]')
        from tournament_sessions o join sessions s on s.id = o.session_id where o.tournament_id = t.id and s.deleted_at is null) as events,
      (select coalesce(jsonb_agg(jsonb_build_object('userId', e.user_id, 'status', e.status, 'classId', e.class_id, 'teamName', e.team_name,
          'country', case when u.removed_at is null then u.country end, 'registeredAt', e.registered_at) order by e.registered_at, e.user_id), '[]')
        from tournament_entries e join users u on u.id = e.user_id where e.tournament_id = t.id and e.status <> 'WAITING_LIST' and not e.had_waited) as drivers,
      (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'userId', a.user_id, 'teamName', a.team_name, 'points', a.points::float8,
          'reason', a.reason) order by a.given_at, a.id), '[]')
        from tournament_adjustments a where a.tournament_id = t.id and a.revoked_at is null) as "byHand"
    from tournaments t where t.id = ${id}`.execute(db)
  const [season] = rows
  if (!season) return null
  const { type, events, drivers, byHand, status, maxEntries } = season
  return {
    type,
    byHand,
    maxEntries,
    pointSystem: pointSystem.parse(season.pointSystem),
    events: events.map(({ status: state, statusAt, splits, ...event }) => ({
      ...event,
      isOver: isWonOut(state, Date.parse(statusAt), now.getTime()) || status === 'FINISHED',
      toCome: (splits ?? []).flatMap(({ status: ofSplit, statusAt: since, cars }) =>
        isWonOut(ofSplit, Date.parse(since), now.getTime()) ? [] : cars,
      ),
      isDraft: UNPUBLISHED.includes(state),
    })),
    drivers: drivers.map((driver) => ({ ...driver, registeredAt: new Date(driver.registeredAt) })),
    races: await racesOf(db, id, otherwise),
  }
}

type Split = { readonly status: SplitStatus; readonly statusAt: string; readonly cars: readonly CarToCome[] }
/** The splits of an event that have not ended, and who drives in them. */
const carsToCome = (session: string) => sql`(select jsonb_agg(jsonb_build_object('status', p.status, 'statusAt', p.status_at, 'cars',
  (select coalesce(jsonb_agg(jsonb_build_object('splitNo', e.split_no, 'classId', e.class_id, 'teamId', e.team_name,
      'driverIds', array(select d.user_id from entry_drivers d where d.entry_id = e.id and d.active order by d.joined_at, d.user_id))), '[]')
    from entries e where e.session_id = p.session_id and e.split_no = p.split_no and e.status = 'ACTIVE')))
  from splits p where p.session_id = ${sql.ref(session)}.id and p.status <> 'ENDED')`

/** Races as their results stand, of those kept by hand the distance where nobody counted laps, each with the qualifying that its grid came from. */
async function racesOf(db: Reader, id: TournamentId, otherwise: Counting): Promise<readonly DrivenRace[]> {
  const { rows } = await sql<Row>`
    select x.id as "rowId", r.session_id as "sessionId", r.type, r.type_no as no, r.segment_index as index, r.split_no as "splitNo",
      x.user_ids as "driverIds", ${keysOfRow} as keys,
      case when x.participant_type = 'TEAM' then x.name end as "teamId", x.class_id as "classId", x.position, x.status,
      case when r.file_id is null and x.lap_count = 0 then greatest(1, max(x.lap_count) over (partition by r.id)) else x.lap_count end as "lapCount",
      x.final_race_time_ms as "totalTimeMs", x.best_lap_ms as "bestLapMs", (x.points_adjustment + x.event_adjustment)::float8 as adjustment,
      x.penalty_ms as "penaltyMs", x.penalty_places as "penaltyPlaces",
      null as qualified
    from tournament_sessions o
    join sessions s on s.id = o.session_id and s.deleted_at is null
    join results r on r.session_id = o.session_id and r.state = 'STANDS' and r.type in ('RACE', 'QUALIFY')
    join result_rows x on x.result_id = r.id
    where o.tournament_id = ${id} order by r.session_id, r.segment_index, r.split_no, x.position`.execute(db)
  return [...Map.groupBy(rows, ({ sessionId }) => sessionId)].flatMap(([sessionId, ofEvent]) => {
    const segments = [...Map.groupBy(ofEvent, ({ index, splitNo }) => `${index} ${splitNo}`).values()].map((segment) => ({
      type: segment[0]!.type,
      no: segment[0]!.no,
      index: segment[0]!.index,
      splitNo: segment[0]!.splitNo,
      rows: segment,
    }))
    const races = Map.groupBy(
      segments.filter(({ type }) => type === 'RACE'),
      ({ no }) => no,
    )
    return [...races].map(([no, splits]) => ({
      sessionId,
      no,
      rows: splits.flatMap((split) => classified(split.rows, otherwise)),
      qualifying: splits.flatMap((split) => qualifyingOf(split, segments)),
    }))
  })
}

/** A race in its order, places for those who finished. */
const classified = (rows: readonly Row[], otherwise: Counting): readonly Row[] =>
  rows
    .map((row) => counting(row, otherwise.get(row.rowId)))
    .toSorted((a, b) => a.position! - b.position!)
    .map((row) => ({ ...row, standsAt: row.position!, position: row.status === 'FINISHED' ? row.position : null }))

const counting = (row: Row, counts: CountedRow['counts'] | undefined): Row =>
  counts
    ? {
        ...row,
        position: counts.position,
        status: counts.status,
        totalTimeMs: counts.finalTimeMs,
        adjustment: counts.adjustment + counts.eventAdjustment,
        penaltyMs: counts.penaltyMs,
        penaltyPlaces: counts.penaltyPlaces,
      }
    : row

/** The tables of a season as they would be if these rows counted otherwise. */
export async function tablesWith(db: Reader, id: TournamentId, now: Date, otherwise: Counting): Promise<readonly KeptTable[]> {
  const facts = await factsOf(db, id, now, otherwise)
  return facts ? tablesOf(facts) : []
}

/** Works the standings of a season out anew, and says whether anything has been driven. Its row is locked: of two events whose results come at once the second sees the first. */
export async function keepStandings(tx: Tx, id: TournamentId, now: Date): Promise<{ readonly isDriven: boolean }> {
  const facts = await factsOf(tx, id, now)
  const isDriven = (facts?.races.length ?? 0) > 0
  if (!facts) return { isDriven }
  const tables = tablesOf(facts)
  await tx.deleteFrom('tournament_standings').where('tournament_id', '=', id).execute()
  await tx
    .insertInto('tournament_standings')
    .values(
      tables.map(({ of, classId, rows, ...standings }) => ({
        tournament_id: id,
        of,
        class_id: classId ?? '',
        standings: JSON.stringify({ ...standings, rows: rows.map((row) => ({ ...row, cells: [] })) }),
        // statements look into the rest, and read what they look into again and again
        cells: JSON.stringify(rows.map(cellsOf)),
        computed_at: now,
      })),
    )
    .execute()
  return { isDriven }
}
