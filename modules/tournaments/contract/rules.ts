/** What a season's rules page says beside the season itself. */
import { z } from 'zod'
import { query } from '#core/contract.ts'
import { tournamentId } from '#core/ids.ts'
import { catalogue, protestConfig } from '#modules/protests/contract/config.ts'

const rules = z.object({ protests: protestConfig, penalties: catalogue.shape.penalties })

export const rulesContract = {
  publicSeasonRules: query('/public/tournaments/{id}/rules', {
    summary: 'By which rules protests about a season are filed and decided, and what stewards can give',
    params: z.object({ id: tournamentId }),
    reply: rules,
    refusals: ['NOT_FOUND'],
  }),
  seasonRules: query('/query/tournament/{id}/rules', {
    summary: 'As publicSeasonRules, for the signed-in user: of a hidden community, or of a season that is not published, too',
    params: z.object({ id: tournamentId }),
    reply: rules,
    refusals: ['NOT_FOUND'],
  }),
}
