/** Success ballast (docs/decisions/0028): what the first of a season carry into its next race, by the place they had. */
export const BALLAST_BY = ['LAST_ROUND', 'STANDINGS'] as const
export type SuccessBallast = {
  /** Places of the last race that was driven, or of the season so far. */
  readonly by: (typeof BALLAST_BY)[number]
  /** Of the first, the second …; whoever is after them carries nothing. */
  readonly table: readonly { readonly ballastKg: number; readonly restrictor: number }[]
}

type Race = {
  /** Which of its round it is. */
  readonly no: number
  readonly places: readonly number[]
  readonly status: string
  /** Left out of the first. */
  readonly splitNo?: number | undefined
}
type Row = {
  readonly id: string
  readonly carClassId: string | null
  readonly position: number | null
  readonly cells: readonly ({ readonly races: readonly Race[] } | null)[]
}
export type Weighted = { readonly id: string; readonly ballastKg: number; readonly restrictor: number }

/** Who carries what, each by the place among those of the own class, and of the own split of the last race. Before anything was driven nobody does. */
export function weightsOf({ by, table }: SuccessBallast, rows: readonly Row[]): readonly Weighted[] {
  const last = lastHeld(rows)
  if (last < 0) return []
  const lastNo = Math.max(...rows.flatMap(({ cells }) => cells[last]?.races.filter(isDriven).map(({ no }) => no) ?? []))
  const placed = rows.flatMap(({ id, carClassId, position, cells }) => {
    const race = cells[last]?.races.find(({ no }) => no === lastNo)
    const place = by === 'STANDINGS' ? position : race?.status === 'FINISHED' ? (race.places[0] ?? null) : null
    return place === null ? [] : [{ id, among: `${by === 'LAST_ROUND' ? (race?.splitNo ?? 1) : ''} ${carClassId}`, place }]
  })
  return [...Map.groupBy(placed, ({ among }) => among).values()].flatMap((field) =>
    field.flatMap(({ id, place }) => {
      // whoever is level carries the same
      const weight = table[field.filter((other) => other.place < place).length]
      return weight && (weight.ballastKg > 0 || weight.restrictor > 0) ? [{ id, ...weight }] : []
    }),
  )
}

/** The last round that anybody drove; -1: none. */
const lastHeld = (rows: readonly Row[]): number =>
  Math.max(-1, ...rows.map(({ cells }) => cells.findLastIndex((cell) => cell !== null && cell.races.some(isDriven))))
const isDriven = ({ status }: Race): boolean => status !== 'DNS'
