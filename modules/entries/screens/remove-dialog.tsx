import { useDraft } from '#web/kit/edit/draft.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { CheckField } from '#web/ui/form/switch-field.tsx'
import { TextArea } from '#web/ui/form/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { entriesContract, type EntryList, type EntryView } from '../contract.ts'
import { REMOVAL_REASON } from '../rules.ts'
import css from './entries.module.css'
import { nameOf } from './entry-list.ts'

/** An admin takes somebody out; the reason goes to them. */
export function RemoveDialog(props: {
  readonly list: Pick<EntryList, 'sessionId' | 'status' | 'waiting' | 'whyNot'>
  readonly entry: EntryView
  readonly onClose: () => void
}) {
  const { list, entry, onClose } = props
  // who waits has none, and nobody comes in once the server is set up
  const isWanted = entry.status === 'ACTIVE' && list.status === 'WAITING' && list.waiting > 0
  // whoever drives in the season is brought into its events, but not into one they were taken out of (docs/decisions/0027)
  const isOfSeason = [list.whyNot.register, list.whyNot.cancel].includes('register_to_tournament')
  const text = useTexts('entries')
  const name = nameOf(entry, text)
  const draft = useDraft({ reason: '', forGood: false }, { draft: `remove-entry ${entry.id}` })
  const { reason, forGood } = draft.values
  const remove = useSend(entriesContract.RemoveEntry, {
    said: text('said.removed', { name }),
    onDone: () => {
      draft.done()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={text('remove.title', { name })}
      confirm={text('remove.confirm')}
      busy={remove.isSending}
      onConfirm={() =>
        void remove.send({ entryId: entry.id, type: forGood ? 'DISQUALIFIED' : 'REGULAR', reason }, { refId: list.sessionId, v: entry.v })
      }
      onClose={onClose}
    >
      <div className={css.tab}>
        <p>{text(isWanted ? 'remove.words' : 'remove.told')}</p>
        {isOfSeason && <p>{text('remove.ofSeason')}</p>}
        <FormNotes of={draft.notes} />
        <TextArea
          label={text('remove.reason')}
          optional
          value={reason}
          onChange={(typed) => draft.put({ reason: typed })}
          maxLength={REMOVAL_REASON.max}
          rows={3}
          error={remove.errorAt('reason')}
        />
        <CheckField
          label={text('remove.forGood')}
          hint={text('remove.forGoodHint')}
          value={forGood}
          onChange={(chosen) => draft.put({ forGood: chosen })}
        />
      </div>
    </ConfirmDialog>
  )
}
