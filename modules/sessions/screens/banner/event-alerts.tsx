import { MINUTE_MS } from '#core/duration.ts'
import { useNow } from '#web/kit/clock.ts'
import { useTexts } from '#web/kit/texts.tsx'
import type { EventView } from '../../contract.ts'
import { missingRegistrations } from '../../rules/missing.ts'
import css from './event-alerts.module.css'

/** What everybody should know before it is too late to do something about it. */
export function EventAlerts({ event }: { readonly event: Pick<EventView, 'status' | 'startsAt' | 'taken'> }) {
  const text = useTexts('sessions')
  const missing = missingRegistrations(event, useNow(MINUTE_MS / 12))
  if (missing === 0) return null
  return (
    <p role="status" className={css.alert}>
      {text('alert.missingRegistrations', { count: missing })}
    </p>
  )
}
