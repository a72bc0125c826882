import { useState } from 'react'
import { useAsk, useAskNow } from '#web/kit/ask.ts'
import { useEdit } from '#web/kit/edit/edit.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { toast } from '#web/kit/toast.ts'
import { Button, IconButton } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { entriesContract, type EntryList } from '../../contract.ts'
import { teamsContract } from '../../contract/teams.ts'
import { TEAM_NAME, TEAM_PASSWORD } from '../../rules/teams.ts'
import css from './team.module.css'

type Asked = { readonly list: EntryList; readonly mine: NonNullable<EntryList['mine']> }

/** What the manager alone decides: the team's name, and what others say to join. */
export const TeamSettings = (props: Asked) => (
  <Card className={css.block}>
    <Rename {...props} />
    <Password {...props} />
  </Card>
)

function Rename({ list, mine }: Asked) {
  const text = useTexts('entries')
  const askNow = useAskNow()
  const rename = useSend(teamsContract.RenameTeam)
  const present = (entry: Asked['mine'] | null) => ({ v: entry?.v ?? 0, values: { name: entry?.participant.name ?? '' } })
  const edit = useEdit({
    draft: `team ${mine.id}`,
    present: present(mine),
    ask: async () => present((await askNow(entriesContract.entryList, { refId: list.sessionId })).mine),
    save: ({ v, values }) => rename.attempt({ entryId: mine.id, name: values.name }, { refId: list.sessionId, v }),
    naming: { label: () => text('team.name') },
    onDone: () => toast({ tone: 'good', text: text('team.said.renamed') }),
  })
  return (
    <Form label={text('team.rename')} onSubmit={() => edit.save()}>
      <FormNotes of={edit.notes} />
      <TextField
        label={text('team.name')}
        value={edit.values.name}
        onChange={(name) => edit.put({ name })}
        maxLength={TEAM_NAME.max}
        autoComplete="off"
        error={rename.errorAt('name')}
      />
      <div className={css.actions}>
        <Button type="submit" busy={edit.isSaving} disabled={!edit.isTouched}>
          {text('team.rename')}
        </Button>
      </div>
    </Form>
  )
}

function Password({ list, mine }: Asked) {
  const text = useTexts('entries')
  const [typed, setTyped] = useState('')
  const password = useAsk(teamsContract.teamPassword, { refId: list.sessionId }).data?.participant.password
  const change = useSend(teamsContract.ChangePassword, { said: text('team.said.password'), onDone: () => setTyped('') })
  const copy = (value: string): void =>
    void navigator.clipboard.writeText(value).then(
      () => toast({ tone: 'good', text: text('team.copied') }),
      () => toast({ tone: 'bad', text: text('team.copyFailed') }),
    )
  return (
    <Form label={text('team.password')} onSubmit={() => change.send({ entryId: mine.id, password: typed }, { refId: list.sessionId, v: mine.v })}>
      <p className={css.pinLine}>
        {text('team.password')}
        {password === null && <span>{text('team.noPassword')}</span>}
        {typeof password === 'string' && (
          <span className={css.secret}>
            <strong className={css.pin}>{password}</strong>
            <IconButton label={text('team.copy')} onClick={() => copy(password)}>
              <Icon name="copy" />
            </IconButton>
          </span>
        )}
        <small>{text('team.pinHint')}</small>
      </p>
      <TextField
        label={text('team.newPassword')}
        hint={text(list.passwordRequired ? 'team.newPasswordMust' : 'team.newPasswordHint')}
        value={typed}
        onChange={setTyped}
        maxLength={TEAM_PASSWORD.max}
        autoComplete="off"
        spellCheck={false}
        error={change.errorAt('password')}
      />
      <div className={css.actions}>
        <Button type="submit" busy={change.isSending}>
          {text('team.changePassword')}
        </Button>
      </div>
    </Form>
  )
}
