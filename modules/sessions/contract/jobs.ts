import type { SessionId } from '#core/ids.ts'
import { job } from '#core/joint.ts'

export const sessionsWork = {
  begin: job<{ readonly sessionId: SessionId }>('sessions.begin'),
}
