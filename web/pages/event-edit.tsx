import { useState } from 'react'
import type { SessionId } from '#core/ids.ts'
import { planFacts } from '#modules/billing/rules.ts'
import { membersContract } from '#modules/members/contract.ts'
import { sessionsContract, type RaceView } from '#modules/sessions/contract.ts'
import { EventForm } from '#modules/sessions/screens/form/event-form.tsx'
import { useEventNaming } from '#modules/sessions/screens/form/field-names.ts'
import { bodyOf, formOf, SECRETS, TOGETHER, type FormState } from '#modules/sessions/screens/form/form-state.ts'
import { useAsk, useAskNow, useLoaded } from '../kit/ask.ts'
import { useEdit } from '../kit/edit/edit.ts'
import { same } from '../kit/edit/fields.ts'
import type { Version } from '../kit/edit/typed.ts'
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
  const askNow = useAskNow()
  // the game of an event is as it is: its step is there to be looked at
  const [step, setStep] = useState(1)
  const limits = useAsk(membersContract.league, { id: event.leagueId }).data?.limits
  const send = useSend(sessionsContract.EditSession)
  const schedule = useSend(sessionsContract.SetSchedule)
  const edit = useEdit<FormState>({
    draft: `event ${id}`,
    secrets: SECRETS,
    together: TOGETHER,
    present: versionOf(event),
    ask: async () => versionOf(await askNow(sessionsContract.race, { id: event.id })),
    // a schedule is set once the template is as it shall be: what is due is made at once
    save: async ({ v, base, values }) => {
      const saved = await send.attempt(bodyOf(values, event.leagueId), { id, v })
      if (values.daily === null || same(values.daily, base.daily) || 'refusal' in saved) return saved
      return await schedule.attempt(values.daily, { id, v: saved.reply.v })
    },
    naming: useEventNaming(event.game),
    onDone: () => go(`/events/${id}`),
  })
  if (!event.may.edit)
    return (
      <Page>
        <EmptyState heading="h1" title={text('form.notEditable')} action={<ButtonLink to={`/events/${id}`}>{text('form.toEvent')}</ButtonLink>} />
      </Page>
    )
  return (
    <Page title={text('form.editTitle')}>
      <EventForm
        form={edit.values}
        change={edit.put}
        was={{ ...edit.base, status: event.status }}
        notes={edit.notes}
        step={step}
        onStep={setStep}
        editing
        busy={edit.isSaving}
        refusal={send.refusal ?? schedule.refusal}
        daily={event.status === 'RECURRING' ? 'template' : event.status === 'DRAFT' && event.tournamentId === null ? 'choice' : 'none'}
        plan={limits ? planFacts(limits.plan.productId) : undefined}
        save={edit.save}
      />
    </Page>
  )
}

const versionOf = (event: RaceView): Version<FormState> => ({ v: event.v, values: formOf(event) })
