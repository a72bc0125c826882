import type { SessionId } from '#core/ids.ts'
import { isOver, type SessionStatus, type SplitStatus } from '#modules/sessions/rules.ts'
import { ServerPanel } from './server-panel.tsx'
import { SplitSwitcher } from './split-switcher.tsx'

type Hosted = {
  readonly id: SessionId
  readonly status: SessionStatus
  readonly startsAt: string
  readonly manualSession: boolean
  readonly splitCount: number
  readonly splitStatuses: readonly { readonly splitNo: number; readonly status: SplitStatus }[]
}

/** The servers of an event: which of several is shown, and how to get on it. */
export function Servers({ event }: { readonly event: Hosted }) {
  return (
    <>
      {event.splitCount > 1 && <SplitSwitcher event={event} />}
      {(event.manualSession ? event.status === 'IN_PROGRESS' : event.status !== 'DRAFT' && !isOver(event.status)) && <ServerPanel event={event} />}
    </>
  )
}
