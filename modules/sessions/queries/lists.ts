import { sql } from 'kysely'
import { PLAYABLE } from '#games/index.ts'
import { isListed, isPublished } from '#modules/visibility/door.ts'
import type { Reader } from '#server/db/connect.ts'
import type { EventCard } from '../contract.ts'
import { RESTART_WINDOW_MS, type ListStatus } from '../rules.ts'
import { cardOf, cardRows } from './rows.ts'

export const COMING = ['WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS']

/** Events that were published; whether the reader may see them is for the caller to say. */
export const published = (db: Reader) => cardRows(db).where(isPublished())
type Rows = ReturnType<typeof published>

/** Events that stand in everybody's lists. */
export const listed = (db: Reader): Rows => published(db).where(isListed())

type Asked = { readonly status: ListStatus; readonly limit: number; readonly offset: number }

/** One page of a list: what comes the soonest first, what is over the latest first. */
export async function pageOf(
  rows: Rows,
  { status, limit, offset }: Asked,
  now: Date,
  userPlan: string,
): Promise<{ readonly events: EventCard[]; readonly total: number }> {
  const found = await ofStatus(rows, status, now)
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy('sessions.starts_at', ['ALL', 'ENDED', 'DECLINED', 'FAILED'].includes(status) ? 'desc' : 'asc')
    .orderBy('sessions.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { events: found.map((row) => cardOf(row, userPlan)), total: found[0]?.total ?? 0 }
}

function ofStatus(rows: Rows, status: ListStatus, now: Date): Rows {
  if (status === 'ALL') return rows
  if (status !== 'COMING') return rows.where('sessions.status', '=', status)
  // A failed one is still to come while its admins may restart it.
  return rows.where((or) =>
    or.or([
      or('sessions.status', 'in', COMING),
      or.and([or('sessions.status', '=', 'FAILED'), or('sessions.status_at', '>', new Date(now.getTime() - RESTART_WINDOW_MS))]),
    ]),
  )
}

/** By name of event or community, or by a track whose name holds the words. */
export function matches(search: string) {
  const words = search.trim().toLowerCase()
  const like = `%${words.replaceAll(/[%_\\]/g, '\\$&')}%`
  const trackIds = PLAYABLE.flatMap((game) => game.catalogue.tracks.filter((track) => track.name.toLowerCase().includes(words)).map(({ id }) => id))
  return sql<boolean>`(lower(sessions.name) like ${like} or lower(leagues.name || ' ' || leagues.short_name) like ${like} or sessions.track_id = any (${trackIds}))`
}
