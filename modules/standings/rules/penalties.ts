import type { RaceRow } from './season.ts'

/** What the stewards decided after a race about one of its cars, named by a driver in it. A revoked one leaves no trace. */
export type RacePenalty = { readonly driverId: string; readonly isRevoked: boolean } & (
  | { readonly kind: 'TIME'; readonly ms: number }
  | { readonly kind: 'POSITIONS'; readonly places: number }
  | { readonly kind: 'POINTS'; readonly points: number }
  | { readonly kind: 'DISQUALIFICATION' }
)

/** The race as it is classified with these: first who is out, then times, then places down, whatever order they came in. */
export function reclassified(rows: readonly RaceRow[], penalties: readonly RacePenalty[]): readonly RaceRow[] {
  const standing = penalties.filter(({ isRevoked }) => !isRevoked)
  if (standing.length === 0) return rows
  const of = <Kind extends RacePenalty['kind']>(row: RaceRow, kind: Kind) =>
    standing.filter((one): one is RacePenalty & { kind: Kind } => one.kind === kind && row.driverIds.includes(one.driverId))
  const punished = rows.map((row): RaceRow => {
    const adjustment = row.adjustment - of(row, 'POINTS').reduce((sum, { points }) => sum + points, 0)
    if (of(row, 'DISQUALIFICATION').length > 0) return { ...row, adjustment, status: 'DSQ', position: null }
    const ms = of(row, 'TIME').reduce((sum, one) => sum + one.ms, 0)
    return { ...row, adjustment, totalTimeMs: row.totalTimeMs === null ? null : row.totalTimeMs + ms }
  })
  const originals = new Map(punished.map((row, at) => [row, rows[at]!]))
  const down = (row: RaceRow): number => of(row, 'POSITIONS').reduce((sum, { places }) => sum + places, 0)
  const positions = new Map<RaceRow, number>()
  for (const split of Map.groupBy(punished, ({ splitNo }) => splitNo).values())
    for (const [at, row] of moved(inOrder(split, originals), down).entries()) positions.set(row, at + 1)
  return punished.map((row) => ({ ...row, position: positions.get(row) ?? null }))
}

/** Who is classified, most laps first, then by time; who has no time stays behind who was before. */
function inOrder(rows: readonly RaceRow[], originals: ReadonlyMap<RaceRow, RaceRow>): readonly RaceRow[] {
  const finishers = rows.filter(({ status, position }) => status === 'FINISHED' && position !== null).toSorted((a, b) => a.position! - b.position!)
  let before = 0
  const timed = finishers.map((row, at) => {
    const own = row.totalTimeMs
    const key = { row, at, laps: row.lapCount, time: own ?? before }
    before = own === null ? before : originals.get(row)!.totalTimeMs!
    return key
  })
  return timed.toSorted((a, b) => b.laps - a.laps || a.time - b.time || a.at - b.at).map(({ row }) => row)
}

/** Each so many places down, the last first, so that two penalties do not undo one another. */
function moved(rows: readonly RaceRow[], down: (row: RaceRow) => number): readonly RaceRow[] {
  const order = [...rows]
  for (const row of rows.toReversed()) {
    const places = down(row)
    if (places === 0) continue
    const at = order.indexOf(row)
    order.splice(at, 1)
    order.splice(Math.min(order.length, at + places), 0, row)
  }
  return order
}
