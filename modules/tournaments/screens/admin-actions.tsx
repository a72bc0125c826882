import { useState } from 'react'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useGo } from '#web/kit/navigation.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { SeasonDialog } from './season-dialog.tsx'
import { tournamentsContract } from '../contract.ts'
import type { MemberView } from '../contract/shapes.ts'

const PointsDialog = lazyPart(() => import('./admin/points-dialog.tsx'), 'PointsDialog')
const PictureDialog = lazyPart(() => import('./admin/picture-dialog.tsx'), 'PictureDialog')
const EndDialog = lazyPart(() => import('./admin/end-dialog.tsx'), 'EndDialog')
const AgainDialog = lazyPart(() => import('./planner/again-dialog.tsx'), 'AgainDialog')

/** What its admins do with a season as a whole. */
export function AdminActions({ season }: { readonly season: MemberView }) {
  const text = useTexts('tournaments-page')
  const planner = useTexts('tournaments-planner')
  const admin = useTexts('tournaments-admin')
  const go = useGo()
  const [open, setOpen] = useState<'edit' | 'points' | 'picture' | 'end' | 'delete' | 'again' | null>(null)
  const close = (): void => setOpen(null)
  const publish = useSend(tournamentsContract.PublishTournament, { said: text('admin.published') })
  const remove = useSend(tournamentsContract.DeleteTournament, {
    said: text('admin.deleted'),
    refresh: false,
    onDone: () => go(`/communities/${season.leagueId}#championships`),
  })
  const { may, id, v, name } = season
  const at = { id, v }
  return (
    <>
      {may.publish && (
        <Button look="primary" busy={publish.isSending} onClick={() => void publish.send({}, at)}>
          {text('admin.publish')}
        </Button>
      )}
      {may.edit && <Button onClick={() => setOpen('edit')}>{text('form.edit')}</Button>}
      {may.edit && <Button onClick={() => setOpen('points')}>{admin('points.open')}</Button>}
      {may.duplicate && <Button onClick={() => setOpen('picture')}>{admin('picture.open')}</Button>}
      {may.end && <Button onClick={() => setOpen('end')}>{text('admin.end')}</Button>}
      {may.duplicate && <Button onClick={() => setOpen('again')}>{planner('again')}</Button>}
      {may.delete && (
        <Button look="ghost" onClick={() => setOpen('delete')}>
          {text('admin.delete')}
        </Button>
      )}
      {open === 'edit' && <SeasonDialog leagueId={season.leagueId} season={season} onClose={close} />}
      {open === 'points' && <PointsDialog season={season} onClose={close} />}
      {open === 'picture' && <PictureDialog season={season} onClose={close} />}
      {open === 'again' && <AgainDialog season={season} onClose={close} />}
      {open === 'end' && <EndDialog season={season} onClose={close} />}
      {open === 'delete' && (
        <ConfirmDialog
          title={text('admin.deleteTitle', { name })}
          confirm={text('admin.delete')}
          busy={remove.isSending}
          onConfirm={() => void remove.send({}, at)}
          onClose={close}
        >
          {text('admin.deleteWords')}
        </ConfirmDialog>
      )}
    </>
  )
}
