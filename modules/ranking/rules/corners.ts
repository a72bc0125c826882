/**
 * Metres a corner: about what well-known permanent circuits have, their lengths together by their corners together. The catalogue has lengths
 * and no corners; a circuit's own number goes before.
 */
export const METRES_A_CORNER = 340

/** Corners driven in so many laps; 0 where neither corners nor length of a lap are known, so that safety stays as it is. */
export function cornersDriven(laps: number, lap: { readonly corners?: number | null; readonly lengthM: number | null }): number {
  if (lap.corners) return laps * lap.corners
  return lap.lengthM ? laps * Math.max(1, Math.round(lap.lengthM / METRES_A_CORNER)) : 0
}
