/**
 * burdens: what drivers carry into one race: penalties for the next race, success ballast.
 * Specification: decisions.md §3 "Penalties", "BOP"; docs/decisions/0026, 0028.
 */
import { z } from 'zod'
import { query } from '#core/contract.ts'
import { sessionId, userId } from '#core/ids.ts'
import { rating } from '#modules/ranking/contract.ts'
import { BURDENS } from './rules.ts'

const int = z.number().int()
const asked = z.object({ sessionId })
const list = z.object({
  /** By name. */
  drivers: z.array(
    z.object({
      /** Null for somebody who erased the account. */
      driverId: userId.nullable(),
      name: z.string().nullable(),
      country: z.string().nullable(),
      rating: rating.nullable(),
      burdens: z.array(z.object({ kind: z.enum(BURDENS), amount: int.nullable() })),
    }),
  ),
  loginRequired: z.boolean(),
})
export type BurdenList = z.infer<typeof list>

export const burdensContract = {
  publicBurdens: query('/public/events/{sessionId}/burdens', {
    summary: 'What drivers carry into an event, where its community has opened who drives to visitors',
    params: asked,
    reply: list,
    refusals: ['NOT_FOUND'],
  }),
  burdens: query('/query/event/{sessionId}/burdens', {
    summary: 'As publicBurdens, for the signed-in user',
    params: asked,
    reply: list,
    refusals: ['NOT_FOUND'],
  }),
}
