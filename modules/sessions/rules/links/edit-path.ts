import { tournamentPath, type AggregateType } from '../season.ts'

type Edited = {
  readonly id: string
  readonly leagueId: string
  readonly game: string
  readonly tournamentId: string | null
  readonly tournamentType: AggregateType | null
}
/** Where an event is edited: in its season, with its round of a special event, else in its community (product.md §2 "Event edit"). */
export function editPath({ id, leagueId, game, tournamentId, tournamentType: type }: Edited): string {
  if (tournamentId === null || type === null) return `/communities/${leagueId}/${game}/event-edit/${id}`
  if (type === 'ROUND') return `/special-events/${leagueId}/${game}/${tournamentId}/event-edit/${id}`
  return `${tournamentPath({ id: tournamentId, type })}/${game}/event-edit/${id}`
}
