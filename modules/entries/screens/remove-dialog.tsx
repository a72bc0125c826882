import { useState } from 'react'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { CheckField } from '#web/ui/form/switch-field.tsx'
import { TextArea } from '#web/ui/form/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { entriesContract, type EntryList, type EntryView } from '../contract.ts'
import { REMOVAL_REASON } from '../rules.ts'
import css from './entries.module.css'
import { nameOf } from './participants-list.tsx'

/** An admin takes somebody out; the reason goes to them. */
export function RemoveDialog(props: { readonly sessionId: EntryList['sessionId']; readonly entry: EntryView; readonly onClose: () => void }) {
  const { entry, onClose } = props
  const text = useTexts('entries')
  const name = nameOf(entry, text)
  const [reason, setReason] = useState('')
  const [forGood, setForGood] = useState(false)
  const remove = useSend(entriesContract.RemoveEntry, { said: text('said.removed', { name }), onDone: onClose })
  return (
    <ConfirmDialog
      title={text('remove.title', { name })}
      confirm={text('remove.confirm')}
      busy={remove.isSending}
      onConfirm={() =>
        void remove.send({ entryId: entry.id, type: forGood ? 'DISQUALIFIED' : 'REGULAR', reason }, { refId: props.sessionId, v: entry.v })
      }
      onClose={onClose}
    >
      <div className={css.tab}>
        <p>{text('remove.words')}</p>
        <TextArea
          label={text('remove.reason')}
          optional
          value={reason}
          onChange={setReason}
          maxLength={REMOVAL_REASON.max}
          rows={3}
          error={remove.errorAt('reason')}
        />
        <CheckField label={text('remove.forGood')} hint={text('remove.forGoodHint')} value={forGood} onChange={setForGood} />
      </div>
    </ConfirmDialog>
  )
}
