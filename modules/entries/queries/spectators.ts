import { allowed, ok, refuse } from '#core/result.ts'
import { hasPlaceToWatch } from '#modules/sessions/rules/seats.ts'
import { maySeeEvent } from '#modules/visibility/rules.ts'
import type { QueriesOf, UserActor } from '#server/room.ts'
import type { spectatorsContract } from '../contract/spectators.ts'
import { mayRemoveSpectator, mayStopWatching, mayWatch, seesSpectators } from '../policy/spectators.ts'
import { findFacts } from '../store.ts'
import { spectatorsIn } from '../store/spectators.ts'

export const spectatorsQueries: Pick<QueriesOf<typeof spectatorsContract>, 'spectators'> = {
  spectators: async ({ db, actor, now }, { refId }) => {
    const { userId, plan } = actor as UserActor
    const facts = await findFacts(db, refId, userId, now)
    if (!facts || !allowed(maySeeEvent(facts, facts.status))) return refuse('NOT_FOUND')
    const person = { ...facts.person, plan }
    const isShown = seesSpectators(facts.event, person, facts.spectators)
    const rows = isShown ? await spectatorsIn(db, refId) : []
    return ok({
      v: facts.v,
      count: facts.spectators,
      isMine: facts.spectates,
      isShown,
      passwordRequired: facts.entry_password_sealed !== null,
      spectators: rows.map((row) => ({
        driverId: row.user_id,
        driverName: row.name,
        participant: { country: row.country, joinedAt: row.joined_at.toISOString() },
      })),
      may: {
        join: mayWatch(facts.event, person) === true && hasPlaceToWatch(facts),
        leave: mayStopWatching(now, facts.event, person) === true,
        remove: isShown && mayRemoveSpectator(facts.event, facts.role) === true,
      },
    })
  },
}
