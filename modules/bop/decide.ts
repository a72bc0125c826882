import { ok, refuse, type Result } from '#core/result.ts'
import { findTrack } from '#games/catalogue.ts'
import type { Game } from '#games/game.ts'
import { bopFault, carries, TEMPLATES_AT_MOST, type Bop } from './rules.ts'

type Bops = Readonly<Record<string, Bop>>
export type BopOfCar = Bop & { readonly carId: string }

/** What is stored of a balance of performance: product.md §5, only cars that have any. Refuses CONFIG_INVALID for a game without one or a car that is not among them, BOP_OUT_OF_RANGE. */
export function decideBop(bounds: Game['bop'], carIds: readonly string[], typed: Bops): Result<readonly BopOfCar[]> {
  if (!bounds) return refuse('CONFIG_INVALID', { field: 'bops', reason: 'game' })
  const bops = Object.entries(typed).map(([carId, bop]) => ({ carId, ...bop }))
  const unknown = bops.find(({ carId }) => !carIds.includes(carId))
  if (unknown) return refuse('CONFIG_INVALID', { field: `bops.${unknown.carId}`, reason: 'unknown' })
  const { ballastKg, restrictor } = bounds
  const out = bops.find((bop) => bopFault(bop.ballastkg, ballastKg) !== null || bopFault(bop.restrictor, restrictor) !== null)
  if (out) return refuse('BOP_OUT_OF_RANGE', { field: `bops.${out.carId}`, min: ballastKg.min, max: ballastKg.max, maxRestrictor: restrictor.max })
  return ok(bops.filter(carries))
}

/** What is stored of a template, for any cars of the game; `count` are those that the community has of it. Refuses as `decideBop`, and TRACK_NOT_FOUND. */
export function decideTemplate(
  game: Pick<Game, 'bop' | 'catalogue'> | undefined,
  typed: { readonly trackId: string | null; readonly bops: Bops },
  count: number,
): Result<{ readonly trackId: string | null; readonly bops: Bops }> {
  if (count >= TEMPLATES_AT_MOST) return refuse('CONFIG_INVALID', { field: 'name', reason: 'templates', max: TEMPLATES_AT_MOST })
  const bops = decideBop(game?.bop ?? null, game?.catalogue.cars.map(({ id }) => id) ?? [], typed.bops)
  if (!bops.ok) return bops
  const track = typed.trackId === null ? null : game && findTrack(game.catalogue, typed.trackId)
  if (track === undefined) return refuse('TRACK_NOT_FOUND', { field: 'trackId' })
  return ok({ trackId: track?.id ?? null, bops: Object.fromEntries(bops.value.map(({ carId, ...bop }) => [carId, bop])) })
}
