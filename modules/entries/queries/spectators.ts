import { allowed, ok, refuse } from '#core/result.ts'
import { maySeeEvent } from '#modules/visibility/rules.ts'
import type { QueriesOf, UserActor } from '#server/room.ts'
import type { spectatorsContract } from '../contract/spectators.ts'
import { mayRemoveSpectator, seesSpectators } from '../policy/spectators.ts'
import { findFacts } from '../store.ts'
import { spectatorsIn } from '../store/spectators.ts'

export const spectatorsQueries: Pick<QueriesOf<typeof spectatorsContract>, 'spectators'> = {
  spectators: async ({ db, actor, now }, { refId }) => {
    const facts = await findFacts(db, refId, (actor as UserActor).userId, now)
    if (!facts || !allowed(maySeeEvent(facts, facts.status))) return refuse('NOT_FOUND')
    const isShown = seesSpectators(facts.event, facts.person, facts.spectators)
    const rows = isShown ? await spectatorsIn(db, refId) : []
    return ok({
      v: facts.v,
      spectators: rows.map((row) => ({
        driverId: row.user_id,
        driverName: row.name,
        participant: { country: row.country, rating: row.rating, joinedAt: row.joined_at.toISOString() },
      })),
      may: { remove: mayRemoveSpectator(facts.event, facts.role) === true },
    })
  },
}
