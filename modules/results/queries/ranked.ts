import { sql } from 'kysely'
import type { SessionId } from '#core/ids.ts'
import type { Reader } from '#server/db/connect.ts'
import type { DrivenCar, RankedEvent } from '../decide/ranked.ts'

export type RateableEvent = RankedEvent & {
  readonly trackId: string
  readonly layoutId: string | null
  /** Ranked, over, and there. */
  readonly counts: boolean
}

/** An event as far as ratings look at it; also one that is there no more, whose races are taken back. */
export async function rateableEvent(db: Reader, sessionId: SessionId): Promise<RateableEvent | null> {
  const { rows } = await sql<RateableEvent>`
    select s.id, s.game, s.starts_at as "startsAt", s.track_id as "trackId", s.layout_id as "layoutId",
      s.is_ranked and s.status = 'ENDED' and s.deleted_at is null as counts
    from sessions s where s.id = ${sessionId}`.execute(db)
  return rows[0] ?? null
}

/** Every car in the races of an event whose results stand. */
export async function drivenCars(db: Reader, sessionId: SessionId): Promise<readonly DrivenCar[]> {
  const { rows } = await sql<DrivenCar>`
    select r.type_no as "raceNo", r.split_no as "splitNo", x.match_key as "matchKey", x.position, x.status, x.lap_count as "lapCount",
      x.total_time_ms as "totalMs", x.class_id as "classId", x.drivers, x.incidents, r.facts ->> 'trackId' as "trackId", r.facts ->> 'layoutId' as "layoutId"
    from results r join result_rows x on x.result_id = r.id
    where r.session_id = ${sessionId} and r.state = 'STANDS' and r.type = 'RACE'
    order by r.type_no, r.split_no, x.position, x.id`.execute(db)
  return rows
}
