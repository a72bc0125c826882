import type { StandingsRowView, StandingsView } from '../../contract/standings.ts'

export type Winner = Pick<StandingsRowView, 'key' | 'driverId' | 'name' | 'country'>

/** Who won a race of each round, by its event, as they stand in the table: of several races, splits or classes each. */
export function winnersOf({ rounds, rows }: Pick<StandingsView, 'rounds' | 'rows'>): ReadonlyMap<string, readonly Winner[]> {
  return new Map(rounds.map((id, at) => [id, rows.filter(({ cells }) => cells[at]?.races.some(({ places }) => places[0] === 1))]))
}
