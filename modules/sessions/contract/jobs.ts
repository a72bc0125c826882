import type { SessionId } from '#core/ids.ts'
import { job } from '#core/joint.ts'

export const sessionsWork = {
  begin: job<{ readonly sessionId: SessionId }>('sessions.begin'),
  lookForBegun: job('sessions.look-for-begun'),
  /** Makes the events of a daily template that are due. */
  daily: job<{ readonly sessionId: SessionId }>('sessions.daily'),
  lookForDaily: job('sessions.look-for-daily'),
}
