/** Seasons of a community. A series asks for each race by itself, a championship once for all of them. */
export const TOURNAMENT_TYPES = ['CHAMPIONSHIP', 'SERIES'] as const
export type TournamentType = (typeof TOURNAMENT_TYPES)[number]

/** Where a season stands among the pages. */
export const tournamentPath = ({ id, type }: { readonly id: string; readonly type: TournamentType }): string =>
  `/${type === 'SERIES' ? 'series' : 'championships'}/${id}`
