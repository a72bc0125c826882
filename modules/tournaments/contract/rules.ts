/** What a season's rules page says beside the season itself. */
import { z } from 'zod'
import { query } from '#core/contract.ts'
import { tournamentId } from '#core/ids.ts'
import { catalogue, protestConfig } from '#modules/protests/contract/config.ts'

export const rulesContract = {
  seasonRules: query('/public/tournaments/{id}/rules', {
    summary: 'By which rules protests about a season are filed and decided, and what stewards can give',
    params: z.object({ id: tournamentId }),
    reply: z.object({ protests: protestConfig, penalties: catalogue.shape.penalties }),
    refusals: ['NOT_FOUND'],
  }),
}
