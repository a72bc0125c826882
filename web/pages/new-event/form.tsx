import { useState } from 'react'
import type { ReplyOf } from '#core/contract.ts'
import type { LeagueId } from '#core/ids.ts'
import { planFacts } from '#modules/billing/rules.ts'
import type { membersContract } from '#modules/members/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { EventForm } from '#modules/sessions/screens/form/event-form.tsx'
import { bodyOf, SECRETS, type FormState } from '#modules/sessions/screens/form/form-state.ts'
import { useDraft } from '#web/kit/edit/draft.ts'
import type { RefusalError } from '#web/kit/http.ts'
import { useGo } from '#web/kit/navigation.ts'
import { useSend } from '#web/kit/send.ts'

/** An event that was made, as it is now. */
export type Made = { readonly id: string; readonly v: number }
export type NewEventOf = { readonly leagueId: LeagueId; readonly league: ReplyOf<typeof membersContract.league> | undefined }

type Props = NewEventOf & {
  readonly start: () => FormState
  /** Under which name what is typed is kept. */
  readonly draft: string
  /** Of what it becomes a part before anybody sees it; the event as it is then, null where that was refused. A game is set with it. */
  readonly joins?: {
    readonly join: (made: Made) => Promise<Made | null>
    /** As it is by now: joining may have got half way. */
    readonly fresh: (made: Made) => Promise<Made>
    readonly isSending: boolean
    readonly refusal: RefusalError | null
    readonly to: string
  }
}

/** The form of a new event. What it takes is done one after the other: where one is refused, the next try goes on from there. */
export function NewEvent({ leagueId, league, start, draft: name, joins }: Props) {
  const go = useGo()
  // the step is kept too: whoever comes back goes on where they were
  const draft = useDraft(() => ({ ...start(), step: joins ? 1 : 0 }), { draft: `new-event ${name}`, secrets: SECRETS })
  const add = useSend(sessionsContract.AddSession, { refresh: false })
  const change = useSend(sessionsContract.EditSession, { refresh: false })
  const schedule = useSend(sessionsContract.SetSchedule, { refresh: false })
  const publishing = useSend(sessionsContract.PublishSession, { refresh: false })
  // a daily race is a draft until its schedule stands, one of a season until it is: the next try goes on with the draft
  const [made, setMade] = useState<Made | null>(null)
  const save = async (publish: boolean): Promise<void> => {
    const { daily } = draft.values
    const body = bodyOf(draft.values, leagueId)
    const isAtOnce = daily === null && !joins
    const added = made ? null : await add.send({ ...body, publish: publish && isAtOnce })
    const changed = made && (await change.send(body, joins ? () => joins.fresh(made) : made))
    const saved = added ? { id: added.aggregateId, v: added.v } : made && changed && { id: made.id, v: changed.v }
    if (!saved) return
    setMade(saved)
    const at = joins ? await joins.join(saved) : saved
    if (!at) return
    setMade(at)
    if (daily && !(await schedule.send(daily, at))) return
    if ((made || joins) && !daily && publish && !(await publishing.send({}, at))) return
    draft.done()
    go(joins ? joins.to : `/events/${at.id}${daily ? '#daily' : ''}`)
  }
  return (
    <EventForm
      form={draft.values}
      change={draft.put}
      notes={draft.notes}
      step={draft.values.step}
      onStep={(step) => draft.put({ step })}
      editing={false}
      isGameSet={joins !== undefined}
      busy={add.isSending || change.isSending || schedule.isSending || publishing.isSending || (joins?.isSending ?? false)}
      refusal={add.refusal ?? change.refusal ?? joins?.refusal ?? schedule.refusal ?? publishing.refusal}
      daily={joins ? 'none' : 'choice'}
      games={league?.games ?? []}
      plan={league?.limits ? planFacts(league.limits.plan.productId) : undefined}
      save={save}
    />
  )
}
