import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { entriesContract, type EntryList } from '../contract.ts'
import css from './entries.module.css'

/** Cancels the reader's registration, of a team everybody's, or leaves the waiting list. */
export function CancelDialog({ list, onClose }: { readonly list: EntryList; readonly onClose: () => void }) {
  const text = useTexts('entries')
  const isWaiting = list.mine?.status === 'WAITING_LIST'
  const isTeam = list.mine?.participant.type === 'TEAM'
  // its server is set up while this is open
  const isOver = list.status !== 'WAITING'
  const leave = useSend(entriesContract.Leave, { said: text(isWaiting ? 'said.leftQueue' : 'said.cancelled'), onDone: onClose })
  return (
    <Dialog
      title={text(isWaiting ? 'cancel.queueTitle' : 'cancel.title')}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text(isWaiting ? 'cancel.keepWaiting' : 'cancel.keep')}</Button>
          <Button
            look="primary"
            disabled={isOver}
            busy={leave.isSending}
            onClick={() => void leave.send({}, { refId: list.sessionId, v: list.mine?.v ?? 0 })}
          >
            {text(isWaiting ? 'next.leaveQueue' : 'next.cancel')}
          </Button>
        </>
      }
    >
      {isOver ? (
        <p className={css.note} role="status">
          {text('state.over')}
        </p>
      ) : (
        <>
          {isTeam && <p>{text('cancel.team')}</p>}
          <p>{text(isWaiting ? 'cancel.queueWords' : list.waiting > 0 ? 'cancel.wordsQueue' : 'cancel.words')}</p>
        </>
      )}
    </Dialog>
  )
}
