import { useState } from 'react'
import { useGo } from '#web/kit/navigation.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { PictureField } from '#web/ui/form/picture-field.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { roundsContract } from '../contract.ts'
import type { RoundView } from '../contract/shapes.ts'

const RoundEdit = lazyPart(() => import('./round-edit.tsx'), 'RoundEdit')

type Props = { readonly round: RoundView }

/** What its admins do with a round as a whole. */
export function RoundAdmin({ round }: Props) {
  const text = useTexts('rounds-page')
  const go = useGo()
  const [open, setOpen] = useState<'edit' | 'picture' | 'publish' | 'end' | 'remove' | null>(null)
  const close = (): void => setOpen(null)
  const { may, id, v, name, behindDraft } = round
  const publish = useSend(roundsContract.PublishRound, { said: text('said.published'), onDone: close })
  const end = useSend(roundsContract.EndRound, { said: text('said.ended'), onDone: close })
  const remove = useSend(roundsContract.RemoveRound, {
    said: text('said.removed'),
    refresh: false,
    onDone: () => go(`/special-events/${round.leagueId}`),
  })
  return (
    <>
      {may.publish && (
        <Button
          look="primary"
          busy={publish.isSending}
          onClick={() => (behindDraft === null ? void publish.send({}, { id, v }) : setOpen('publish'))}
        >
          {text('admin.publish')}
        </Button>
      )}
      {may.edit && <Button onClick={() => setOpen('edit')}>{text('admin.edit')}</Button>}
      {may.edit && <Button onClick={() => setOpen('picture')}>{text('admin.picture')}</Button>}
      {may.end && <Button onClick={() => setOpen('end')}>{text('admin.end')}</Button>}
      {may.remove && (
        <Button look="ghost" onClick={() => setOpen('remove')}>
          {text('admin.remove')}
        </Button>
      )}
      {open === 'edit' && <RoundEdit round={round} onClose={close} />}
      {open === 'picture' && <PictureDialog round={round} onClose={close} />}
      {open === 'publish' && behindDraft !== null && (
        <ConfirmDialog
          title={text('admin.publishTitle', { name })}
          confirm={text('admin.publish')}
          busy={publish.isSending}
          onConfirm={() => void publish.send({}, { id, v })}
          onClose={close}
        >
          {text('admin.publishWords', { name, first: behindDraft, count: round.drivers })}
        </ConfirmDialog>
      )}
      {open === 'end' && (
        <ConfirmDialog
          title={text('admin.endTitle', { name })}
          confirm={text('admin.end')}
          busy={end.isSending}
          onConfirm={() => void end.send({}, { id, v })}
          onClose={close}
        >
          {text('admin.endWords')}
        </ConfirmDialog>
      )}
      {open === 'remove' && (
        <ConfirmDialog
          title={text('admin.removeTitle', { name })}
          confirm={text('admin.remove')}
          busy={remove.isSending}
          onConfirm={() => void remove.send({}, { id, v })}
          onClose={close}
        >
          {text('admin.removeWords')}
        </ConfirmDialog>
      )}
    </>
  )
}

function PictureDialog({ round, onClose }: Props & { readonly onClose: () => void }) {
  const text = useTexts('rounds-page')
  const change = useSend(roundsContract.ChangeRoundImage, { said: text('said.picture') })
  return (
    <Dialog title={text('picture.title', { name: round.name })} onClose={onClose}>
      <PictureField
        of={{ entityType: 'ROUND', entityId: round.id }}
        type="background"
        url={round.img}
        now={text('picture.now')}
        none={text('picture.none')}
        pick={text('picture.pick')}
        hint={text('picture.hint')}
        busy={change.isSending}
        onTake={(img) => change.send({ img }, { id: round.id, v: round.v })}
      />
    </Dialog>
  )
}
