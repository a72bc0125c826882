import { z } from 'zod'
import { query } from '#core/contract.ts'

const race = z.object({
  id: z.string(),
  sessionName: z.string(),
  leagueName: z.string(),
  game: z.string(),
  trackName: z.string(),
  country: z.string().nullable(),
  backgroundUrl: z.string().nullable(),
  registeredDrivers: z.number(),
  maxDrivers: z.number(),
  startDate: z.string(),
})
export type Race = z.infer<typeof race>

export const trendingRaces = query('/public/trending-races', {
  summary: 'Event cards',
  params: z.object({ limit: z.number().optional(), mindrivers: z.number().optional() }),
  reply: z.object({ races: z.array(race) }),
})
