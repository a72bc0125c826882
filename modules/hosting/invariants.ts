import type { Invariant } from '#server/room.ts'

export const hostingInvariants: readonly Invariant[] = [
  {
    name: 'one-live-server',
    means: 'A split has at most one live server (I16).',
    sql: `select split_id as id from servers where ended_at is null group by split_id having count(*) > 1`,
  },
  {
    name: 'server-of-its-event',
    means: 'A server and its split are of the same event (I30).',
    sql: `select v.id from servers v join splits p on p.id = v.split_id where p.session_id <> v.session_id`,
  },
  {
    name: 'port-in-range',
    means: 'A port a server has is one its host may give.',
    sql: `select p.server_id as id from server_ports p join hosts h on h.id = p.host_id join servers v on v.id = p.server_id
      where v.ended_at is null and (v.host_id <> p.host_id or p.port not between h.port_from and h.port_to)`,
  },
]
