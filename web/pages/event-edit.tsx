import { useState } from 'react'
import type { SessionId } from '#core/ids.ts'
import { planFacts } from '#modules/billing/rules.ts'
import { membersContract } from '#modules/members/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { EventForm } from '#modules/sessions/screens/form/event-form.tsx'
import { bodyOf, formOf } from '#modules/sessions/screens/form/form-state.ts'
import { useAsk, useLoaded } from '../kit/ask.ts'
import { useGo, type PageProps } from '../kit/navigation.ts'
import { useSend } from '../kit/send.ts'
import { useTexts } from '../kit/texts.tsx'
import { ButtonLink } from '../ui/action/button.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { Page } from '../ui/layout/page.tsx'

/** An event that has not started, in the form that made it. */
export function EventEditPage({ params }: PageProps) {
  const text = useTexts('sessions-form')
  const go = useGo()
  const id = params['sessionId'] ?? ''
  const event = useLoaded(sessionsContract.race, { id: id as SessionId })
  // What is typed stays, whatever comes in beside it meanwhile.
  const [keep] = useState(() => `edit-event ${id} ${event.v}`)
  const limits = useAsk(membersContract.league, { id: event.leagueId }).data?.limits
  const edit = useSend(sessionsContract.EditSession)
  if (!event.may.edit)
    return (
      <Page>
        <EmptyState heading="h1" title={text('form.notEditable')} action={<ButtonLink to={`/events/${id}`}>{text('form.toEvent')}</ButtonLink>} />
      </Page>
    )
  return (
    <Page title={text('form.editTitle')} narrow>
      <EventForm
        keep={keep}
        start={formOf(event)}
        editing
        busy={edit.isSending}
        refusal={edit.refusal}
        plan={limits ? planFacts(limits.plan.productId) : undefined}
        save={async (form) => {
          const reply = await edit.send(bodyOf(form, event.leagueId), { id, v: event.v })
          if (reply) go(`/events/${id}`)
          return reply !== null
        }}
      />
    </Page>
  )
}
