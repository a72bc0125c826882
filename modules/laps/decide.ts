import { findTrack } from '#games/catalogue.ts'
import type { Catalogue } from '#games/game.ts'
import type { LeagueId, SessionId, UserId } from '#core/ids.ts'
import { layoutNamed, type LapSegment } from './rules.ts'

/** The fastest clean lap of a driver in a row of a result that stands, as results hold it. */
export type DrivenLap = {
  readonly rowId: string
  readonly userId: UserId
  readonly lapMs: number
  readonly type: LapSegment | 'WARMUP'
  readonly typeNo: number
  readonly segmentIndex: number
  /** As the file or the event calls it. */
  readonly trackId: string | null
  readonly layoutId: string | null
  readonly trackName: string | null
  readonly isWet: boolean | null
  readonly carId: string | null
  readonly carName: string | null
}

/** What of its event is kept with a lap. */
export type LapEvent = {
  readonly sessionId: SessionId
  readonly leagueId: LeagueId
  readonly game: string
  readonly trackId: string
  readonly layoutId: string | null
  readonly startsAt: Date
}

/** A lap as it is kept. */
export type KeptLap = {
  readonly row_id: string
  readonly user_id: UserId
  readonly league_id: LeagueId
  readonly session_id: SessionId
  readonly game: string
  readonly track_id: string
  readonly layout_id: string
  readonly track_name: string | null
  readonly car_id: string
  readonly car_name: string | null
  readonly segment_type: LapSegment
  readonly segment_key: string
  readonly segment_index: number
  readonly is_wet: boolean
  readonly lap_ms: number
  readonly driven_at: string
}

/**
 * Where a lap stands. Its track and layout are those the file names, where the catalogue knows them, else those of the event; of a track that no
 * catalogue knows its own name is kept. A warm-up counts as practice: product.md §3 knows three segments.
 */
export function keptLap(lap: DrivenLap, event: LapEvent, catalogue: Catalogue | undefined): KeptLap {
  const known = lap.trackId === null || catalogue === undefined ? undefined : findTrack(catalogue, lap.trackId)
  const trackId = known?.id ?? lap.trackId ?? event.trackId
  const named = known && lap.layoutId !== null ? layoutNamed(known, lap.layoutId)?.id : undefined
  return {
    row_id: lap.rowId,
    user_id: lap.userId,
    league_id: event.leagueId,
    session_id: event.sessionId,
    game: event.game,
    track_id: trackId,
    layout_id: named ?? (trackId === event.trackId ? (event.layoutId ?? '') : ''),
    track_name: known ? null : lap.trackName,
    car_id: lap.carId ?? '',
    car_name: lap.carName,
    segment_type: lap.type === 'WARMUP' ? 'PRACTICE' : lap.type,
    segment_key: `${lap.type.toLowerCase()}-${lap.typeNo}`,
    segment_index: lap.segmentIndex,
    is_wet: lap.isWet === true,
    lap_ms: lap.lapMs,
    driven_at: event.startsAt.toISOString(),
  }
}
