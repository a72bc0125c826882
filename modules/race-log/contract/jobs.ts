import type { SessionId } from '#core/ids.ts'
import { job } from '#core/joint.ts'

export const raceLogWork = {
  /** Looks through the files of an event's results. */
  read: job<{ readonly sessionId: SessionId }>('race-log.read'),
  /** Has events looked through that were driven before logs were kept. */
  catchUp: job('race-log.catch-up'),
}
