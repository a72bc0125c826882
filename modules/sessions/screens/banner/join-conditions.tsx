import { useTexts } from '#web/kit/texts.tsx'
import type { EventView } from '../../contract.ts'
import { askedIn } from '../../rules/join-conditions.ts'
import css from './event-alerts.module.css'

/** What an event asks of those who want to drive it, in words, for everybody. */
export function JoinConditions({ event }: { readonly event: Pick<EventView, 'joinConditions'> }) {
  const text = useTexts('sessions-conditions')
  const asked = askedIn(event.joinConditions).map(([name, count]) => text(`asked.${name}`, { count }))
  return (
    <p className={css.conditions} data-screen>
      <strong>{text('needs')}</strong> {asked.join(' · ')}
    </p>
  )
}
