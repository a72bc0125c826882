import { type RawBuilder, sql } from 'kysely'
import type { Bop } from './rules.ts'

export { decideBop } from './decide.ts'
export { copyBop, keepBopOf, replaceBop } from './store.ts'

/** What the cars of an event carry, by their ids, read with the event: its page, its server's files and its results have it from here. */
export const bopsOf = (sessions = 'sessions'): RawBuilder<Readonly<Record<string, Bop>>> =>
  sql`coalesce((select jsonb_object_agg(b.car_id, jsonb_build_object('ballastkg', b.ballast_kg, 'restrictor', b.restrictor))
    from balance_of_performance b where b.session_id = ${sql.ref(sessions)}.id), '{}')`
