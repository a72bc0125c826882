import type { ServerId, SessionId, SplitId } from '#core/ids.ts'
import { job } from '#core/joint.ts'

type OfSession = { readonly sessionId: SessionId }
type OfServer = { readonly serverId: ServerId }

export const hostingWork = {
  schedule: job<OfSession>('hosting.schedule'),
  begin: job<OfSession>('hosting.begin'),
  sweep: job('hosting.sweep'),
  watch: job('hosting.watch'),
  over: job<OfServer>('hosting.over'),
  announce: job<OfServer>('hosting.announce'),
  alarm: job<OfSession & { readonly splitId: SplitId; readonly reason: string; readonly failedAt: string }>('hosting.alarm'),
}
