import { sql } from 'kysely'
import type { LeagueId, SessionId, UserId } from '#core/ids.ts'
import { AMONG, type Told } from '#core/joint.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { sightOf } from '#modules/visibility/door.ts'
import type { Reader } from '#server/db/connect.ts'
import type { QueryContext, UserActor } from '#server/room.ts'
import type { ToldDeed } from '../contract.ts'
import { mayReadAsAdmin } from '../policy.ts'

type Asked = { readonly id: LeagueId; readonly sessionId?: SessionId; readonly limit: number; readonly before?: number }
type Page = { readonly deeds: ToldDeed[]; readonly next: number | null }

/** What drivers do for themselves is no deed, and a grid that fills is much of it: so many rows are looked through for the deeds of a page. */
const LOOKED_THROUGH = 1000

/** A page of what people did in a community, or about one of its events, as the rooms tell it. What the platform did by itself is no deed. */
export async function historyOf({ db, actor, deeds }: QueryContext, { id, sessionId, limit, before }: Asked): Promise<Result<Page>> {
  const sight = await sightOf(db, id, (actor as UserActor).userId)
  const may = sight ? mayReadAsAdmin(sight) : refuse('NOT_FOUND')
  if (may !== true) return may
  const tellers = deeds!()
  let rows = db
    .selectFrom('events')
    .where('league_id', '=', id)
    .where('type', 'in', [...tellers.keys()])
  rows = sessionId ? rows.where(sql`data ->> 'sessionId'`, '=', sessionId) : rows.where(sql`data -> ${AMONG}::text`, 'is', null)
  if (before) rows = rows.where('seq', '<', before)
  const found = await rows
    .select(['seq', 'at', 'type', 'actor_id', 'data'])
    .where('actor_id', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(LOOKED_THROUGH)
    .execute()
  const all = found.flatMap((row) => {
    const { room, tells } = tellers.get(row.type)!
    const one: Told | null = tells(row.data as never, row.actor_id as UserId)
    return one ? [{ row, room, ...one }] : []
  })
  const told = all.slice(0, limit)
  const last = told.length === limit ? told.at(-1)!.row : found.length === LOOKED_THROUGH ? found.at(-1)! : null
  const names = await namesOf(
    db,
    told.flatMap(({ row, person, session }) => [row.actor_id, person, session].filter((one) => one != null)),
  )
  const named = <Id extends string>(of: Id | null | undefined) => {
    const name = of == null ? undefined : names.get(of)
    return name === undefined ? null : { id: of!, name }
  }
  return ok({
    deeds: told.map(({ row, room, as = row.type, person, session, params = {}, reason = null }) => ({
      id: Number(row.seq),
      at: row.at.toISOString(),
      by: named(row.actor_id as UserId),
      room,
      what: as,
      person: named(person),
      event: named(session),
      params,
      reason: reason || null,
    })),
    next: last && Number(last.seq),
  })
}

/** Of people and events, by their ids; whoever erased the account has none. */
async function namesOf(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from users where id = any (${ids}::uuid[]) and removed_at is null
    union all select id, name from sessions where id = any (${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
