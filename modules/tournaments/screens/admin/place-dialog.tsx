import { useId } from 'react'
import type { UserId } from '#core/ids.ts'
import { useDraft } from '#web/kit/edit/draft.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { tournamentsContract as calls } from '../../contract.ts'
import type { MemberView } from '../../contract/shapes.ts'
import { carsFor } from '../join/cars.ts'
import css from '../season.module.css'

export type Placed = { readonly id: UserId; readonly name: string; readonly carClassId: string | null; readonly carId: string | null }

/** Another class, or another car, for a driver of the season. */
export function PlaceDialog({ season, driver, onClose }: { readonly season: MemberView; readonly driver: Placed; readonly onClose: () => void }) {
  const text = useTexts('tournaments-admin')
  const page = useTexts('tournaments-page')
  const form = useId()
  const { values, put, notes, done } = useDraft(
    { carClassId: driver.carClassId ?? '', carId: driver.carId ?? '' },
    { draft: `season place ${season.id} ${driver.id}` },
  )
  const { carClassId, carId } = values
  const cars = carsFor(season, carClassId === '' ? null : carClassId)
  const set = useSend(calls.SetDriversCar, {
    said: text('place.saved'),
    onDone: () => {
      done()
      onClose()
    },
  })
  const send = async (): Promise<void> => {
    await set.send({ driverId: driver.id, carClassId: carClassId || null, carId: carId || null }, { id: season.id, v: season.v })
  }
  return (
    <Dialog
      title={text('place.of', { name: driver.name })}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{page('join.cancel')}</Button>
          <Button look="primary" type="submit" form={form} busy={set.isSending}>
            {text('place.save')}
          </Button>
        </>
      }
    >
      <FormNotes of={notes} />
      <p className={css.quiet}>{text('place.words')}</p>
      <Form id={form} onSubmit={send}>
        {season.carClasses.length > 0 && (
          <SelectField
            label={page('join.carClass')}
            value={carClassId}
            choices={season.carClasses.map(({ id, name, currentEntries, maxClassEntries }) => ({
              value: id,
              label: maxClassEntries === null ? name : `${name} (${currentEntries}/${maxClassEntries})`,
            }))}
            error={set.errorAt('carClassId')}
            onChange={(id) => put({ carClassId: id, carId: carsFor(season, id).some((car) => car.id === carId) ? carId : '' })}
          />
        )}
        {cars.length > 1 && (
          <SelectField
            label={page('join.car')}
            value={carId}
            placeholder={page('join.pickCar')}
            choices={cars.map(({ id, name }) => ({ value: id, label: name }))}
            error={set.errorAt('carId')}
            onChange={(id) => put({ carId: id })}
          />
        )}
      </Form>
    </Dialog>
  )
}
