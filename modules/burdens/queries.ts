import { peopleOf } from '#modules/accounts/door.ts'
import { toldRatings } from '#modules/ranking/door.ts'
import type { SessionId } from '#core/ids.ts'
import { allowed, ok, refuse } from '#core/result.ts'
import type { SessionStatus } from '#modules/sessions/rules.ts'
import { isHidden, opensResults, roleOf } from '#modules/visibility/door.ts'
import { maySeeDrivers, maySeeEvent, personOf, VISITOR, type Viewer } from '#modules/visibility/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import type { QueriesOf, UserActor } from '#server/room.ts'
import type { BurdenList, burdensContract } from './contract.ts'
import { burdensIn } from './door.ts'

export const burdensQueries: QueriesOf<typeof burdensContract> = {
  publicBurdens: async ({ db, dependsOn }, { sessionId }) => {
    dependsOn(`session:${sessionId}`)
    const event = await findSeen(db, sessionId, VISITOR)
    if (!event) return refuse('NOT_FOUND')
    dependsOn(`league:${event.league_id}`)
    const list = await listOf(db, sessionId, VISITOR, event)
    dependsOn(...list.drivers.flatMap(({ driverId }) => (driverId ? [`user:${driverId}`] : [])))
    return ok(list)
  },

  burdens: async ({ db, actor }, { sessionId }) => {
    const { userId } = actor as UserActor
    const event = await findSeen(db, sessionId, userId)
    return event ? ok(await listOf(db, sessionId, userId, event)) : refuse('NOT_FOUND')
  },
}

async function findSeen(db: Reader, id: SessionId, viewer: Viewer) {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('leagues', 'leagues.id', 'sessions.league_id')
    .select(['sessions.league_id', 'sessions.status', 'sessions.game'])
    .select([isHidden().as('hidden'), roleOf(personOf(viewer)).as('role'), opensResults().as('opens')])
    .where('sessions.id', '=', id)
    .where('sessions.deleted_at', 'is', null)
    .executeTakeFirst()
  return row && allowed(maySeeEvent(row, row.status as SessionStatus)) ? row : null
}

type Seen = { readonly opens: boolean; readonly game: string }

async function listOf(db: Reader, id: SessionId, viewer: Viewer, { opens, game }: Seen): Promise<BurdenList> {
  if (!allowed(maySeeDrivers(viewer, opens))) return { drivers: [], loginRequired: true }
  const carried = await burdensIn(db, id)
  const ids = [...carried.keys()]
  const [people, ratings] = await Promise.all([peopleOf(db, ids), toldRatings(db, ids, game)])
  const drivers = [...carried].map(([driverId, burdens]) => {
    const { name = null, country = null } = people.get(driverId) ?? {}
    const rating = (name !== null && ratings.get(driverId)) || null
    return { driverId: name === null ? null : driverId, name, country, rating, burdens: [...burdens] }
  })
  return { drivers: drivers.toSorted((a, b) => (a.name ?? '').localeCompare(b.name ?? '')), loginRequired: false }
}
