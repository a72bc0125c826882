import type { StandingsView, Winner } from '../../contract/standings.ts'

/** Who won a race of each round, by its event. */
export const winnersOf = ({ rounds, winners }: Pick<StandingsView, 'rounds' | 'winners'>): ReadonlyMap<string, readonly Winner[]> =>
  new Map(rounds.map((id, at) => [id, winners[at] ?? []]))
