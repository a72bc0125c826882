import { peopleOf } from '#modules/accounts/door.ts'
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
    return ok(await listOf(db, sessionId, VISITOR, event.opens))
  },

  burdens: async ({ db, actor }, { sessionId }) => {
    const { userId } = actor as UserActor
    const event = await findSeen(db, sessionId, userId)
    return event ? ok(await listOf(db, sessionId, userId, event.opens)) : refuse('NOT_FOUND')
  },
}

async function findSeen(db: Reader, id: SessionId, viewer: Viewer) {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('leagues', 'leagues.id', 'sessions.league_id')
    .select(['sessions.league_id', 'sessions.status'])
    .select([isHidden().as('hidden'), roleOf(personOf(viewer)).as('role'), opensResults().as('opens')])
    .where('sessions.id', '=', id)
    .where('sessions.deleted_at', 'is', null)
    .executeTakeFirst()
  return row && allowed(maySeeEvent(row, row.status as SessionStatus)) ? row : null
}

async function listOf(db: Reader, id: SessionId, viewer: Viewer, opens: boolean): Promise<BurdenList> {
  if (!allowed(maySeeDrivers(viewer, opens))) return { drivers: [], loginRequired: true }
  const carried = await burdensIn(db, id)
  const people = await peopleOf(db, [...carried.keys()])
  const drivers = [...carried].map(([driverId, burdens]) => {
    const { name = null, country = null } = people.get(driverId) ?? {}
    return { driverId: name === null ? null : driverId, name, country, burdens: [...burdens] }
  })
  return { drivers: drivers.toSorted((a, b) => (a.name ?? '').localeCompare(b.name ?? '')), loginRequired: false }
}
