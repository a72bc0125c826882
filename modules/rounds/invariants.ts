import type { Invariant } from '#server/room.ts'

export const roundsInvariants: readonly Invariant[] = [
  {
    name: 'round-events',
    means: 'An event of a round is of the same community, of no season, and shows the round once that is published.',
    sql: `select s.id from sessions s join rounds r on r.id = s.round_id where s.deleted_at is null and (s.league_id <> r.league_id or r.removed_at is not null
      or (r.status = 'UNPUBLISHED') <> (s.tournament_id is null) or exists (select from tournament_sessions o where o.session_id = s.id))`,
  },
  {
    name: 'round-order',
    means: 'Drivers go on in time: a round begins behind those its drivers came from.',
    sql: `select i.list_id as id from invited_drivers i join rounds r on r.id = i.list_id join rounds f on f.id = i.from_list_id
      where r.removed_at is null and f.removed_at is null and f.start_date >= r.start_date`,
  },
]
