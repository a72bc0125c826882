import { sql } from 'kysely'
import type { ParamsOf } from '#core/contract.ts'
import type { GameId } from '#games/game.ts'
import { LOG_TELLS } from '#games/log/log.ts'
import { segmentOfKey } from '#modules/results/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import type { LogView, raceLogContract } from '../contract.ts'

type Asked = ParamsOf<typeof raceLogContract.raceLog>

/** The log of a segment, of one driver and one kind where asked, in one statement. */
export async function findLog(db: Reader, game: string, asked: Asked): Promise<LogView> {
  const { sessionId, segment, split, limit, offset } = asked
  const [participantId, kind] = [asked.participantId ?? null, asked.kind ?? null]
  const { type, no } = segmentOfKey(segment)
  const { rows } = await sql<Pick<LogView, 'entries' | 'total' | 'kinds' | 'state'>>`
    with result as (
      select r.id, r.file_id is not null as is_filed, l.is_known from results r left join race_logs l on l.result_id = r.id
      where r.session_id = ${sessionId} and r.type = ${type} and r.type_no = ${no} and r.split_no = ${split} and r.state = 'STANDS'
    ),
    log as (
      select e.* from race_log_entries e join result on result.id = e.result_id
      where ${participantId}::uuid is null or e.row_id = ${participantId}::uuid or e.other_row_id = ${participantId}::uuid
    ),
    wanted as (select * from log where ${kind}::text is null or kind = ${kind}::text)
    select coalesce((select case when is_known then 'READ' when is_filed and is_known is null then 'WAITING' else 'NONE' end from result), 'NONE') as state,
      (select count(*)::int from wanted) as total,
      coalesce((select jsonb_agg(jsonb_build_object('kind', k.kind, 'count', k.count)) from (select kind, count(*) from log group by kind) k), '[]') as kinds,
      coalesce((select jsonb_agg(jsonb_build_object('no', p.no, 'kind', p.kind, 'participantId', p.row_id, 'otherId', p.other_row_id, 'lap', p.lap, 'atMs', p.at_ms,
          'driverIndex', p.driver_no, 'value', p.value, 'detail', p.detail) order by p.no)
        from (select * from wanted order by no limit ${limit} offset ${offset}) p), '[]') as entries`.execute(db)
  const tells = LOG_TELLS[game as GameId]
  const found = rows[0]!
  return { ...found, kinds: found.kinds.toSorted((a, b) => tells.indexOf(a.kind) - tells.indexOf(b.kind)), tells: [...tells] }
}
