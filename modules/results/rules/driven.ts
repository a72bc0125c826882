import { DAY_MS } from '#core/duration.ts'
import { momentAt } from '#core/time-zone.ts'
import { layoutBeside } from '#games/catalogue.ts'
import type { GameId } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { outlineUrl } from '#games/outlines/outlines.ts'
import type { DrivenTrack } from '../contract/driver.ts'

/** A track as the game's catalogue has it; an unknown one by what the file calls it, else by its id. */
export function drivenTrackOf(game: string, trackId: string, layoutId: string | null, written: string | null): DrivenTrack {
  const track = gameOf(game as GameId)?.catalogue.tracks.find(({ id }) => id === trackId)
  return {
    name: track ? [track.name, layoutBeside(track, layoutId)].filter(Boolean).join(', ') : (written ?? trackId),
    country: track?.country ?? null,
    outline: outlineUrl(game, trackId, layoutId || null) ?? outlineUrl(game, trackId, null),
  }
}

/**
 * The time between two days, both whole, by the clocks of a zone, the earlier one first however they come; `until` is the first moment after. `null`: no
 * bound.
 */
export function daysBetween(
  first: string | undefined,
  second: string | undefined,
  zone: string,
): { readonly from: Date | null; readonly until: Date | null } {
  const [from, to] = first !== undefined && second !== undefined && first > second ? [second, first] : [first, second]
  const after = to === undefined ? undefined : new Date(Date.parse(to) + DAY_MS).toISOString().slice(0, 10)
  return { from: midnight(from, zone), until: midnight(after, zone) }
}

const midnight = (day: string | undefined, zone: string): Date | null => (day === undefined ? null : momentAt(`${day}T00:00`, zone))
