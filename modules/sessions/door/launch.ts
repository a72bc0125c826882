import type { LeagueId, SessionId, SplitId } from '#core/ids.ts'
import type { GameId, OptionValue, Segment } from '#games/game.ts'
import { bopsOf } from '#modules/bop/door.ts'
import type { Reader } from '#server/db/connect.ts'
import type { Sealer } from '#server/outside/seal.ts'
import { LAUNCH_LEAD_MS } from '../rules.ts'

/** Everything a game server is told of a session; its entries and ports come from elsewhere. */
export type LaunchOrder = {
  readonly id: SessionId
  readonly leagueId: LeagueId
  readonly game: GameId
  readonly name: string
  readonly serverName: string
  readonly trackId: string
  readonly layoutId: string | null
  readonly carIds: readonly string[]
  /** Of one server. */
  readonly maxEntries: number
  readonly segments: readonly Segment[]
  readonly options: Readonly<Record<string, OptionValue>>
  readonly passwords: { readonly server: string; readonly admin: string; readonly spectator: string }
  readonly closedEntry: boolean
  readonly enableServerProtection: boolean
  readonly driverSwap: boolean
  readonly hasGridPositions: boolean
  readonly bop: readonly { readonly carId: string; readonly ballastKg: number; readonly restrictor: number }[]
  readonly region: string
  readonly startsAt: Date
  readonly durationMin: number
}

/** As they were generated or typed; `''` for that of an event kept by hand which nobody has typed. */
export function passwordsOf(
  sealer: Sealer,
  row: { readonly passwords_sealed: string; readonly has_server_password: boolean },
): LaunchOrder['passwords'] {
  const all = JSON.parse(sealer.open(row.passwords_sealed)) as LaunchOrder['passwords']
  return row.has_server_password ? all : { ...all, server: '' }
}

/** The order of a session with its passwords opened; `null` when there is no such session. */
export async function launchOrder(db: Reader, sealer: Sealer, id: SessionId): Promise<LaunchOrder | null> {
  const row = await db
    .selectFrom('sessions')
    .selectAll('sessions')
    .select(bopsOf().as('bops'))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    leagueId: row.league_id,
    game: row.game as GameId,
    name: row.name,
    serverName: row.server_name,
    trackId: row.track_id,
    layoutId: row.layout_id,
    carIds: row.car_ids,
    maxEntries: row.split_seats ?? row.max_entries,
    segments: row.segments as readonly Segment[],
    options: row.options as LaunchOrder['options'],
    passwords: passwordsOf(sealer, row),
    closedEntry: row.closed_entry,
    enableServerProtection: row.server_protection,
    driverSwap: row.driver_swap,
    hasGridPositions: row.has_grid_positions,
    bop: Object.entries(row.bops).map(([carId, { ballastkg, restrictor }]) => ({ carId, ballastKg: ballastkg, restrictor })),
    region: row.region,
    startsAt: row.starts_at,
    durationMin: row.duration_min,
  }
}

/** Splits that wait, for the time or for a host, of sessions with a server whose start is at most five minutes away, soonest first. */
export const sessionsToLaunch = (
  db: Reader,
  now: Date,
): Promise<readonly { readonly sessionId: SessionId; readonly splitId: SplitId; readonly splitNo: number; readonly startsAt: Date }[]> =>
  db
    .selectFrom('sessions')
    .innerJoin('splits', 'splits.session_id', 'sessions.id')
    .select(['sessions.id as sessionId', 'splits.id as splitId', 'splits.split_no as splitNo', 'sessions.starts_at as startsAt'])
    .where('sessions.deleted_at', 'is', null)
    .where('sessions.hosting', '=', 'AUTOMATIC')
    .where('sessions.status', 'not in', ['DRAFT', 'RECURRING', 'ENDED', 'DECLINED'])
    .where('splits.status', 'in', ['WAITING', 'SCHEDULING'])
    .where('sessions.starts_at', '<=', new Date(now.getTime() + LAUNCH_LEAD_MS))
    .orderBy('sessions.starts_at')
    .orderBy('splits.split_no')
    .execute()

/** Which of these have come to their start. */
export async function sessionsBegun(db: Reader, ids: readonly SessionId[], now: Date): Promise<readonly SessionId[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .where('starts_at', '<=', now)
    .execute()
  return rows.map(({ id }) => id)
}
