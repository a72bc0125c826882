import { reasonLength } from '#core/reason.ts'
import { useDraft } from '#web/kit/edit/draft.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { TextArea } from '#web/ui/form/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { resultFilesContract } from '../contract.ts'
import type { ChoiceView } from '../contract/later.ts'
import { CHOICE_REASON } from '../rules.ts'

/** Takes the last choice of a segment back. */
export function UndoDialog(props: { readonly choice: ChoiceView; readonly v: number; readonly onClose: () => void }) {
  const { choice, v, onClose } = props
  const text = useTexts('result-files')
  const draft = useDraft({ reason: '' }, { draft: `undo-choice ${choice.id}` })
  const { reason } = draft.values
  const undo = useSend(resultFilesContract.UndoResultChoice, {
    said: text('later.isUndone'),
    onDone: () => {
      draft.done()
      onClose()
    },
  })
  const isShort = reasonLength(reason) < CHOICE_REASON.min
  return (
    <ConfirmDialog
      title={text('later.undoTitle')}
      confirm={text('later.undo')}
      busy={undo.isSending}
      ready={!isShort}
      onConfirm={() => void undo.send({ reason }, { id: choice.id, v })}
      onClose={onClose}
    >
      <p>{text(choice.action === 'TAKEN' ? 'later.undoTaken' : 'later.undoLeft')}</p>
      <FormNotes of={draft.notes} />
      <TextArea
        label={text('later.reason')}
        hint={text('later.reasonHint')}
        value={reason}
        onChange={(typed) => draft.put({ reason: typed })}
        maxLength={CHOICE_REASON.max}
        rows={2}
        error={undo.errorAt('reason')}
      />
    </ConfirmDialog>
  )
}
