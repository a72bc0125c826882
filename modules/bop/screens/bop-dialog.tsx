import { useRef, useState } from 'react'
import { sessionsContract, type RaceView } from '#modules/sessions/contract.ts'
import { useAsk, useAskNow } from '#web/kit/ask.ts'
import { useEdit } from '#web/kit/edit/edit.ts'
import type { Version } from '#web/kit/edit/typed.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { NO_BOP } from '../rules.ts'
import { BopCars } from './bop-cars.tsx'
import { bopsOf, type TypedBops } from './bop-state.ts'
import { BopTools } from './bop-tools.tsx'
import { TemplateForm } from './template-form.tsx'
import { TemplatePicker } from './template-picker.tsx'
import css from './bop.module.css'

type Props = { readonly event: RaceView; readonly onClose: () => void }

/** Ballast and restrictor of every car, within what the game takes, typed or taken over from a template; what is zero is not kept. */
export function BopDialog({ event, onClose }: Props) {
  const text = useTexts('bop')
  const bounds = useAsk(sessionsContract.catalogue, { game: event.game, part: 'options' }).data?.bop
  const askNow = useAskNow()
  const [isChecked, setChecked] = useState(false)
  const [shown, setShown] = useState(event.cars)
  // product.md §4: what is typed is no longer the template's
  const [template, setTemplate] = useState('')
  // the template that was picked last, while nothing was typed since
  const wanted = useRef('')
  const [isNaming, setNaming] = useState(false)
  const set = useSend(sessionsContract.SetBop, { said: text('saved') })
  const edit = useEdit<TypedBops>({
    draft: `bop ${event.id}`,
    present: versionOf(event),
    ask: async () => versionOf(await askNow(sessionsContract.race, { id: event.id })),
    save: async ({ v, values }) => {
      const bops = rightOnes(values)
      return bops ? set.attempt({ bops }, { id: event.id, v }) : null
    },
    naming: {
      label: ([carId, part]) => {
        const name = event.cars.find(({ id }) => id === carId)?.name ?? carId!
        return part === undefined ? name : `${name}: ${text(part === 'restrictor' ? 'restrictor' : 'ballast')}`
      },
      show: ([, part], value) => (typeof value === 'number' ? `${value} ${part === 'restrictor' ? '%' : 'kg'}` : undefined),
    },
    onDone: onClose,
  })
  const typed = edit.values
  const change = (changed: TypedBops): void => {
    set.reset()
    wanted.current = ''
    setTemplate('')
    edit.put(changed)
  }
  const rightOnes = (values: TypedBops): ReturnType<typeof bopsOf> => {
    setChecked(true)
    const bops = bounds ? bopsOf(values, bounds) : null
    // what is wrong may stand where the filter hides it
    if (!bops) setShown(event.cars)
    return bops
  }
  const carList = bounds && (
    <BopCars
      event={event}
      bounds={bounds}
      typed={typed}
      shown={shown}
      isChecked={isChecked}
      refused={(id) => set.errorAt(`bops.${id}`)}
      onChange={change}
    />
  )
  if (isNaming && bounds)
    return (
      <TemplateForm
        event={event}
        bops={() => rightOnes(typed)}
        onBack={() => setNaming(false)}
        onDone={(id) => {
          setTemplate(id)
          setNaming(false)
        }}
        onClose={onClose}
      >
        {carList}
      </TemplateForm>
    )
  return (
    <Dialog
      title={text('title')}
      size="medium"
      onClose={onClose}
      actions={
        <>
          <Button disabled={!bounds} onClick={() => change(Object.fromEntries(event.cars.map((car) => [car.id, NO_BOP])))}>
            {text('removeAll')}
          </Button>
          <Button look="primary" busy={edit.isSaving} disabled={!bounds} onClick={() => void edit.save()}>
            {text('save')}
          </Button>
        </>
      }
    >
      <FormNotes of={edit.notes} />
      <p>{text('words')}</p>
      <TemplatePicker
        event={event}
        value={template}
        onPick={(id) => {
          wanted.current = id
          return () => wanted.current === id
        }}
        onApply={(id, bops) => {
          set.reset()
          setTemplate(id)
          edit.put(bops)
        }}
        onClear={() => setTemplate('')}
        onCreate={() => setNaming(true)}
      />
      {!bounds && <Skeleton rows={event.cars.length} height={48} />}
      {bounds && <BopTools event={event} bounds={bounds} typed={typed} onShow={setShown} onChange={change} shown={shown} />}
      {shown.length === 0 && <p className={css.none}>{text('nobody')}</p>}
      {carList}
    </Dialog>
  )
}

const versionOf = ({ v, cars }: RaceView): Version<TypedBops> => ({ v, values: Object.fromEntries(cars.map((car) => [car.id, car.bop ?? NO_BOP])) })
