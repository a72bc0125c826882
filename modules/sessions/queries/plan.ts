import { allowed } from '#core/result.ts'
import { findTrack } from '#games/catalogue.ts'
import type { GameId } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { usageOf } from '#modules/billing/door.ts'
import { carriesEvent, planFacts, planInForce } from '#modules/billing/rules.ts'
import { UNPUBLISHED } from '#modules/visibility/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import { wishOfRow } from '../commands/columns.ts'
import type { RaceView } from '../contract.ts'
import { checkLimits, lackedFeatures } from '../decide.ts'
import { isNotStarted, isOver, type SessionStatus } from '../rules.ts'
import type { SessionRow } from '../store.ts'

type Planned = SessionRow & { readonly plan: string; readonly plan_ends_at: Date | null }

/** What the community's plan says to an event that is not over: to a draft as when it is published, to a published one as at its launch. */
export async function planOf(db: Reader, row: Planned, now: Date): Promise<RaceView['ofPlan']> {
  const status = row.status as SessionStatus
  if (isOver(status)) return null
  const plan = planInForce(row.plan, row.plan_ends_at, now)
  const isHosted = row.hosting === 'AUTOMATIC'
  const wish = { plan, ...wishOfRow(row, row.starts_at) }
  const isCounted = status === 'DRAFT' && planFacts(plan).eventsPerWeek !== null
  const used = isCounted ? await usageOf(db, row.league_id, row.starts_at, row.id) : null
  const launched = {
    maxEntries: row.max_entries,
    durationMin: row.duration_min,
    splitCount: row.split_count,
    splits: row.split_seats === null ? null : { most: row.split_seats },
    driverSwap: row.driver_swap,
    serverProtection: row.server_protection,
  }
  return {
    grid: isHosted ? planFacts(plan).maxGrid : null,
    carries: UNPUBLISHED.includes(status) ? allowed(checkLimits({ ...wish, used })) : !isHosted || carriesEvent(plan, launched),
    lacks: isNotStarted(status) ? [...lackedFeatures(wish)] : [],
  }
}

/** Whether the game still has the track of an event that is to be run on a server; of what is kept by hand people say what it is called. */
export function hasTrack({ game, manual, track_id, layout_id }: Pick<SessionRow, 'game' | 'manual' | 'track_id' | 'layout_id'>): boolean {
  const catalogue = gameOf(game as GameId)?.catalogue
  if (manual || !catalogue) return true
  const track = findTrack(catalogue, track_id)
  return track !== undefined && (layout_id === null || track.layouts.some(({ id }) => id === layout_id))
}
