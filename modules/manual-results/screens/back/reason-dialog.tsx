import type { ReactNode } from 'react'
import { reasonLength } from '#core/reason.ts'
import { WITHDRAWAL_REASON } from '#modules/result-files/rules.ts'
import { useDraft } from '#web/kit/edit/draft.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { TextArea } from '#web/ui/form/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import css from '../manual.module.css'

/** Asks before something is taken back, and why. */
export function ReasonDialog(props: {
  /** What is taken back: its reason is kept until then. */
  readonly about: string
  readonly title: string
  readonly children: ReactNode
  readonly confirm: string
  readonly busy: boolean
  readonly error: string | undefined
  /** Answers whether it is done. */
  readonly onConfirm: (reason: string) => Promise<boolean>
  readonly onClose: () => void
}) {
  const text = useTexts('manual-results')
  const draft = useDraft({ reason: '' }, { draft: `take-back ${props.about}` })
  const { reason } = draft.values
  const confirm = async (): Promise<void> => {
    if (await props.onConfirm(reason)) draft.done()
  }
  return (
    <ConfirmDialog
      title={props.title}
      confirm={props.confirm}
      ready={reasonLength(reason) >= WITHDRAWAL_REASON.min}
      busy={props.busy}
      onConfirm={() => void confirm()}
      onClose={props.onClose}
    >
      <p className={css.words}>{props.children}</p>
      <FormNotes of={draft.notes} />
      <TextArea
        label={text('back.reason')}
        hint={text('back.reasonHint')}
        value={reason}
        onChange={(typed) => draft.put({ reason: typed })}
        maxLength={WITHDRAWAL_REASON.max}
        rows={3}
        error={props.error}
      />
    </ConfirmDialog>
  )
}
