import { useState } from 'react'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { toast } from '#web/kit/toast.ts'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { sessionsContract, type RaceView } from '../../contract.ts'
import { editPath } from '../../rules/links/edit-path.ts'
import css from '../sessions.module.css'

const PictureDialog = lazyPart(() => import('../picture-dialog.tsx'), 'PictureDialog')
const MoveDialog = lazyPart(() => import('./start-dialogs.tsx'), 'MoveDialog')
const DuplicateDialog = lazyPart(() => import('./start-dialogs.tsx'), 'DuplicateDialog')
const DeleteDialog = lazyPart(() => import('./delete-dialog.tsx'), 'DeleteDialog')

/** Publish, edit, move, duplicate, delete: what the viewer may do with the event. */
export function AdminActions({ event }: { readonly event: RaceView }) {
  const text = useTexts('sessions')
  const [open, setOpen] = useState<'move' | 'delete' | 'duplicate' | 'picture' | 'keep' | null>(null)
  const at = { id: event.id, v: event.v }
  const publish = useSend(sessionsContract.PublishSession, { said: text('admin.published') })
  const keep = useSend(sessionsContract.KeepByHand, { onDone: () => setOpen(null) })
  const close = () => setOpen(null)
  if (!event.may.administer) return null
  return (
    <section className={css.admin} aria-label={text('admin.label')}>
      {event.may.publish && (
        <Button look="primary" busy={publish.isSending} onClick={() => void publish.send({}, at)}>
          {text('admin.publish')}
        </Button>
      )}
      {publish.refusal && <p className={css.refused}>{publish.refusal.message}</p>}
      {event.may.edit && (
        <ButtonLink to={editPath(event)} icon={<Icon name="edit" size={16} />}>
          {text('admin.edit')}
        </ButtonLink>
      )}
      {event.may.edit && event.status !== 'RECURRING' && (
        <Button icon={<Icon name="calendar" size={16} />} onClick={() => setOpen('move')}>
          {text('admin.move')}
        </Button>
      )}
      {event.may.changeImage ? (
        <Button icon={<Icon name="picture" size={16} />} onClick={() => setOpen('picture')}>
          {text('admin.picture')}
        </Button>
      ) : (
        <PictureOff />
      )}
      {event.may.duplicate && (
        <Button icon={<Icon name="copy" size={16} />} onClick={() => setOpen('duplicate')}>
          {text('admin.duplicate')}
        </Button>
      )}
      {event.may.keepByHand && <Button onClick={() => setOpen('keep')}>{text('admin.keepByHand')}</Button>}
      {event.may.delete && (
        <Button look="danger" icon={<Icon name="trash" size={16} />} onClick={() => setOpen('delete')}>
          {text('admin.delete')}
        </Button>
      )}
      {open === 'keep' && (
        <ConfirmDialog
          title={text('admin.keepByHandTitle')}
          confirm={text('admin.keepByHand')}
          busy={keep.isSending}
          onConfirm={() => void keep.send({}, at)}
          onClose={close}
        >
          {text('admin.keepByHandWords')}
        </ConfirmDialog>
      )}
      {open === 'picture' && <PictureDialog event={event} onClose={close} />}
      {open === 'move' && <MoveDialog event={event} onClose={close} />}
      {open === 'duplicate' && <DuplicateDialog event={event} onClose={close} />}
      {open === 'delete' && <DeleteDialog event={event} onClose={close} />}
    </section>
  )
}

/** It stands there and says why not: where nothing points, pressing it does. */
function PictureOff() {
  const text = useTexts('sessions')
  const why = useTexts('sessions-page')('alert.event_image_edit_disabled_tooltip')
  return (
    <Button icon={<Icon name="picture" size={16} />} aria-disabled title={why} onClick={() => toast({ tone: 'bad', text: why })}>
      {text('admin.picture')}
      <span className="unseen">{why}</span>
    </Button>
  )
}
