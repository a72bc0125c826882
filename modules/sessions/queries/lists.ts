import { sql } from 'kysely'
import { folded, holds, wordsOf } from '#core/search/finding.ts'
import { PLAYABLE } from '#games/index.ts'
import { gamesCalled, nicknamesOf } from '#games/facts/nicknames.ts'
import { isListed, isPublished } from '#modules/visibility/door.ts'
import type { Reader } from '#server/db/connect.ts'
import { eachWord, findsWord, nearness } from '#server/db/search/finding.ts'
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

const NAME = sql<string>`sessions.search_name`
export const nearestName = (typed: string) => nearness(NAME, typed)

/** Each word by the name of the event or of its community, by its track or its game. `nearly`: with a letter wrong in one of them. */
export function matches(typed: string, nearly: boolean) {
  if (wordsOf(typed).length === 0) return sql<boolean>`strpos(sessions.name || ' ' || leagues.name, ${typed}) > 0`
  // each of them leads an index: joined, the names of communities would be looked through event by event
  return eachWord(typed, nearly, (word, wrong) => {
    const has = holds(word, wrong)
    const tracks = TRACKS.filter(({ names }) => has(names)).map(({ id }) => id)
    return sql`(${findsWord(NAME, word, wrong)}
      or sessions.league_id = any (array(select named.id from leagues named where ${findsWord(sql`named.search_name`, word, wrong)}))
      or sessions.track_id = any (${tracks}) or sessions.game = any (${gamesCalled(word)}))`
  })
}

const TRACKS = PLAYABLE.flatMap(({ catalogue }) =>
  catalogue.tracks.map(({ id, name }) => ({ id, names: [name, ...nicknamesOf(name)].map(folded).join('|') })),
)
