import type { TournamentId } from '#core/ids.ts'
import { ok, refuse } from '#core/result.ts'
import { configInForce } from '#modules/leagues/door.ts'
import type { ProtestConfig } from '#modules/protests/contract/config.ts'
import { configOf } from '#modules/protests/rules/config.ts'
import { DEFAULT_RULES, PROTEST_RULES } from '#modules/protests/rules.ts'
import { DEFAULT_CATALOGUE, PENALTY_CATALOGUE, type Catalogue } from '#modules/protests/rules/penalty.ts'
import type { Reader } from '#server/db/connect.ts'
import type { QueriesOf } from '#server/room.ts'
import type { rulesContract } from '../contract/rules.ts'
import { findSeen } from './seen.ts'
import type { ViewRow } from './views.ts'

export const rulesQueries: QueriesOf<typeof rulesContract> = {
  seasonRules: async ({ db, dependsOn }, { id }) => {
    const row = await findSeen(db, id, null)
    if (!row) return refuse('NOT_FOUND')
    dependsOn(`league:${row.league_id}`)
    const { penalties } = ((await configInForce(db, PENALTY_CATALOGUE, row.league_id, null)) as Catalogue | null) ?? DEFAULT_CATALOGUE
    return ok({ protests: await protestsOf(db, row.id, row), penalties: penalties.map((one) => ({ kind: one.kind, amounts: [...one.amounts] })) })
  },
}

/** The season's own, else its community's, else the usual ones. */
async function protestsOf(db: Reader, id: TournamentId, { league_id: leagueId }: Pick<ViewRow, 'league_id'>): Promise<ProtestConfig> {
  return ((await configInForce(db, PROTEST_RULES, leagueId, id)) as ProtestConfig | null) ?? configOf(DEFAULT_RULES)
}
