import { z } from 'zod'
import { resultId, userId } from '#core/ids.ts'
import { LOG_KINDS } from '#games/log/log.ts'

const int = z.number().int()

/** As the log had it when it was picked. */
export const pickedIncident = z.object({
  kind: z.enum(LOG_KINDS),
  /** Of a contact its km/h, of a penalty its seconds, of a lap that does not count how often it was cut. */
  value: int.nullable(),
  detail: z.string().nullable(),
})

const involved = z.object({ ids: z.array(userId), name: z.string().nullable() })
const incident = pickedIncident.extend({
  resultId,
  no: int,
  /** Whom it happened to, and who else was in it. */
  who: involved,
  other: involved.nullable(),
  /** Null: the file does not say. */
  lap: int.nullable(),
  atMs: int.nullable(),
})
export type IncidentView = z.infer<typeof incident>

export const logged = z.object({
  incidents: z.array(incident),
  total: int,
  /** Whether files of this game tell of any incidents at all. */
  isTold: z.boolean(),
})
