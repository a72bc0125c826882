import { ok } from '#core/result.ts'
import type { QueriesOf } from '#server/room.ts'
import type { rankingContract } from './contract.ts'
import { rankPoints, ranksOfDriver } from './queries/drivers.ts'

/** What drivers have reached is everybody's to know, as their names are; in which event is told by the results alone. */
export const rankingQueries: QueriesOf<typeof rankingContract> = {
  driverRanks: async ({ db, now, dependsOn }, { id }) => {
    // the place among all moves with the races of others
    dependsOn(`user:${id}`, 'sessions')
    return ok(await ranksOfDriver(db, id, now))
  },
  rankHistory: async ({ db, dependsOn }, { id, game }) => {
    dependsOn(`user:${id}`)
    return ok({ points: [...(await rankPoints(db, id, game))] })
  },
}
