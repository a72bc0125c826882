import { sql } from 'kysely'
import type { RoundId, UserId } from '#core/ids.ts'
import type { Reader } from '#server/db/connect.ts'
import { rankedOf } from './results.ts'

/** What a round is called, and who was brought into it and when; `null`: it is gone. */
export async function broughtInto(db: Reader, id: RoundId) {
  const { rows } = await sql<{ name: string; league: string; drivers: { userId: UserId; since: string }[] }>`
    select r.name, l.name as league, (select coalesce(jsonb_agg(jsonb_build_object('userId', i.user_id, 'since', i.invited_at) order by i.user_id), '[]')
      from invited_drivers i where i.list_id = r.id) as drivers
    from rounds r join leagues l on l.id = r.league_id where r.id = ${id} and r.removed_at is null`.execute(db)
  return rows[0] ?? null
}

/** Where everybody who drove a round came. */
export async function placesIn(db: Reader, id: RoundId): Promise<readonly { readonly userId: UserId; readonly position: number }[]> {
  const { rows } = await sql<{ userId: UserId; position: number }>`
    select k.user_id as "userId", k.position from (${rankedOf(id)}) k join users u on u.id = k.user_id and u.removed_at is null order by k.position`.execute(
    db,
  )
  return rows
}
