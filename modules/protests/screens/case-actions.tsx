import { useState } from 'react'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { protestsContract as calls, type ReportView } from '../contract.ts'
import css from './protests.module.css'

const ReviewDialog = lazyPart(() => import('./review-dialog.tsx'), 'ReviewDialog')
const AnswerDialog = lazyPart(() => import('./case-dialogs.tsx'), 'AnswerDialog')
const AppealDialog = lazyPart(() => import('./case-dialogs.tsx'), 'AppealDialog')
const ConfirmDialog = lazyPart(() => import('#web/ui/overlay/confirm-dialog.tsx'), 'ConfirmDialog')

/** What the reader may do with a report: vote, answer, appeal, withdraw. */
export function CaseActions({ report }: { readonly report: ReportView }) {
  const text = useTexts('protests')
  const [open, setOpen] = useState<'review' | 'answer' | 'appeal' | 'withdraw' | null>(null)
  const close = () => setOpen(null)
  const withdraw = useSend(calls.WithdrawReport, { said: text('withdraw.sent'), onDone: close })
  const { may, leagueReportNo: no } = report
  return (
    <>
      <div className={css.actions}>
        {may.review && (
          <Button look="primary" onClick={() => setOpen('review')}>
            {text('review.open')}
          </Button>
        )}
        {may.answer && (
          <Button look="primary" onClick={() => setOpen('answer')}>
            {text('answer.open')}
          </Button>
        )}
        {may.appeal && <Button onClick={() => setOpen('appeal')}>{text('appeal.open')}</Button>}
        {may.withdraw && <Button onClick={() => setOpen('withdraw')}>{text('withdraw.open')}</Button>}
      </div>
      {open === 'review' && <ReviewDialog report={report} onClose={close} />}
      {open === 'answer' && <AnswerDialog report={report} onClose={close} />}
      {open === 'appeal' && <AppealDialog report={report} onClose={close} />}
      {open === 'withdraw' && (
        <ConfirmDialog
          title={text('withdraw.title', { no })}
          confirm={text('withdraw.send')}
          busy={withdraw.isSending}
          onConfirm={() => void withdraw.send({}, { id: report.id })}
          onClose={close}
        >
          <p>{text('withdraw.words')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
