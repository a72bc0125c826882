import { useState, type ReactNode } from 'react'
import { reasonLength } from '#core/reason.ts'
import { WITHDRAWAL_REASON } from '#modules/result-files/rules.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { TextArea } from '#web/ui/form/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import css from '../manual.module.css'

/** Asks before something is taken back, and why. */
export function ReasonDialog(props: {
  readonly title: string
  readonly children: ReactNode
  readonly confirm: string
  readonly busy: boolean
  readonly error: string | undefined
  readonly onConfirm: (reason: string) => void
  readonly onClose: () => void
}) {
  const text = useTexts('manual-results')
  const [reason, setReason] = useState('')
  return (
    <ConfirmDialog
      title={props.title}
      confirm={props.confirm}
      ready={reasonLength(reason) >= WITHDRAWAL_REASON.min}
      busy={props.busy}
      onConfirm={() => props.onConfirm(reason)}
      onClose={props.onClose}
    >
      <p className={css.words}>{props.children}</p>
      <TextArea
        label={text('back.reason')}
        hint={text('back.reasonHint')}
        value={reason}
        onChange={setReason}
        maxLength={WITHDRAWAL_REASON.max}
        rows={3}
        error={props.error}
      />
    </ConfirmDialog>
  )
}
