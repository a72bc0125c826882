import { useState } from 'react'
import type { UserId } from '#core/ids.ts'
import { useDraft } from '#web/kit/edit/draft.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { TextArea } from '#web/ui/form/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { tournamentsContract } from '../../contract.ts'
import type { MemberView } from '../../contract/shapes.ts'
import { TOURNAMENT } from '../../rules.ts'

type Driver = { readonly id: UserId; readonly name: string }
type Props = { readonly season: MemberView; readonly driver: Driver; readonly isOut: boolean }

/** An admin takes a driver out of the season, or lets them back in; each with a reason that they read. */
export function Verdict(props: Props) {
  const { driver, isOut } = props
  const text = useTexts('tournaments-admin')
  const [isOpen, setOpen] = useState(false)
  const name = driver.name
  return (
    <>
      <Button look="ghost" size="small" aria-label={text(isOut ? 'driver.inOf' : 'driver.outOf', { name })} onClick={() => setOpen(true)}>
        {text(isOut ? 'driver.in' : 'driver.out')}
      </Button>
      {isOpen && <VerdictDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function VerdictDialog({ season, driver, isOut, onClose }: Props & { readonly onClose: () => void }) {
  const text = useTexts('tournaments-admin')
  const { id: driverId, name } = driver
  const draft = useDraft({ reason: '' }, { draft: `verdict ${season.id} ${driverId}` })
  const [isChecked, setChecked] = useState(false)
  const { reason } = draft.values
  const onDone = (): void => {
    draft.done()
    onClose()
  }
  const takeOut = useSend(tournamentsContract.Disqualify, { said: text('driver.outDone', { name }), onDone })
  const letIn = useSend(tournamentsContract.RevokeDisqualification, { said: text('driver.inDone', { name }), onDone })
  const send = (): void => {
    setChecked(true)
    if (reason.trim() !== '') void (isOut ? letIn : takeOut).send({ driverId, reason }, { id: season.id, v: season.v })
  }
  return (
    <ConfirmDialog
      title={text(isOut ? 'driver.inTitle' : 'driver.outTitle', { name })}
      confirm={text(isOut ? 'driver.in' : 'driver.out')}
      busy={takeOut.isSending || letIn.isSending}
      onConfirm={send}
      onClose={onClose}
    >
      <p>{text(isOut ? 'driver.inWords' : 'driver.outWords')}</p>
      <FormNotes of={draft.notes} />
      <TextArea
        label={text('driver.reason')}
        hint={text('driver.reasonHint')}
        value={reason}
        rows={3}
        maxLength={TOURNAMENT.reason[1]}
        error={(isChecked && reason.trim() === '' ? text('driver.missing') : undefined) ?? takeOut.errorAt('reason') ?? letIn.errorAt('reason')}
        onChange={(typed) => draft.put({ reason: typed })}
      />
    </ConfirmDialog>
  )
}
