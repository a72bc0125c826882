import { useId, useState } from 'react'
import { useDraft } from '#web/kit/edit/draft.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { toast } from '#web/kit/toast.ts'
import { Button } from '#web/ui/action/button.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { tournamentsContract } from '../../contract.ts'
import type { MemberView } from '../../contract/shapes.ts'
import { carsFor, type Cars } from './cars.ts'
import { TeamField, teamOf } from './team-field.tsx'
import css from '../season.module.css'

type Typed = { readonly carClassId: string; readonly carId: string; readonly teamName: string }

/** Registering for the season: class, car, team. */
export function JoinDialog({ season, onClose }: { readonly season: MemberView; readonly onClose: () => void }) {
  const text = useTexts('tournaments-page')
  const words = useTexts('seasons')
  const form = useId()
  const { values, put, notes, done } = useDraft<Typed>(
    { carClassId: season.carClasses[0]?.id ?? '', carId: '', teamName: '' },
    { draft: `season entry ${season.id}` },
  )
  const { carClassId, carId, teamName } = values
  const cars = carsFor(season, carClassId === '' ? null : carClassId)
  const join = useSend(tournamentsContract.JoinTournament, {
    onDone: ({ status }) => {
      toast({ tone: 'good', text: status === 'ACTIVE' ? text('join.done') : words('register.waits') })
      done()
      onClose()
    },
  })
  const own = season.carClasses.find(({ id }) => id === carClassId)
  const isFull = season.taken >= season.maxEntries || (own !== undefined && own.maxClassEntries !== null && own.currentEntries >= own.maxClassEntries)
  const send = async (): Promise<void> => {
    const typed = { carClassId: carClassId || null, carId: carId || null, teamName: teamOf(teamName) }
    await join.send(typed, { id: season.id })
  }
  return (
    <Dialog
      title={text('join.title', { name: season.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('join.cancel')}</Button>
          <Button look="primary" type="submit" form={form} busy={join.isSending}>
            {isFull ? words('register.wait') : text('join.register')}
          </Button>
        </>
      }
    >
      <FormNotes of={notes} />
      <p className={css.quiet}>{text('join.words')}</p>
      {isFull && <p className={css.warn}>{words('register.full')}</p>}
      <Form id={form} onSubmit={send}>
        {season.carClasses.length > 0 && (
          <SelectField
            label={text('join.carClass')}
            value={carClassId}
            onChange={(classId) => put({ carClassId: classId, carId: '' })}
            choices={season.carClasses.map(({ id, name, currentEntries, maxClassEntries }) => ({
              value: id,
              label: maxClassEntries === null ? name : `${name} (${currentEntries}/${maxClassEntries})`,
            }))}
            error={join.errorAt('carClassId')}
          />
        )}
        {cars.length > 1 && <CarField cars={cars} value={carId} onChange={(id) => put({ carId: id })} error={join.errorAt('carId')} />}
        <TeamField season={season} value={teamName} onChange={(typed) => put({ teamName: typed })} error={join.errorAt('teamName')} />
      </Form>
    </Dialog>
  )
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

/** Another car for the rounds to come. */
export function CarDialog({ season, onClose }: { readonly season: MemberView; readonly onClose: () => void }) {
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
