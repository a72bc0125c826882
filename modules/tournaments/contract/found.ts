/** Seasons as searches and the home page find them: apart, so that these load no other call. */
import { z } from 'zod'
import { query } from '#core/contract.ts'
import { PAGE, paging } from '#core/page.ts'
import { searchText } from '#core/text.ts'
import { tournamentCard } from './shapes.ts'

const mine = z.object({
  ...tournamentCard.shape,
  /** Null: nothing is driven yet, or points are hidden. */
  standing: z.object({ position: z.number().int(), points: z.number() }).nullable(),
})
export type MySeason = z.infer<typeof mine>

export const foundContract = {
  publicTournaments: query('/public/tournaments', {
    summary: 'Championships and series that have such names, the nearest first, the running before those that are over',
    params: z.object({ search: searchText(100), ...paging(PAGE.SMALL) }),
    reply: z.object({ tournaments: z.array(tournamentCard), total: z.number().int() }),
  }),
  myTournaments: query('/query/tournaments/mine', {
    summary: 'The seasons that go on and that the signed-in user drives, with their place in each',
    params: z.object({}),
    reply: z.object({ tournaments: z.array(mine) }),
  }),
}
