import type { LeagueId, UserId } from '#core/ids.ts'
import type { ReplyOf } from '#core/contract.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { useAsk, useAskNow } from '#web/kit/ask.ts'
import { useDraft } from '#web/kit/edit/draft.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { toast } from '#web/kit/toast.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextArea } from '#web/ui/form/text-field.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { BAN_DAYS, membersContract, type BanDays } from '../contract.ts'
import { reasonLength } from '#core/reason.ts'
import { BAN_REASON, REMOVAL_REASON } from '../rules.ts'
import css from './members.module.css'

type Props = {
  readonly user: { readonly id: UserId; readonly name: string }
  readonly league: { readonly id: LeagueId; readonly v: number; readonly name: string }
  readonly onClose: () => void
}

/** The registrations that end with somebody's place in the community, before it is sent. */
function EndingEntries({ user, league }: Pick<Props, 'user' | 'league'>) {
  const text = useTexts('members')
  const entries = useAsk(entriesContract.entriesOfMember, { leagueId: league.id, userId: user.id }).data?.entries
  if (!entries) return <Skeleton rows={1} height={44} />
  return (
    <div className={entries.length > 0 ? css.ending : undefined} role="note">
      {entries.length === 0 && <p className={css.quiet}>{text('ban.endsNothing', { name: user.name })}</p>}
      {entries.length > 0 && <EndingList entries={entries} />}
      <p className={css.quiet}>{text('ban.endsSeasons')}</p>
    </div>
  )
}

function EndingList({ entries }: { readonly entries: ReplyOf<typeof entriesContract.entriesOfMember>['entries'] }) {
  const text = useTexts('members')
  return (
    <>
      <b>{text('ban.endsEntries', { count: entries.length })}</b>
      <ul>
        {entries.map(({ sessionId, sessionName, startsAt, status }) => (
          <li key={sessionId}>
            {sessionName} <Time at={startsAt} /> {status === 'WAITING_LIST' && `(${text('ban.waits')})`}
          </li>
        ))}
      </ul>
    </>
  )
}

/** A ban says why and until when; both stand before the person it is about. */
export function BanDialog({ user, league, onClose }: Props) {
  const text = useTexts('members')
  const askNow = useAskNow()
  const draft = useDraft({ reason: '', days: 7 as BanDays | null }, { draft: `ban ${league.id} ${user.id}` })
  const { reason, days } = draft.values
  const ban = useSend(membersContract.BanMember)
  const length = reasonLength(reason)
  const isRight = length >= BAN_REASON.min && length <= BAN_REASON.max
  const submit = async (): Promise<void> => {
    const reply = await ban.send({ userId: user.id, reason: reason.trim(), days }, { id: league.id, v: league.v })
    if (!reply) return
    draft.done()
    onClose()
    // what has ended, not what was about to: somebody may have registered meanwhile
    const ended = await askNow(entriesContract.entriesEndedByBans, { leagueId: league.id }).catch(() => null)
    const events = ended?.entries.filter(({ userId }) => userId === user.id).map(({ sessionName }) => sessionName) ?? []
    const done = text('ban.done', { name: user.name })
    toast({ tone: 'good', text: events.length === 0 ? done : `${done} ${text('ban.hasEnded', { events: events.join(', ') })}` })
  }
  return (
    <Dialog title={text('ban.title', { name: user.name })} size="small" onClose={onClose}>
      <Form onSubmit={submit} label={text('ban.title', { name: user.name })}>
        <FormNotes of={draft.notes} />
        <TextArea
          label={text('ban.why')}
          hint={text('ban.whyHint', BAN_REASON)}
          rows={3}
          maxLength={BAN_REASON.max}
          value={reason}
          onChange={(typed) => {
            draft.put({ reason: typed })
            ban.reset()
          }}
          error={ban.errorAt('reason') ?? (length > BAN_REASON.max ? text('ban.tooLong', BAN_REASON) : undefined)}
        />
        <SelectField
          label={text('ban.ends')}
          value={String(days ?? 'never')}
          onChange={(value) => draft.put({ days: BAN_DAYS.find((one) => String(one) === value) ?? null })}
          choices={[
            ...BAN_DAYS.map((one) => ({ value: String(one), label: text('ban.days', { count: one }) })),
            { value: 'never', label: text('ban.noEnd') },
          ]}
        />
        <EndingEntries user={user} league={league} />
        <Button type="submit" look="danger" disabled={!isRight} busy={ban.isSending}>
          {text('ban.confirm')}
        </Button>
      </Form>
    </Dialog>
  )
}

/** Removal needs no reason, and whoever was removed may come back. */
export function RemoveDialog({ user, league, onClose }: Props) {
  const text = useTexts('members')
  const draft = useDraft({ reason: '' }, { draft: `remove-member ${league.id} ${user.id}` })
  const { reason } = draft.values
  const remove = useSend(membersContract.RemoveMember, {
    said: text('remove.done', { name: user.name }),
    onDone: () => {
      draft.done()
      onClose()
    },
  })
  const isTooLong = reasonLength(reason) > REMOVAL_REASON.max
  const submit = (): Promise<unknown> => remove.send({ userId: user.id, reason: reason.trim() }, { id: league.id, v: league.v })
  return (
    <Dialog title={text('remove.title', { name: user.name, league: league.name })} size="small" onClose={onClose}>
      <Form onSubmit={submit} label={text('remove.confirm')}>
        <p>{text('remove.words')}</p>
        <EndingEntries user={user} league={league} />
        <FormNotes of={draft.notes} />
        <TextArea
          label={text('remove.why')}
          optional
          rows={3}
          maxLength={REMOVAL_REASON.max}
          value={reason}
          onChange={(typed) => draft.put({ reason: typed })}
          error={remove.errorAt('reason') ?? (isTooLong ? text('ban.tooLong', REMOVAL_REASON) : undefined)}
        />
        <Button type="submit" look="danger" disabled={isTooLong} busy={remove.isSending}>
          {text('remove.confirm')}
        </Button>
      </Form>
    </Dialog>
  )
}
