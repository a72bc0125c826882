import { useState } from 'react'
import type { SessionId } from '#core/ids.ts'
import { reasonLength } from '#core/reason.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { TextArea } from '#web/ui/form/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { manualResultsContract } from '../contract.ts'
import { REOPEN_REASON } from '../rules.ts'
import css from './manual.module.css'

/** For admins, where no server of ours wrote the results: open what is published again; what is open is published anew. */
export function Reopen(props: { readonly sessionId: string; readonly manual: boolean }) {
  const { sessionId } = props
  const text = useTexts('manual-results')
  const view = useAsk(manualResultsContract.manualResult, { eventId: sessionId as SessionId }).data
  const [asks, ask] = useState(false)
  const publish = useSend(manualResultsContract.PublishResults, { said: text('manual.published') })
  if (!view) return null
  return (
    <>
      {view.reopened && <Reopened reason={view.reopened.reason} />}
      {view.reopened && !props.manual && (
        <p>
          <Button busy={publish.isSending} disabled={!view.may.publish} onClick={() => void publish.send({}, { id: sessionId })}>
            {text('back.publishAgain')}
          </Button>
        </p>
      )}
      {view.may.reopen && <Button onClick={() => ask(true)}>{text('back.reopen')}</Button>}
      {asks && <ReopenDialog sessionId={sessionId} onClose={() => ask(false)} />}
    </>
  )
}

/** What was published is being put right. */
export function Reopened(props: { readonly reason: string }) {
  const text = useTexts('manual-results')
  return (
    <p className={css.overtaken} role="status">
      {text('back.reopened', { reason: props.reason })}
    </p>
  )
}

function ReopenDialog(props: { readonly sessionId: string; readonly onClose: () => void }) {
  const text = useTexts('manual-results')
  const [reason, setReason] = useState('')
  const reopen = useSend(manualResultsContract.ReopenResults, { said: text('back.isReopened'), onDone: props.onClose })
  return (
    <ConfirmDialog
      title={text('back.reopenTitle')}
      confirm={text('back.reopen')}
      ready={reasonLength(reason) >= REOPEN_REASON.min}
      busy={reopen.isSending}
      onConfirm={() => void reopen.send({ reason }, { id: props.sessionId })}
      onClose={props.onClose}
    >
      <p>{text('back.reopenWords')}</p>
      <TextArea
        label={text('back.reason')}
        hint={text('back.reasonHint')}
        value={reason}
        onChange={setReason}
        maxLength={REOPEN_REASON.max}
        rows={2}
        error={reopen.errorAt('reason')}
      />
    </ConfirmDialog>
  )
}
