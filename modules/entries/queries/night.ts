import { sql } from 'kysely'
import type { ReplyOf } from '#core/contract.ts'
import { DAY_MS } from '#core/duration.ts'
import type { SessionId, UserId } from '#core/ids.ts'
import type { QueryContext, UserActor } from '#server/room.ts'
import type { entriesContract } from '../contract.ts'
import { drives, splitGoesOn, stillComes } from './coming.ts'

/** From so long before its start an event is what its people look for wherever they are here. */
const NIGHT_MS = DAY_MS

/** The soonest event of the coming day, or of now, that somebody drives, waits for or watches. */
export async function nightOf({ db, actor, now }: QueryContext): Promise<ReplyOf<typeof entriesContract.myNight>> {
  const { userId } = actor as UserActor
  const { rows } = await nightRow(userId, now, new Date(now.getTime() + NIGHT_MS)).execute(db)
  const [row] = rows
  return { event: row ? { id: row.id, name: row.name, startsAt: row.starts_at.toISOString(), tournamentName: row.season } : null }
}

const nightRow = (userId: UserId, now: Date, until: Date) => sql<{
  readonly id: SessionId
  readonly name: string
  readonly starts_at: Date
  readonly season: string | null
}>`
  select s.id, s.name, s.starts_at, s.tournament_name as season from sessions s
  where ${stillComes(now)} and s.starts_at < ${until}
    and s.id in (
      select d.session_id from entry_drivers d join entries e on e.id = d.entry_id
      where ${drives(userId)} and ${splitGoesOn}
      union all select w.session_id from spectators w where w.user_id = ${userId})
  order by s.starts_at, s.id limit 1`
