/** Success ballast of a season (docs/decisions/0028). */
import { z } from 'zod'
import { command } from '#core/contract.ts'
import { fact } from '#core/joint.ts'
import { BALLAST_BY } from '../rules/ballast.ts'
import { TOURNAMENT } from '../rules.ts'
import type { AtTournament } from './facts.ts'

const int = z.number().int()
/** How much each game takes beside the balance of its cars stands in decisions.md §2 "BOP". */
export const successBallast = z.strictObject({
  by: z.enum(BALLAST_BY),
  table: z
    .array(z.strictObject({ ballastKg: int.min(0).max(150).default(0), restrictor: int.min(0).max(100).default(0) }))
    .min(1)
    .max(TOURNAMENT.places),
})

export const SuccessBallastSet = fact('SuccessBallastSet', 'tournament', ({ tournamentId, leagueId }: AtTournament & { readonly name: string }) => ({
  id: tournamentId,
  leagueId,
  topics: [`league:${leagueId}`],
}))

export const ballastContract = {
  SetSuccessBallast: command('tournament', 'SetSuccessBallast', {
    summary: 'Says what the first of the season carry into its next race; null: nobody carries anything',
    body: z.strictObject({ successBallast: successBallast.nullable() }),
    refusals: ['NOT_FOUND', 'ADMIN_REQUIRED', 'COMMUNITY_CLOSED', 'VERSION_CONFLICT', 'WRONG_STATE', 'CONFIG_INVALID', 'BOP_OUT_OF_RANGE'],
  }),
}
