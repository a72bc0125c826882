import type { SessionId } from '#core/ids.ts'
import { job } from '#core/joint.ts'

export const entriesWork = {
  freezeSplits: job<{ readonly sessionId: SessionId }>('entries.freeze-splits'),
}
