import { sql } from 'kysely'
import type { SessionId, UserId } from '#core/ids.ts'
import type { Reader } from '#server/db/connect.ts'
import type { DriverLapsView, LapChartLine, LapView } from '../contract.ts'
import type { StoredLap } from '../decide/rows.ts'
import { segmentOfKey } from '../rules.ts'
import { averageSectors } from '../rules/lap-charts.ts'
import type { StoredDriver } from '../rules/participant.ts'
import type { LapStats } from '../rules/standing.ts'

type Found = {
  readonly id: string
  readonly name: string | null
  readonly user_ids: readonly UserId[]
  readonly drivers: readonly StoredDriver[]
  readonly best_lap_ms: number | null
  readonly stats: LapStats
  readonly session_best: LapStats
  readonly fastest_ms: number | null
  readonly laps: readonly StoredLap[]
  readonly positions: readonly (number | null)[]
}

export type Wanted = {
  readonly sessionId: SessionId
  readonly subSessionIndex: number
  readonly split: number
  readonly driverId?: UserId
  readonly participantId?: string
}

/** One row with its laps, in one statement; `undefined` when nobody like that drove the segment. */
export async function findLaps(db: Reader, wanted: Wanted): Promise<Found | undefined> {
  const { sessionId, subSessionIndex, split, driverId = null, participantId = null } = wanted
  const { rows } = await sql<Found>`
    select x.id, x.user_ids, x.drivers, x.best_lap_ms, x.stats, r.best_stats -> 'laps' as session_best,
      (r.best_stats -> 'fastestLap' ->> 'timeMs')::int as fastest_ms, l.laps, l.positions,
      case when x.user_id is null then nullif(x.name, '') else (select u.name from users u where u.id = x.user_id and u.removed_at is null) end as name
    from results r join result_rows x on x.result_id = r.id join result_laps l on l.row_id = x.id
    where r.session_id = ${sessionId} and r.segment_index = ${subSessionIndex} and r.state = 'STANDS'
      and case when ${participantId}::uuid is null then r.split_no = ${split} and ${driverId}::uuid = any (x.user_ids) else x.id = ${participantId}::uuid end
    order by x.position limit 1`.execute(db)
  return rows[0]
}

/** Statistics for everybody; the laps only for those who may see them, in chunks. */
export function lapsView(found: Found, mayAll: boolean, { offset, limit }: { readonly offset: number; readonly limit: number }): DriverLapsView {
  const best = found.session_best
  const stat = (key: Exclude<keyof LapStats, 'bestSectorTimesMs'>) => marked(found.stats[key], best[key])
  return {
    participantId: found.id,
    name: found.name,
    stats: {
      bestCleanLapTimeMs: stat('bestCleanLapTimeMs'),
      bestUncleanLapTimeMs: stat('bestUncleanLapTimeMs'),
      averageLapMs: stat('averageLapMs'),
      optimalLapTimeMs: stat('optimalLapTimeMs'),
      consistencyPercentage: stat('consistencyPercentage'),
      bestSectorTimesMs: found.stats.bestSectorTimesMs.map((value, i) => marked(value, best.bestSectorTimesMs[i] ?? null)),
    },
    laps: mayAll ? found.laps.slice(offset, offset + limit).map((lap, i) => lapView(found, lap, offset + i)) : [],
    total: found.laps.length,
    offset,
    upgrade: !mayAll,
  }
}

const marked = (value: number | null, sessionBest: number | null) => ({ value, sessionBest, isSessionBest: value !== null && value === sessionBest })

function lapView(
  { positions, drivers, best_lap_ms: own, stats, session_best: best, fastest_ms: fastest }: Found,
  lap: StoredLap,
  index: number,
): LapView {
  const [before, position] = [positions[index - 1] ?? null, positions[index] ?? null]
  return {
    lapNumber: index + 1,
    time: lap.t,
    position,
    positionsGained: before === null || position === null ? null : before - position,
    deltaMs: lap.t === null || own === null ? null : lap.t - own,
    sectors: lap.s.map((timeMs, s) => ({ timeMs, best: markOf(lap.v ? timeMs : null, stats.bestSectorTimesMs[s], best.bestSectorTimesMs[s]) })),
    best: markOf(lap.v ? lap.t : null, own, fastest),
    isClean: lap.v,
    isPit: lap.p === true,
    incidents: lap.i ?? null,
    driverId: drivers[lap.d ?? 0]?.userId ?? null,
    driverIndex: lap.d ?? 0,
  }
}

const markOf = (timeMs: number | null, own: number | null | undefined, session: number | null | undefined): 'session' | 'personal' | null =>
  timeMs === null ? null : timeMs === session ? 'session' : timeMs === own ? 'personal' : null

type Line = {
  readonly participantId: string
  readonly userIds: readonly UserId[]
  readonly positions: readonly (number | null)[]
  readonly times: readonly (number | null)[]
  readonly laps: readonly StoredLap[]
  readonly stats: LapStats
  readonly pitStops: number | null
  readonly isRace: boolean
}

/** Places and times by lap of everybody in a segment, in the order of the table. */
export async function findLines(db: Reader, sessionId: SessionId, segment: string, splitNo: number): Promise<readonly Line[]> {
  const { type, no } = segmentOfKey(segment)
  const { rows } = await sql<Line>`
    select x.id as "participantId", x.user_ids as "userIds", l.positions, l.times, l.laps, x.stats, x.pit_stops as "pitStops", r.type = 'RACE' as "isRace"
    from results r join result_rows x on x.result_id = r.id join result_laps l on l.row_id = x.id
    where r.session_id = ${sessionId} and r.type = ${type} and r.type_no = ${no} and r.split_no = ${splitNo} and r.state = 'STANDS'
    order by x.position`.execute(db)
  return rows
}

/** What everybody may know of a driver's race by lap: no lap time follows from it. */
export const chartLine = ({ participantId, positions, laps, pitStops }: Line) => {
  const pits = laps.flatMap(({ p }, i) => (p ? [i + 1] : []))
  // that they stopped, but not in which lap, draws no stint
  return { participantId, positions: [...positions], pits: pits.length > 0 || pitStops === 0 ? pits : null }
}

/** As `chartLine`, with the lap times and what is calculated from them for those who may see them. */
export function lapChartLine(line: Line, mayAll: boolean): LapChartLine {
  const open = chartLine(line)
  const laps = line.laps.map(({ t, s }) => ({ time: t, sectors: s }))
  return {
    ...open,
    bestSectors: [...line.stats.bestSectorTimesMs],
    times: mayAll ? [...line.times] : null,
    averageSectors: mayAll ? [...averageSectors(laps, open.pits ?? [], line.isRace)] : null,
  }
}
