/** Seasons of a community. A series asks for each race by itself, a championship once for all of them. */
export const TOURNAMENT_TYPES = ['CHAMPIONSHIP', 'SERIES'] as const
export type TournamentType = (typeof TOURNAMENT_TYPES)[number]

/** What an event may be of: a season, or a round of its community's special event. */
export const AGGREGATE_TYPES = [...TOURNAMENT_TYPES, 'ROUND'] as const
export type AggregateType = (typeof AGGREGATE_TYPES)[number]

/** What a list of events is narrowed down to: those of none of these, or of one of them. */
export const EVENT_KINDS = ['SINGLE', ...AGGREGATE_TYPES] as const
export type EventKind = (typeof EVENT_KINDS)[number]

const PLACES: Readonly<Record<AggregateType, string>> = { CHAMPIONSHIP: 'championships', SERIES: 'series', ROUND: 'rounds' }
/** Where a season, or a round, stands among the pages. */
export const tournamentPath = ({ id, type }: { readonly id: string; readonly type: AggregateType }): string => `/${PLACES[type]}/${id}`
