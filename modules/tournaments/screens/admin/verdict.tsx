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
import { TOURNAMENT, type ParticipantStatus } from '../../rules.ts'

type Driver = { readonly id: UserId; readonly name: string }
type Props = { readonly season: MemberView; readonly driver: Driver; readonly status: ParticipantStatus }

/** `driver.out`, `driver.in` or `driver.line`, by what somebody is to the season. */
const wordOf = (status: ParticipantStatus) => (status === 'DISQUALIFIED' ? 'in' : status === 'WAITING_LIST' ? 'line' : 'out')

/** An admin takes a driver out of the season, or off its waiting list, or lets them back in; each with a reason that they read. */
export function Verdict(props: Props) {
  const { driver, status } = props
  const word = wordOf(status)
  const text = useTexts('tournaments-admin')
  const [isOpen, setOpen] = useState(false)
  const name = driver.name
  return (
    <>
      <Button look="ghost" size="small" aria-label={text(`driver.${word}Of`, { name })} onClick={() => setOpen(true)}>
        {text(`driver.${word}`)}
      </Button>
      {isOpen && <VerdictDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function VerdictDialog({ season, driver, status, onClose }: Props & { readonly onClose: () => void }) {
  const text = useTexts('tournaments-admin')
  const { id: driverId, name } = driver
  const word = wordOf(status)
  const draft = useDraft({ reason: '' }, { draft: `verdict ${season.id} ${driverId}` })
  const [isChecked, setChecked] = useState(false)
  const { reason } = draft.values
  const onDone = (): void => {
    draft.done()
    onClose()
  }
  const takeOut = useSend(tournamentsContract.Disqualify, { said: text('driver.outDone', { name }), onDone })
  const letIn = useSend(tournamentsContract.RevokeDisqualification, { said: text('driver.inDone', { name }), onDone })
  const takeOff = useSend(tournamentsContract.TakeOffLine, { said: text('driver.lineDone', { name }), onDone })
  const verdict = { in: letIn, out: takeOut, line: takeOff }[word]
  const send = (): void => {
    setChecked(true)
    if (reason.trim() !== '') void verdict.send({ driverId, reason }, { id: season.id, v: season.v })
  }
  return (
    <ConfirmDialog
      title={text(`driver.${word}Title`, { name })}
      confirm={text(`driver.${word}`)}
      busy={verdict.isSending}
      onConfirm={send}
      onClose={onClose}
    >
      <p>{text(`driver.${word}Words`)}</p>
      <FormNotes of={draft.notes} />
      <TextArea
        label={text('driver.reason')}
        hint={text('driver.reasonHint')}
        value={reason}
        rows={3}
        maxLength={TOURNAMENT.reason[1]}
        error={(isChecked && reason.trim() === '' ? text('driver.missing') : undefined) ?? verdict.errorAt('reason')}
        onChange={(typed) => draft.put({ reason: typed })}
      />
    </ConfirmDialog>
  )
}
