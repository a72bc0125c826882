/** What a round's page is drawn of. The route table knows these calls, and no others of the room. */
import { z } from 'zod'
import { query } from '#core/contract.ts'
import { roundId } from '#core/ids.ts'
import { roundView } from './shapes.ts'

const one = z.object({ id: roundId })

export const publicRound = query('/public/rounds/{id}', {
  summary: 'A round as visitors see it',
  params: one,
  reply: roundView,
  refusals: ['NOT_FOUND'],
})
export const round = query('/query/round/view/{id}', {
  summary: 'A round as the signed-in user sees it',
  params: one,
  reply: roundView,
  refusals: ['NOT_FOUND'],
})
