import { sql } from 'kysely'
import type { ReplyOf } from '#core/contract.ts'
import { eventBeside } from '#modules/sessions/door.ts'
import type { QueryContext, UserActor } from '#server/room.ts'
import type { entriesContract } from '../contract.ts'
import { splitGoesOn, stillComes } from './coming.ts'

type Next = ReplyOf<typeof entriesContract.myNext>
type Plan = NonNullable<Next['plan']>
type Beside = Pick<Plan, 'hosting' | 'segments'> & Pick<Next, 'entry'>

/** The race somebody drives next, else the next of their communities, with their own place in it. */
export async function nextOf({ db, actor, now }: QueryContext): Promise<Next> {
  const { userId, plan } = actor as UserActor
  const found = await nextRows(db, [userId, now], plan)
  if (!found?.beside) return { event: null, entry: null, plan: null }
  const { hosting, segments, entry } = found.beside
  return {
    event: found.event,
    entry,
    plan: { hosting, segments: segments.map(({ type, durationMin, laps = null }) => ({ type, durationMin, laps })) },
  }
}

const nextRows = eventBeside((at) => {
  const own = sql`(select e.session_id from entry_drivers d join entries e on e.id = d.entry_id join sessions s on s.id = e.session_id
    where d.user_id = ${at(0)}::uuid and d.active and e.status in ('ACTIVE', 'WAITING_LIST') and ${stillComes(at(1))} and ${splitGoesOn} order by s.starts_at, s.id limit 1)`
  const ours = sql`(select s.id from memberships m join sessions s on s.league_id = m.league_id
    where m.user_id = ${at(0)}::uuid and ${stillComes(at(1))} order by s.starts_at, s.id limit 1)`
  const beside = sql<Beside>`jsonb_build_object('segments', sessions.segments, 'hosting', sessions.hosting, 'entry', (
    select jsonb_build_object('status', e.status, 'raceNumber', e.race_number) from entry_drivers d join entries e on e.id = d.entry_id
    where d.user_id = ${at(0)}::uuid and d.active and d.session_id = sessions.id and e.status in ('ACTIVE', 'WAITING_LIST')))`
  return { id: sql`coalesce(${own}, ${ours})`, beside }
})
