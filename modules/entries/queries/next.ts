import { sql } from 'kysely'
import type { ReplyOf } from '#core/contract.ts'
import { eventAsSeen, type EventSeen } from '#modules/sessions/door.ts'
import { builtOnce } from '#server/db/built-once.ts'
import type { QueryContext, UserActor } from '#server/room.ts'
import type { entriesContract } from '../contract.ts'
import { placesOf, stillComes } from './coming.ts'

type Next = ReplyOf<typeof entriesContract.myNext>

/** The race somebody drives next, else the next of their communities, with their own place in it. */
export async function nextOf(context: QueryContext): Promise<Next> {
  const { userId, plan } = context.actor as UserActor
  const [places, [ours]] = await Promise.all([placesOf(context), ofOurs(context.db, [userId, context.now])])
  const next = places.find(({ goes_on }) => goes_on) ?? ours
  const found = next && (await eventAsSeen(context, next, plan))
  if (!found) return { event: null, entry: null, plan: null }
  const place = places.find(({ id }) => id === next.id)
  return { ...found, entry: place ? { status: place.entry_status, raceNumber: place.race_number } : null }
}

const ofOurs = builtOnce<EventSeen>((db, at) => ({
  compile: () =>
    sql<EventSeen>`
    select s.id, s.v, s.status, s.taken, s.waiting from memberships m join sessions s on s.league_id = m.league_id
    where m.user_id = ${at(0)}::uuid and ${stillComes(at(1))} order by s.starts_at, s.id limit 1`.compile(db),
}))
