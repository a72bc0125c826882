import type { SessionId, UserId } from '#core/ids.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { spectatorsContract } from '../../contract/spectators.ts'

/** An admin takes somebody from the spectators. */
export function RemoveSpectatorDialog(props: {
  readonly sessionId: SessionId
  /** Of the event. */
  readonly v: number
  readonly userId: UserId
  readonly name: string
  readonly onClose: () => void
}) {
  const { name, onClose } = props
  const text = useTexts('entries-watch')
  const remove = useSend(spectatorsContract.RemoveSpectator, { said: text('said.removed', { name }), onDone: onClose })
  return (
    <ConfirmDialog
      title={text('remove.title', { name })}
      confirm={text('remove.send')}
      busy={remove.isSending}
      onConfirm={() => void remove.send({ driverId: props.userId }, { refId: props.sessionId, v: props.v })}
      onClose={onClose}
    >
      {text('remove.words')}
    </ConfirmDialog>
  )
}
