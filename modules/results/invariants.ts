import type { Invariant } from '#server/room.ts'

export const resultsInvariants: readonly Invariant[] = [
  {
    name: 'row-of-its-event',
    means: 'A row of results, its segment and its entry are of the same event, and so of the same community (I30).',
    sql: `select w.id from result_rows w join results r on r.id = w.result_id left join entries e on e.id = w.entry_id
      where w.session_id <> r.session_id or e.session_id <> w.session_id`,
  },
  {
    name: 'known-driver-without-name',
    means: 'Of a driver who is one of our users a result holds neither name nor account: those are shown while the account is there (I26).',
    sql: `select w.id from result_rows w, jsonb_array_elements(w.drivers) d
      where d ->> 'userId' is not null and (coalesce(d ->> 'name', '') <> '' or d ->> 'platformId' is not null)`,
  },
  {
    name: 'ranked-as-the-event-says',
    means: 'A race moves ranks only while its event says that it is ranked, is over and is there (docs/decisions/0022).',
    sql: `select s.id from ranked_races r join sessions s on s.id = r.session_id
      where r.status = 'COMPLETED' and not (s.is_ranked and s.status = 'ENDED' and s.deleted_at is null)`,
  },
]
