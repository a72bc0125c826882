import { useState, type ReactNode } from 'react'
import type { SessionId } from '#core/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { manualResultsContract } from '../../contract.ts'
import css from '../manual.module.css'
import { ReasonDialog } from './reason-dialog.tsx'
import { Withdrawals } from './withdrawals.tsx'

/** For admins, where people entered what an event shows or handed it in: open it again, publish it anew; and what was taken back before. */
export function Reopen(props: { readonly sessionId: string }) {
  const { sessionId } = props
  const text = useTexts('manual-results')
  const view = useAsk(manualResultsContract.manualResult, { eventId: sessionId as SessionId }).data
  const [asks, ask] = useState(false)
  const publish = useSend(manualResultsContract.PublishResults, { said: text('manual.published') })
  const reopen = useSend(manualResultsContract.ReopenResults, { said: text('back.isReopened'), onDone: () => ask(false) })
  if (!view) return null
  return (
    <>
      {view.reopened && (
        <Reopened reason={view.reopened.reason}>
          <Button look="primary" busy={publish.isSending} disabled={!view.may.publish} onClick={() => void publish.send({}, { id: sessionId })}>
            {text('back.publishAgain')}
          </Button>
        </Reopened>
      )}
      {view.may.reopen && (
        <p>
          <Button onClick={() => ask(true)}>{text('back.reopen')}</Button>
        </p>
      )}
      {asks && (
        <ReasonDialog
          about={sessionId}
          title={text('back.reopenTitle')}
          confirm={text('back.reopen')}
          busy={reopen.isSending}
          error={reopen.errorAt('reason')}
          onConfirm={async (reason) => (await reopen.send({ reason }, { id: sessionId })) !== null}
          onClose={() => ask(false)}
        >
          {text('back.reopenWords')}
        </ReasonDialog>
      )}
      <Withdrawals all={view.withdrawals} />
    </>
  )
}

/** What was published is being put right. */
export function Reopened(props: { readonly reason: string; readonly children?: ReactNode }) {
  const text = useTexts('manual-results')
  return (
    <div className={css.reopened} role="status">
      <Icon name="warning" size={18} />
      <span className={css.why}>{text('back.reopened', { reason: props.reason })}</span>
      {props.children}
    </div>
  )
}
