import type { Invariant } from '#server/room.ts'

export const matchingInvariants: readonly Invariant[] = [
  {
    name: 'named-as-said',
    means: 'Whoever an admin has named in results is whom the desk says, in a community whose admins have said it (I30).',
    sql: `select w.id from result_rows w join sessions s on s.id = w.session_id, jsonb_array_elements(w.drivers) d
      left join driver_matches m on m.id = (d ->> 'matchId')::uuid
      where d ->> 'matchId' is not null and (m.user_id <> (d ->> 'userId')::uuid or m.league_id <> s.league_id
        or (m.id is null and not exists (select from users u where u.id = (d ->> 'userId')::uuid and u.removed_at is not null)))`,
  },
  {
    name: 'named-once',
    means: 'Whoever an admin has named drove one car of a segment, or is the same stranger in all of them.',
    sql: `select w.id from result_rows w, jsonb_array_elements(w.drivers) d join result_rows o on true, jsonb_array_elements(o.drivers) e
      where d ->> 'matchId' is not null and o.result_id = w.result_id and e ->> 'userId' = d ->> 'userId'
        and e ->> 'matchId' is distinct from d ->> 'matchId'`,
  },
  {
    name: 'named-can-be-undone',
    means: 'Who a row was before is kept as long as somebody named in it can be taken back, and no longer.',
    sql: `select w.id from result_rows w
      where (w.unmatched is not null) <> exists (select from jsonb_array_elements(w.drivers) d where d ->> 'matchId' is not null)`,
  },
  {
    name: 'erased-is-not-named',
    means: 'Of a removed account no match is left, nor, an hour later, what files called them (I26).',
    sql: `select m.id from driver_matches m join users u on u.id = m.user_id where u.removed_at is not null
      union all select w.id from result_rows w, jsonb_array_elements(w.drivers) d join users u on u.id = (d ->> 'userId')::uuid
        where d ->> 'matchId' is not null and u.removed_at < :now - interval '1 hour'`,
  },
]
