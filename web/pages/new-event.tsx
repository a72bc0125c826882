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
        busy={add.isSending}
        refusal={add.refusal}
        games={league?.games ?? []}
        plan={league?.limits ? planFacts(league.limits.plan.productId) : undefined}
        save={async (publish) => {
          const reply = await add.send({ ...bodyOf(draft.values, leagueId), publish })
          if (!reply) return
          draft.done()
          go(`/events/${reply.aggregateId}`)
        }}
      />
    </Page>
  )
}
