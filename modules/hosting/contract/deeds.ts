import { deed, type Deed } from '#core/joint.ts'
import { SplitMoved } from '#modules/sessions/contract/facts.ts'
import type { Reason } from '../rules.ts'

const RESTARTED: Reason = 'RESTARTED'

/** Of all that moves a split, a restart alone is somebody’s. */
export const hostingDeeds: readonly Deed[] = [
  deed(SplitMoved, ({ sessionId, reason }) => (reason === RESTARTED ? { as: 'ServerRestarted', session: sessionId } : null)),
]
