import { useState } from 'react'
import type { LeagueId } from '#core/ids.ts'
import { planFacts } from '#modules/billing/rules.ts'
import { membersContract } from '#modules/members/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { EventForm } from '#modules/sessions/screens/form/event-form.tsx'
import { bodyOf, emptyForm, SECRETS } from '#modules/sessions/screens/form/form-state.ts'
import { useAsk } from '../kit/ask.ts'
import { now } from '../kit/clock.ts'
import { useDraft } from '../kit/edit/draft.ts'
import { useGo, type PageProps } from '../kit/navigation.ts'
import { useSend } from '../kit/send.ts'
import { useTexts } from '../kit/texts.tsx'
import { ButtonLink } from '../ui/action/button.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { Page } from '../ui/layout/page.tsx'

/** A new event of a community, in four steps. */
export function NewEventPage({ params }: PageProps) {
  const text = useTexts('sessions-form')
  const go = useGo()
  const leagueId = params['id'] ?? ''
  const league = useAsk(membersContract.league, { id: leagueId as LeagueId }).data
  // the step is kept too: whoever comes back goes on where they were
  const draft = useDraft(() => ({ ...emptyForm(now()), step: 0 }), { draft: `new-event ${leagueId}`, secrets: SECRETS })
  const add = useSend(sessionsContract.AddSession, { refresh: false })
  const change = useSend(sessionsContract.EditSession, { refresh: false })
  const schedule = useSend(sessionsContract.SetSchedule, { refresh: false })
  const publishing = useSend(sessionsContract.PublishSession, { refresh: false })
  // a daily race is a draft until its schedule stands: where that is refused, the next try goes on with the draft
  const [made, setMade] = useState<{ readonly id: string; readonly v: number } | null>(null)
  const save = async (publish: boolean): Promise<void> => {
    const { daily } = draft.values
    const body = bodyOf(draft.values, leagueId)
    const added = made ? null : await add.send({ ...body, publish: publish && daily === null })
    const changed = made && (await change.send(body, made))
    const at = added ? { id: added.aggregateId, v: added.v } : made && changed && { id: made.id, v: changed.v }
    if (!at) return
    setMade(at)
    if (daily && !(await schedule.send(daily, at))) return
    if (made && !daily && publish && !(await publishing.send({}, at))) return
    draft.done()
    go(`/events/${at.id}${daily ? '#daily' : ''}`)
  }
  if (league && !league.may.createEvents)
    return (
      <Page>
        <EmptyState heading="h1" title={text('form.adminsOnly')} action={<ButtonLink to={`/communities/${leagueId}`}>{league.name}</ButtonLink>} />
      </Page>
    )
  return (
    <Page title={text('form.newTitle')} narrow>
      <EventForm
        form={draft.values}
        change={draft.put}
        notes={draft.notes}
        step={draft.values.step}
        onStep={(step) => draft.put({ step })}
        editing={false}
        busy={add.isSending || change.isSending || schedule.isSending || publishing.isSending}
        refusal={add.refusal ?? change.refusal ?? schedule.refusal ?? publishing.refusal}
        daily="choice"
        games={league?.games ?? []}
        plan={league?.limits ? planFacts(league.limits.plan.productId) : undefined}
        save={save}
      />
    </Page>
  )
}
