import type { ReplyOf } from '#core/contract.ts'
import type { TournamentId } from '#core/ids.ts'
import { ok, refuse } from '#core/result.ts'
import { configInForce } from '#modules/leagues/door.ts'
import type { ProtestConfig } from '#modules/protests/contract/config.ts'
import { configOf } from '#modules/protests/rules/config.ts'
import { DEFAULT_RULES, PROTEST_RULES } from '#modules/protests/rules.ts'
import { DEFAULT_CATALOGUE, PENALTY_CATALOGUE, type Catalogue } from '#modules/protests/rules/penalty.ts'
import type { Reader } from '#server/db/connect.ts'
import type { QueriesOf, UserActor } from '#server/room.ts'
import type { rulesContract } from '../contract/rules.ts'
import { findSeen } from './seen.ts'
import type { ViewRow } from './views.ts'

export const rulesQueries: QueriesOf<typeof rulesContract> = {
  publicSeasonRules: async ({ db, dependsOn }, { id }) => {
    const row = await findSeen(db, id, null)
    if (!row) return refuse('NOT_FOUND')
    dependsOn(`league:${row.league_id}`)
    return ok(await rulesOf(db, row))
  },

  seasonRules: async ({ db, actor }, { id }) => {
    const row = await findSeen(db, id, (actor as UserActor).userId)
    return row ? ok(await rulesOf(db, row)) : refuse('NOT_FOUND')
  },
}

async function rulesOf(db: Reader, row: ViewRow): Promise<ReplyOf<typeof rulesContract.seasonRules>> {
  const { penalties } = ((await configInForce(db, PENALTY_CATALOGUE, row.league_id, null)) as Catalogue | null) ?? DEFAULT_CATALOGUE
  return { protests: await protestsOf(db, row.id, row), penalties: penalties.map(({ kind, amounts }) => ({ kind, amounts: [...amounts] })) }
}

/** The season's own, else its community's, else the usual ones. */
async function protestsOf(db: Reader, id: TournamentId, { league_id: leagueId }: Pick<ViewRow, 'league_id'>): Promise<ProtestConfig> {
  return ((await configInForce(db, PROTEST_RULES, leagueId, id)) as ProtestConfig | null) ?? configOf(DEFAULT_RULES)
}
