import { ok, refuse, type Result } from '#core/result.ts'
import type { Game } from '#games/game.ts'

type Bop = { readonly ballastkg: number; readonly restrictor: number }
type BopOfCar = Bop & { readonly carId: string }

/** What is stored of a balance of performance: product.md §5, only cars that have any. Refuses CONFIG_INVALID for a game without one or a car that is not the event's, BOP_OUT_OF_RANGE. */
export function decideBop(bounds: Game['bop'], carIds: readonly string[], typed: Readonly<Record<string, Bop>>): Result<readonly BopOfCar[]> {
  if (!bounds) return refuse('CONFIG_INVALID', { field: 'bops', reason: 'game' })
  const bops = Object.entries(typed).map(([carId, bop]) => ({ carId, ...bop }))
  const unknown = bops.find(({ carId }) => !carIds.includes(carId))
  if (unknown) return refuse('CONFIG_INVALID', { field: `bops.${unknown.carId}`, reason: 'unknown' })
  const { ballastKg, restrictor } = bounds
  const out = bops.find(
    (bop) => bop.ballastkg < ballastKg.min || bop.ballastkg > ballastKg.max || bop.restrictor < restrictor.min || bop.restrictor > restrictor.max,
  )
  if (out) return refuse('BOP_OUT_OF_RANGE', { field: `bops.${out.carId}`, min: ballastKg.min, max: ballastKg.max, maxRestrictor: restrictor.max })
  return ok(bops.filter((bop) => bop.ballastkg !== 0 || bop.restrictor !== 0))
}
