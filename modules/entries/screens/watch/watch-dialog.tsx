import { useId, useState } from 'react'
import { useMe } from '#web/kit/me.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import type { EntryList } from '../../contract.ts'
import { spectatorsContract } from '../../contract/spectators.ts'
import css from '../entries.module.css'

/** Refusals the dialog shows itself. */
const SHOWN = ['RATE_LIMIT_EXCEEDED', 'REGISTRATION_FULL', 'VERSION_CONFLICT', 'REGISTRATION_CLOSED', 'MEMBER_REQUIRED'] as const

/** Goes among those who watch: what that means, and the event’s password where it has one. */
export function WatchDialog({ list, onClose }: { readonly list: EntryList; readonly onClose: () => void }) {
  const text = useTexts('entries-watch')
  const form = useId()
  const me = useMe()
  const [password, setPassword] = useState('')
  const watch = useSend(spectatorsContract.AddSpectator, { handles: SHOWN, said: text('said.watching'), onDone: onClose })
  const send = async (): Promise<void> => {
    if (me) await watch.send({ driverId: me.id, password: password || null }, { refId: list.sessionId, v: list.v })
  }
  return (
    <Dialog
      title={text('watch.title')}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('back')}</Button>
          <Button look="primary" type="submit" form={form} busy={watch.isSending}>
            {text('watch.send')}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={send}>
        <p>{text(list.watching.takesSeats ? 'watch.seat' : 'watch.password')}</p>
        {list.passwordRequired && (
          <PasswordField
            label={text('entryPassword')}
            hint={text('entryPasswordHint')}
            value={password}
            onChange={setPassword}
            maxLength={64}
            error={watch.errorAt('password')}
          />
        )}
        <div role="alert">{watch.refusal && watch.refusal.field === null && <p className={css.refusal}>{watch.refusal.message}</p>}</div>
      </Form>
    </Dialog>
  )
}
