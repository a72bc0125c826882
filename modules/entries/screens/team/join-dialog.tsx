import { useId, useState } from 'react'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import type { EntryList, EntryView } from '../../contract.ts'
import { teamsContract } from '../../contract/teams.ts'
import { AccountAlert } from '../account-alert.tsx'
import { isAnswered, NOTHING, sentAnswers } from '../answers.ts'
import { CommunityAsks, type TermsPart } from '../community-asks.tsx'
import css from '../entries.module.css'

/** Refusals the dialog shows itself. */
const SHOWN = [
  'RATE_LIMIT_EXCEEDED',
  'TEAM_FULL',
  'ALREADY_IN_TEAM',
  'VERSION_CONFLICT',
  'REGISTRATION_CLOSED',
  'MEMBER_REQUIRED',
  'JOIN_CONDITIONS_NOT_MET',
] as const
/** Of a team's password or of the event's, whichever is asked for. */
const LONGEST = 32

/** Joins a team: what its manager has sent, and what the community asks of who comes in. */
export function JoinDialog(props: { readonly list: EntryList; readonly entry: EntryView; readonly terms: TermsPart; readonly onClose: () => void }) {
  const { list, entry, onClose } = props
  const text = useTexts('entries')
  const form = useId()
  const [password, setPassword] = useState('')
  const [answers, setAnswers] = useState(NOTHING)
  const name = entry.participant.name ?? ''
  const join = useSend(teamsContract.JoinTeam, { handles: SHOWN, said: text('team.said.joined', { name }), onDone: onClose })
  const { asks, account } = list
  const lacksAccount = account?.needed === true && account.alert !== null
  const send = () =>
    join.send(
      {
        entryId: entry.id,
        password: password || null,
        ...sentAnswers(asks, answers),
      },
      { refId: list.sessionId, v: list.v },
    )
  return (
    <Dialog
      title={text('team.join.title', { name })}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('dialog.back')}</Button>
          <Button look="primary" type="submit" form={form} disabled={!isAnswered(asks, answers) || lacksAccount} busy={join.isSending}>
            {text('team.join.send')}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={send}>
        <AccountAlert account={account} />
        {entry.participant.passwordRequired && (
          <TextField
            label={text(entry.participant.hasOwnPassword ? 'team.join.password' : 'dialog.password')}
            hint={text(entry.participant.hasOwnPassword ? 'team.join.passwordHint' : 'dialog.passwordHint')}
            value={password}
            onChange={setPassword}
            maxLength={LONGEST}
            autoComplete="off"
            spellCheck={false}
            error={join.errorAt('password')}
          />
        )}
        <CommunityAsks asks={asks} terms={props.terms} value={answers} onChange={setAnswers} errorAt={join.errorAt} />
        <div role="alert">{join.refusal && join.refusal.field === null && <p className={css.refusal}>{join.refusal.message}</p>}</div>
      </Form>
    </Dialog>
  )
}
