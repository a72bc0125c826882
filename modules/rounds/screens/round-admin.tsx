import { useId, useState } from 'react'
import { useGo } from '#web/kit/navigation.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { DateTimeField } from '#web/ui/form/date-time-field.tsx'
import { FieldPair, Form } from '#web/ui/form/form.tsx'
import { PictureField } from '#web/ui/form/picture-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { roundsContract } from '../contract.ts'
import type { RoundView } from '../contract/shapes.ts'
import { ROUND } from '../rules.ts'

type Props = { readonly round: RoundView }

/** What its admins do with a round as a whole. */
export function RoundAdmin({ round }: Props) {
  const text = useTexts('rounds-page')
  const go = useGo()
  const [open, setOpen] = useState<'edit' | 'picture' | 'end' | 'remove' | null>(null)
  const close = (): void => setOpen(null)
  const { may, id, v, name } = round
  const publish = useSend(roundsContract.PublishRound, { said: text('said.published') })
  const end = useSend(roundsContract.EndRound, { said: text('said.ended'), onDone: close })
  const remove = useSend(roundsContract.RemoveRound, {
    said: text('said.removed'),
    refresh: false,
    onDone: () => go(`/special-events/${round.leagueId}`),
  })
  return (
    <>
      {may.publish && (
        <Button look="primary" busy={publish.isSending} onClick={() => void publish.send({}, { id, v })}>
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
      {open === 'edit' && <EditDialog round={round} onClose={close} />}
      {open === 'picture' && <PictureDialog round={round} onClose={close} />}
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

/** Name, short name and start: two orders, the second over the version of the first. What was refused stays typed. */
function EditDialog({ round, onClose }: Props & { readonly onClose: () => void }) {
  const text = useTexts('rounds-page')
  const form = useId()
  const [name, setName] = useState(round.name)
  const [shortName, setShortName] = useState(round.shortName)
  const [startDate, setStart] = useState<string | null>(round.startDate)
  const rename = useSend(roundsContract.RenameRound)
  const move = useSend(roundsContract.ChangeRoundStartDate)
  const save = async (): Promise<void> => {
    let v = round.v
    if (name !== round.name || shortName !== round.shortName) {
      const renamed = await rename.send({ name, shortName }, { id: round.id, v })
      if (!renamed) return
      v = renamed.v
    }
    if (startDate !== null && startDate !== round.startDate && !(await move.send({ startDate }, { id: round.id, v }))) return
    onClose()
  }
  return (
    <Dialog
      title={text('admin.editTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('admin.back')}</Button>
          <Button look="primary" type="submit" form={form} busy={rename.isSending || move.isSending}>
            {text('admin.save')}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={save}>
        <FieldPair>
          <TextField label={text('form.name')} value={name} maxLength={ROUND.name[1]} error={rename.errorAt('name')} onChange={setName} />
          <TextField
            label={text('form.shortName')}
            value={shortName}
            maxLength={ROUND.shortName[1]}
            error={rename.errorAt('shortName')}
            onChange={setShortName}
          />
        </FieldPair>
        <DateTimeField
          label={text('form.start')}
          hint={text('form.startHint')}
          value={startDate}
          error={move.errorAt('startDate')}
          onChange={setStart}
        />
      </Form>
    </Dialog>
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
