import { useState } from 'react'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { StickyAction } from '#web/ui/layout/sticky-action.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { tournamentsContract } from '../contract.ts'
import type { MemberView } from '../contract/shapes.ts'
import css from './season.module.css'
import { TOURNAMENT } from '../rules.ts'

/** The one thing to do: register, or leave again. */
export function SeasonAction({ season }: { readonly season: MemberView }) {
  const text = useTexts('tournaments-page')
  const [open, setOpen] = useState<'join' | 'leave' | null>(null)
  const close = (): void => setOpen(null)
  const leave = useSend(tournamentsContract.LeaveTournament, { said: text('join.left'), onDone: close })
  const { entry, may } = season
  return (
    <>
      {may.register && (
        <StickyAction>
          <Button look="primary" onClick={() => setOpen('join')}>
            {text('join.register')}
          </Button>
        </StickyAction>
      )}
      {entry && entry.status !== 'ACTIVE' && <p className={css.warn}>{text(`join.${entry.status}`)}</p>}
      {may.leave && (
        <Button look="ghost" onClick={() => setOpen('leave')}>
          {text('join.leave')}
        </Button>
      )}
      {open === 'join' && <JoinDialog season={season} onClose={close} />}
      {open === 'leave' && (
        <ConfirmDialog
          title={text('join.leaveTitle', { name: season.name })}
          confirm={text('join.leave')}
          busy={leave.isSending}
          onConfirm={() => void leave.send({}, { id: season.id })}
          onClose={close}
        >
          {text('join.leaveWords')}
        </ConfirmDialog>
      )}
    </>
  )
}

function JoinDialog({ season, onClose }: { readonly season: MemberView; readonly onClose: () => void }) {
  const text = useTexts('tournaments-page')
  const [carClassId, setClass] = useState(season.carClasses[0]?.id ?? '')
  const [teamName, setTeam] = useState('')
  const join = useSend(tournamentsContract.JoinTournament, { said: text('join.done'), onDone: onClose })
  const send = (): void =>
    void join.send({ carClassId: carClassId === '' ? null : carClassId, teamName: teamName.trim() === '' ? null : teamName }, { id: season.id })
  return (
    <Dialog
      title={text('join.title', { name: season.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('join.cancel')}</Button>
          <Button look="primary" busy={join.isSending} onClick={send}>
            {text('join.register')}
          </Button>
        </>
      }
    >
      <p className={css.quiet}>{text('join.words')}</p>
      {season.carClasses.length > 0 && (
        <SelectField
          label={text('join.carClass')}
          value={carClassId}
          onChange={setClass}
          choices={season.carClasses.map(({ id, name, currentEntries, maxClassEntries }) => ({
            value: id,
            label: maxClassEntries === null ? name : `${name} (${currentEntries}/${maxClassEntries})`,
          }))}
          error={join.errorAt('carClassId')}
        />
      )}
      <TextField
        label={text('join.team')}
        hint={text('join.teamHint')}
        value={teamName}
        onChange={setTeam}
        maxLength={TOURNAMENT.teamName}
        error={join.errorAt('teamName')}
      />
    </Dialog>
  )
}
