import { useMe } from '#web/kit/me.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import type { EntryList } from '../../contract.ts'
import { spectatorsContract } from '../../contract/spectators.ts'

/** The reader stops watching. */
export function LeaveWatchDialog({ list, onClose }: { readonly list: EntryList; readonly onClose: () => void }) {
  const text = useTexts('entries-watch')
  const me = useMe()
  const leave = useSend(spectatorsContract.RemoveSpectator, { said: text('said.left'), onDone: onClose })
  return (
    <ConfirmDialog
      title={text('leave.title')}
      confirm={text('leave.send')}
      busy={leave.isSending}
      onConfirm={() => me && void leave.send({ driverId: me.id }, { refId: list.sessionId, v: list.v })}
      onClose={onClose}
    >
      {text(list.watching.takesSeats && list.waiting > 0 ? 'leave.seat' : 'leave.words')}
    </ConfirmDialog>
  )
}
