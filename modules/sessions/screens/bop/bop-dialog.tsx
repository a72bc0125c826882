import { useState } from 'react'
import { useAsk, useAskNow } from '#web/kit/ask.ts'
import { useEdit } from '#web/kit/edit/edit.ts'
import type { Version } from '#web/kit/edit/typed.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, IconButton } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { ClassDot } from '#web/ui/mark/class-dot.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { sessionsContract, type RaceView } from '../../contract.ts'
import { bopClassOf, bopFault, bopsOf, NO_BOP, type TypedBop } from './bop-state.ts'
import { BopTools } from './bop-tools.tsx'
import css from './bop.module.css'

type Typed = Readonly<Record<string, TypedBop>>

/** Ballast and restrictor of every car, within what the game takes; what is zero is not kept. */
export function BopDialog({ event, onClose }: { readonly event: RaceView; readonly onClose: () => void }) {
  const text = useTexts('sessions')
  const bounds = useAsk(sessionsContract.catalogue, { game: event.game, part: 'options' }).data?.bop
  const askNow = useAskNow()
  const [isChecked, setChecked] = useState(false)
  const [shown, setShown] = useState(event.cars)
  const set = useSend(sessionsContract.SetBop, { said: text('bop.saved') })
  const edit = useEdit<Typed>({
    draft: `bop ${event.id}`,
    present: versionOf(event),
    ask: async () => versionOf(await askNow(sessionsContract.race, { id: event.id })),
    save: async ({ v, values }) => {
      setChecked(true)
      const bops = bounds && bopsOf(values, bounds)
      // what is wrong may stand where the filter hides it
      if (!bops) setShown(event.cars)
      return bops ? set.attempt({ bops }, { id: event.id, v }) : null
    },
    naming: {
      label: ([carId, part]) => {
        const name = event.cars.find(({ id }) => id === carId)?.name ?? carId!
        return part === undefined ? name : `${name}: ${text(part === 'restrictor' ? 'bop.restrictor' : 'bop.ballast')}`
      },
      show: ([, part], value) => (typeof value === 'number' ? `${value} ${part === 'restrictor' ? '%' : 'kg'}` : undefined),
    },
    onDone: onClose,
  })
  const typed = edit.values
  const change = (carId: string, bop: TypedBop): void => {
    set.reset()
    edit.put({ [carId]: bop })
  }
  const changeAll = (changed: Typed): void => {
    set.reset()
    edit.put(changed)
  }
  const faultOf = (value: number | null, { min, max }: { readonly min: number; readonly max: number }): string | undefined => {
    const fault = bopFault(value, { min, max })
    // an empty field is only wrong once somebody wants to save it
    return fault === null || (fault === 'missing' && !isChecked) ? undefined : text(`bop.${fault}`, { min, max })
  }
  return (
    <Dialog
      title={text('bop.title')}
      size="wide"
      onClose={onClose}
      actions={
        <>
          <Button disabled={!bounds} onClick={() => edit.put(Object.fromEntries(event.cars.map((car) => [car.id, NO_BOP])))}>
            {text('bop.removeAll')}
          </Button>
          <Button look="primary" busy={edit.isSaving} disabled={!bounds} onClick={() => void edit.save()}>
            {text('bop.save')}
          </Button>
        </>
      }
    >
      <FormNotes of={edit.notes} />
      <p>{text('bop.words')}</p>
      {!bounds && <Skeleton rows={event.cars.length} height={48} />}
      {bounds && (
        <>
          <BopTools event={event} bounds={bounds} typed={typed} onShow={setShown} onChange={changeAll} shown={shown} />
          {shown.length === 0 && <p className={css.none}>{text('bop.nobody')}</p>}
          <ul className={css.cars}>
            {shown.map((car) => {
              const bop = typed[car.id] ?? NO_BOP
              const carClass = bopClassOf(event, car)
              return (
                <li key={car.id}>
                  <fieldset className={css.car}>
                    <legend>
                      {car.name}
                      <span className={css.of}>
                        <ClassDot carClass={carClass.name} color={carClass.color} /> {carClass.name}
                      </span>
                    </legend>
                    <NumberField
                      label={text('bop.ballast')}
                      unit="kg"
                      value={bop.ballastkg}
                      {...bounds.ballastkg}
                      error={faultOf(bop.ballastkg, bounds.ballastkg) ?? set.errorAt(`bops.${car.id}`)}
                      onChange={(ballastkg) => change(car.id, { ...bop, ballastkg })}
                    />
                    <NumberField
                      label={text('bop.restrictor')}
                      unit="%"
                      value={bop.restrictor}
                      {...bounds.restrictor}
                      error={faultOf(bop.restrictor, bounds.restrictor)}
                      onChange={(restrictor) => change(car.id, { ...bop, restrictor })}
                    />
                    <IconButton
                      disabled={bop.ballastkg === 0 && bop.restrictor === 0}
                      label={text('bop.removeOf', { car: car.name })}
                      onClick={() => change(car.id, NO_BOP)}
                    >
                      <Icon name="close" size={16} />
                    </IconButton>
                  </fieldset>
                </li>
              )
            })}
          </ul>
        </>
      )}
    </Dialog>
  )
}

const versionOf = ({ v, cars }: RaceView): Version<Typed> => ({ v, values: Object.fromEntries(cars.map((car) => [car.id, car.bop ?? NO_BOP])) })
