import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { PictureField } from '#web/ui/form/picture-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { sessionsContract, type RaceView } from '../contract.ts'

/** The event's picture: for its page, cards and previews. */
export function PictureDialog({ event, onClose }: { readonly event: RaceView; readonly onClose: () => void }) {
  const text = useTexts('sessions')
  const change = useSend(sessionsContract.ChangeImage, { said: text('picture.saved') })
  return (
    <Dialog title={text('picture.title', { name: event.sessionName })} onClose={onClose}>
      <PictureField
        of={{ entityType: 'SESSION', entityId: event.id }}
        type="background"
        url={event.bgImage}
        now={text('picture.now')}
        none={text('picture.none')}
        pick={text('picture.pick')}
        hint={text('picture.hint')}
        busy={change.isSending}
        onTake={(img) => change.send({ img }, { id: event.id, v: event.v })}
      />
    </Dialog>
  )
}
