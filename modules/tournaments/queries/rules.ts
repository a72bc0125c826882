import type { TournamentId } from '#core/ids.ts'
import { ok, refuse } from '#core/result.ts'
import { readConfig } from '#modules/leagues/door.ts'
import { configOf, type ProtestConfig } from '#modules/protests/contract/config.ts'
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
    const catalogue = await readConfig(db, PENALTY_CATALOGUE, 'LEAGUE', row.league_id)
    const { penalties } = catalogue.v === 0 ? DEFAULT_CATALOGUE : (catalogue.config as Catalogue)
    return ok({ protests: await protestsOf(db, row.id, row), penalties: penalties.map((one) => ({ kind: one.kind, amounts: [...one.amounts] })) })
  },
}

/** The season's own, else its community's, else the usual ones. */
async function protestsOf(db: Reader, id: TournamentId, { league_id: leagueId }: Pick<ViewRow, 'league_id'>): Promise<ProtestConfig> {
  const own = await readConfig(db, PROTEST_RULES, 'TOURNAMENT', id)
  const { config, v } = own.v > 0 ? own : await readConfig(db, PROTEST_RULES, 'LEAGUE', leagueId)
  return v === 0 ? configOf(DEFAULT_RULES) : (config as ProtestConfig)
}
