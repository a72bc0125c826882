import type { Invariant } from '#server/room.ts'

export const resultFilesInvariants: readonly Invariant[] = [
  {
    name: 'file-of-its-event',
    means: 'A result, the file it was read from and the server that wrote it are of the same event (I30).',
    sql: `select r.id from results r join result_files f on f.id = r.file_id where f.session_id <> r.session_id
      union all select f.id from result_files f join servers v on v.id = f.server_id where v.session_id <> f.session_id`,
  },
  {
    name: 'choice-of-its-segment',
    means: 'What an admin chose, and what it replaced, are results of the segment it was chosen for (I30).',
    sql: `select c.id from result_choices c join results r on r.id in (c.result_id, c.replaced_id)
      where (r.session_id, r.split_no, r.segment_index) <> (c.session_id, c.split_no, c.segment_index)`,
  },
]
