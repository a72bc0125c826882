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
  const [open, setOpen] = useState<'join' | 'leave' | 'car' | null>(null)
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
      {entry?.status === 'ACTIVE' && entry.carId !== null && (
        <p className={css.quiet}>
          {text('join.drives', { car: carsFor(season, entry.carClassId).find(({ id }) => id === entry.carId)?.name ?? entry.carId })}
        </p>
      )}
      {may.changeCar && <Button onClick={() => setOpen('car')}>{text(entry?.carId ? 'join.changeCar' : 'join.chooseCar')}</Button>}
      {may.leave && (
        <Button look="ghost" onClick={() => setOpen('leave')}>
          {text('join.leave')}
        </Button>
      )}
      {open === 'join' && <JoinDialog season={season} onClose={close} />}
      {open === 'car' && <CarDialog season={season} onClose={close} />}
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
  const [carId, setCar] = useState('')
  const [teamName, setTeam] = useState('')
  const cars = carsFor(season, carClassId === '' ? null : carClassId)
  const join = useSend(tournamentsContract.JoinTournament, { said: text('join.done'), onDone: onClose })
  const send = (): void =>
    void join.send(
      {
        carClassId: carClassId === '' ? null : carClassId,
        carId: carId === '' ? null : carId,
        teamName: teamName.trim() === '' ? null : teamName,
      },
      { id: season.id },
    )
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
          onChange={(classId) => {
            setClass(classId)
            setCar('')
          }}
          choices={season.carClasses.map(({ id, name, currentEntries, maxClassEntries }) => ({
            value: id,
            label: maxClassEntries === null ? name : `${name} (${currentEntries}/${maxClassEntries})`,
          }))}
          error={join.errorAt('carClassId')}
        />
      )}
      {cars.length > 1 && <CarField cars={cars} value={carId} onChange={setCar} error={join.errorAt('carId')} />}
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

type Cars = MemberView['offeredCars']

/** Of a class those of the class, else those of the season, else what its events have. */
function carsFor(season: MemberView, classId: string | null): Cars {
  const ofClass = season.carClasses.find(({ id }) => id === classId)
  const named = new Map([...season.cars, ...season.offeredCars].map((car) => [car.id, car]))
  return ofClass ? ofClass.cars.map((id) => named.get(id) ?? { id, name: id }) : season.offeredCars
}

function CarField(props: {
  readonly cars: Cars
  readonly value: string
  readonly onChange: (id: string) => void
  readonly error?: string | undefined
}) {
  const text = useTexts('tournaments-page')
  const choices = props.cars.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <SelectField
      label={text('join.car')}
      hint={text('join.carHint')}
      value={props.value}
      onChange={props.onChange}
      placeholder={text('join.pickCar')}
      choices={choices}
      error={props.error}
    />
  )
}

function CarDialog({ season, onClose }: { readonly season: MemberView; readonly onClose: () => void }) {
  const text = useTexts('tournaments-page')
  const [carId, setCar] = useState(season.entry?.carId ?? '')
  const change = useSend(tournamentsContract.ChangeSeasonCar, { said: text('join.carChanged'), onDone: onClose })
  return (
    <Dialog
      title={text('join.carTitle')}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('join.cancel')}</Button>
          <Button look="primary" busy={change.isSending} disabled={carId === ''} onClick={() => void change.send({ carId }, { id: season.id })}>
            {text('join.saveCar')}
          </Button>
        </>
      }
    >
      <p className={css.quiet}>{text(`join.carChange.${season.entryRules.carChange}`)}</p>
      <CarField cars={carsFor(season, season.entry?.carClassId ?? null)} value={carId} onChange={setCar} error={change.errorAt('carId')} />
    </Dialog>
  )
}
