import { useTexts } from '#web/kit/texts.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { StickyAction } from '#web/ui/layout/sticky-action.tsx'
import type { RoundView } from '../contract/shapes.ts'

/** The one thing to do for who may drive a round: the first of its events that is open to them. */
export function RoundNext({ round }: { readonly round: RoundView }) {
  const text = useTexts('rounds-page')
  const open = round.sessions.find(({ eligibleToJoin, status }) => eligibleToJoin && status !== 'DRAFT')
  return (
    open && (
      <StickyAction>
        <ButtonLink look="primary" to={`/events/${open.id}`}>
          {text('events.to', { name: open.name })}
        </ButtonLink>
      </StickyAction>
    )
  )
}
