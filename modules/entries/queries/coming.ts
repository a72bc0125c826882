import { sql } from 'kysely'
import { longOver, type EventSeen } from '#modules/sessions/door.ts'
import { builtOnce } from '#server/db/built-once.ts'
import type { QueryContext, UserActor } from '#server/room.ts'

/** Of session `s`: whether it is still to come, or on. */
const isComing = sql`s.deleted_at is null and s.status in ('WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS')`

/**
 * One elsewhere is on until its results are published, which may be days later, or never: once it is long over (`isLongOver`) it is nobody's
 * next any more.
 */
const isOn = (now: unknown) => sql<boolean>`(s.hosting <> 'ELSEWHERE' or not ${longOver('s', now)})`

export const stillComes = (now: unknown) => sql`${isComing} and ${isOn(now)}`

/** Of entry `e`: whether the split that it drives in is not over; of several some end before others. */
export const splitGoesOn = sql<boolean>`not exists (
  select from splits p where p.session_id = e.session_id and p.split_no = e.split_no and p.status = 'ENDED')`

/** Driver `d` and entry `e` of somebody who is in, or waits; of what is over, known without a look at it, there is none. */
export const drives = (userId: unknown) => sql`d.user_id = ${userId}::uuid and d.active and not d.over and e.status in ('ACTIVE', 'WAITING_LIST')`

/** At most so many are told of; whoever drives several seasons is in dozens. */
const MOST = 200

export type Place = EventSeen & {
  readonly entry_status: 'ACTIVE' | 'WAITING_LIST'
  readonly race_number: number
  readonly starts_at: Date
  /** Whether it is to be driven yet, by them. */
  readonly goes_on: boolean
}

/** Where somebody is in, or waits, of what is still to come or on, the soonest first; what is on by its status alone comes last. */
export const placesOf = ({ db, actor, now }: QueryContext): Promise<readonly Place[]> => placeRows(db, [(actor as UserActor).userId, now])

const placeRows = builtOnce<Place>((db, at) => ({
  compile: () =>
    sql<Place>`
    select s.id, s.v, s.status, s.taken, s.waiting, e.status as entry_status, e.race_number, s.starts_at, (${isOn(at(1))} and ${splitGoesOn}) as goes_on
    from entry_drivers d join entries e on e.id = d.entry_id join sessions s on s.id = e.session_id
    where ${drives(at(0))} and ${isComing}
    order by not ${isOn(at(1))}, s.starts_at, s.id limit ${sql.lit(MOST)}`.compile(db),
}))
