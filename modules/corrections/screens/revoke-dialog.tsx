import { useDraft } from '#web/kit/edit/draft.ts'
import { reasonLength } from '#core/reason.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { TextArea } from '#web/ui/form/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { correctionsContract as calls, type CorrectionView } from '../contract.ts'
import { CORRECTION_REASON } from '../rules.ts'
import css from './corrections.module.css'
import { valueWords } from './words.ts'

/** Asks why a correction is taken back. */
export function RevokeDialog({ correction, onClose }: { readonly correction: CorrectionView; readonly onClose: () => void }) {
  const text = useTexts('corrections')
  const draft = useDraft({ reason: '' }, { draft: `revoke ${correction.id}` })
  const revoke = useSend(calls.RevokeCorrection, {
    said: text('revoke.said'),
    onDone: () => {
      draft.done()
      onClose()
    },
  })
  const { reason } = draft.values
  const length = reasonLength(reason)
  return (
    <ConfirmDialog
      title={text('revoke.title')}
      confirm={text('revoke.send')}
      ready={length >= CORRECTION_REASON.min && length <= CORRECTION_REASON.max}
      busy={revoke.isSending}
      onConfirm={() => void revoke.send({ reason }, { id: correction.id })}
      onClose={onClose}
    >
      <div className={css.stack}>
        <p>{text('revoke.words', { what: text('stands.value', { kind: text(`kind.${correction.kind}`), value: valueWords(correction, text) }) })}</p>
        <FormNotes of={draft.notes} />
        <TextArea
          label={text('revoke.reason')}
          hint={text('add.reasonHint')}
          value={reason}
          onChange={(typed) => draft.put({ reason: typed })}
          maxLength={CORRECTION_REASON.max}
          rows={3}
          error={revoke.errorAt('reason')}
        />
      </div>
    </ConfirmDialog>
  )
}
