import { useState, type ReactNode } from 'react'
import { HOUR_MS } from '#core/duration.ts'
import { now } from '#web/kit/clock.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useGo } from '#web/kit/navigation.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { DateTimeField } from '#web/ui/form/date-time-field.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { sessionsContract, type RaceView } from '../contract.ts'
import { nextStartStep } from '../rules.ts'
import css from './sessions.module.css'

const PictureDialog = lazyPart(() => import('./picture-dialog.tsx'), 'PictureDialog')

/** Edit, publish, duplicate, delete: what the viewer may do with the event. */
export function AdminActions({ event, bop }: { readonly event: RaceView; readonly bop: ReactNode }) {
  const text = useTexts('sessions')
  const go = useGo()
  const [open, setOpen] = useState<'delete' | 'duplicate' | 'picture' | 'keep' | null>(null)
  const at = { id: event.id, v: event.v }
  const publish = useSend(sessionsContract.PublishSession, { said: text('admin.published') })
  const keep = useSend(sessionsContract.KeepByHand, { onDone: () => setOpen(null) })
  const remove = useSend(sessionsContract.DeleteSession, {
    said: text('admin.deleted'),
    refresh: false,
    onDone: () => go(`/communities/${event.leagueId}#events`, { replace: true }),
  })
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
        <ButtonLink to={`/communities/${event.leagueId}/${event.game}/event-edit/${event.id}`} icon={<Icon name="edit" size={16} />}>
          {text('admin.edit')}
        </ButtonLink>
      )}
      {bop}
      {event.may.changeImage && (
        <Button icon={<Icon name="picture" size={16} />} onClick={() => setOpen('picture')}>
          {text('admin.picture')}
        </Button>
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
          onClose={() => setOpen(null)}
        >
          {text('admin.keepByHandWords')}
        </ConfirmDialog>
      )}
      {open === 'picture' && <PictureDialog event={event} onClose={() => setOpen(null)} />}
      {open === 'duplicate' && <DuplicateDialog event={event} onClose={() => setOpen(null)} />}
      {open === 'delete' && (
        <ConfirmDialog
          title={text('admin.deleteTitle', { name: event.sessionName })}
          confirm={text('admin.delete')}
          typed={event.taken > 0 ? event.sessionName : undefined}
          busy={remove.isSending}
          onConfirm={() => void remove.send({}, at)}
          onClose={() => setOpen(null)}
        >
          {text('admin.deleteWords', { count: event.taken })}
        </ConfirmDialog>
      )}
    </section>
  )
}

const WEEK_MS = 7 * 24 * HOUR_MS

/** A copy a week later, unless another start is picked. */
function DuplicateDialog({ event, onClose }: { readonly event: RaceView; readonly onClose: () => void }) {
  const text = useTexts('sessions')
  const go = useGo()
  const [startsAt, setStartsAt] = useState<string | null>(() => {
    const weekLater = Date.parse(event.startsAt) + WEEK_MS
    return new Date(weekLater > now() ? weekLater : nextStartStep(now() + WEEK_MS)).toISOString()
  })
  const duplicate = useSend(sessionsContract.DuplicateSession, {
    said: text('admin.duplicated'),
    onDone: ({ aggregateId }) => go(`/events/${aggregateId}`),
  })
  return (
    <Dialog
      title={text('admin.duplicateTitle', { name: event.sessionName })}
      size="small"
      onClose={onClose}
      actions={
        <Button
          look="primary"
          busy={duplicate.isSending}
          disabled={startsAt === null}
          onClick={() => startsAt && void duplicate.send({ startsAt }, { id: event.id, v: event.v })}
        >
          {text('admin.duplicate')}
        </Button>
      }
    >
      <p>{text('admin.duplicateWords')}</p>
      <DateTimeField label={text('admin.startsAt')} value={startsAt} onChange={setStartsAt} error={duplicate.errorAt('startsAt')} />
    </Dialog>
  )
}
