import { z } from 'zod'
import { sessionId, userId } from '#core/ids.ts'
import { rating } from '#modules/ranking/contract.ts'

const int = z.number().int()

/** How somebody stands in a race, or in a season. */
const place = z.object({
  /** Null: without one, disqualified from the season. */
  position: int.nullable(),
  points: z.number(),
  /** Of a race: as its results have it. */
  status: z.enum(['FINISHED', 'DNF', 'DSQ', 'DNS']).nullable(),
  gapMs: int.nullable(),
})
const moved = z.object({
  /** Null: of nobody here, or of somebody who erased the account. */
  driverId: userId.nullable(),
  name: z.string().nullable(),
  country: z.string().nullable(),
  rating: rating.nullable(),
  isReportee: z.boolean(),
  from: place,
  to: place,
})
export type Moved = z.infer<typeof moved>
const table = z.object({
  /** The reported driver, then whoever moves by it, as they stand afterwards. */
  rows: z.array(moved),
  /** How many more move. */
  others: int,
})

/** What a verdict would make of the results, and of what hangs on them. */
export const changes = z.object({
  /** Null: the driver is in no race that it could correct. */
  race: table.extend({ segment: z.string() }).nullable(),
  standings: table.extend({ name: z.string() }).nullable(),
  /** Where a penalty for the next race would be served, by who is in by now. */
  nextRace: z.object({ id: sessionId, name: z.string(), startsAt: z.string() }).nullable(),
})
export type Changes = z.infer<typeof changes>
