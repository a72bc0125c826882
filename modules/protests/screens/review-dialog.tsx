import { Button } from '#web/ui/action/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import type { ReportView } from '../contract.ts'
import css from './protests.module.css'
import { useVote } from './use-vote.ts'
import { VoteChoice, VoteFields } from './vote-form.tsx'

/** A steward's vote from the page of a protest, on a phone for example. */
export function ReviewDialog({ report, onClose }: { readonly report: ReportView; readonly onClose: () => void }) {
  const vote = useVote(report, onClose)
  const { text } = vote
  const no = report.leagueReportNo
  const title = vote.isAppeal ? text('review.titleAppeal', { no }) : text('review.title', { no })
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <Button type="submit" form="protest-vote" look="primary" disabled={!vote.isRight} busy={vote.isSending}>
          {text('review.send')}
        </Button>
      }
    >
      {/* others have voted meanwhile; what is typed stays until the dialog is closed */}
      {!report.may.review && !vote.isSending && (
        <p className={css.warn} role="status">
          {text('review.tooLate')}
        </p>
      )}
      <Form id="protest-vote" label={title} onSubmit={vote.send}>
        <VoteFields vote={vote} />
        <VoteChoice vote={vote} />
        <p className={css.quiet}>{text('review.hidden')}</p>
      </Form>
    </Dialog>
  )
}
