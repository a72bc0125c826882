import { ok } from '#core/result.ts'
import { seenEvent } from '#modules/results/door.ts'
import { VISITOR } from '#modules/visibility/rules.ts'
import type { QueriesOf, UserActor } from '#server/room.ts'
import type { raceLogContract } from './contract.ts'
import { findLog } from './queries/log.ts'

/** Who sees the results of an event sees what happened there; no lap time follows from it. */
export const raceLogQueries: QueriesOf<typeof raceLogContract> = {
  publicRaceLog: async ({ db, dependsOn }, asked) => {
    dependsOn(`session:${asked.sessionId}`)
    const event = await seenEvent(db, asked.sessionId, VISITOR)
    if (!event.ok) return event
    dependsOn(`league:${event.value.leagueId}`)
    return ok(await findLog(db, event.value.game, asked))
  },

  raceLog: async ({ db, actor }, asked) => {
    const event = await seenEvent(db, asked.sessionId, (actor as UserActor).userId)
    return event.ok ? ok(await findLog(db, event.value.game, asked)) : event
  },
}
