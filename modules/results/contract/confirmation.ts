/** Provisional or final: what stands of an event's results until the time for protests is over and none is open. */
import { z } from 'zod'

export const confirmation = z.object({
  /** The last moment at which a protest or an appeal may come; while one is open they stay provisional after it as well. */
  until: z.string(),
  isDisputed: z.boolean(),
  /** Null: provisional. */
  confirmedAt: z.string().nullable(),
  /** When they last became others after that; null: they are as they were confirmed. */
  changedAt: z.string().nullable(),
  /** Whether its community, or its season, takes protests of it at all. */
  takesProtests: z.boolean(),
})
export type ConfirmationView = z.infer<typeof confirmation>
