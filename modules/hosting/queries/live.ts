import type { SplitId } from '#core/ids.ts'
import { ok, refuse } from '#core/result.ts'
import { seesDrivers, seesEvent } from '#modules/visibility/door.ts'
import { personOf, SIGNED_IN, VISITOR, type Viewer } from '#modules/visibility/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import type { Apart, QueriesOf } from '#server/room.ts'
import type { hostingContract, Live, LiveView } from '../contract.ts'

export const liveQueries: Pick<QueriesOf<typeof hostingContract>, 'live' | 'publicLive'> = {
  publicLive: async ({ db, dependsOn }, { id }) => {
    dependsOn(`split:${id}`)
    const found = await liveOf(db, id, VISITOR)
    if (!found) return refuse('NOT_FOUND')
    dependsOn(...found.topics)
    return ok(found.view)
  },
  live: async ({ db, actor }, { id }) => {
    const found = await liveOf(db, id, actor.kind === 'user' ? actor.userId : VISITOR)
    return found ? ok(found.view) : refuse('NOT_FOUND')
  },
}

/** Who looks at a race is shown what everybody is; one of a hidden community is looked up for each. */
export const liveApart = {
  live: {
    own: [],
    same: async ({ db, dependsOn }, { id }) => {
      dependsOn(`split:${id}`)
      const found = await liveOf(db, id, SIGNED_IN)
      if (!found) return refuse('NOT_FOUND')
      dependsOn(...found.topics)
      return ok({ answer: found.view, about: null })
    },
    mine: async () => ({}),
  } satisfies Apart<typeof hostingContract.live>,
}

type Found = { readonly view: LiveView; readonly topics: readonly string[] }

/** What the server of a split told last, to whom sees its event; the order to whom is told who drives (docs/decisions/0017). */
export async function liveOf(db: Reader, id: SplitId, viewer: Viewer): Promise<Found | null> {
  const row = await db
    .selectFrom('splits')
    .innerJoin('sessions', 'sessions.id', 'splits.session_id')
    .innerJoin('leagues', 'leagues.id', 'sessions.league_id')
    .leftJoin('servers', (join) => join.onRef('servers.split_id', '=', 'splits.id').on('servers.ended_at', 'is', null))
    .select(['splits.session_id', 'splits.split_no', 'sessions.league_id', 'servers.drivers', 'servers.live', 'servers.live_at'])
    .select(seesDrivers(viewer).as('tells_order'))
    .where('splits.id', '=', id)
    .where('sessions.deleted_at', 'is', null)
    .where(seesEvent(personOf(viewer)))
    .executeTakeFirst()
  if (!row) return null
  const live = row.live as Live | null
  return {
    view: {
      sessionId: row.session_id,
      splitNo: row.split_no,
      drivers: row.drivers,
      // the order of a race is its result so far
      last: live && row.live_at ? { at: row.live_at.toISOString(), ...live, order: row.tells_order ? live.order : null } : null,
    },
    topics: [`session:${row.session_id}`, `league:${row.league_id}`],
  }
}
