import { useState } from 'react'
import type { EventView } from '#modules/sessions/contract.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import css from './pick.module.css'

const AddDialog = lazyPart(() => import('./add-dialog.tsx'), 'AddDialog')
const PickDialog = lazyPart(() => import('./pick-dialog.tsx'), 'PickDialog')

/** What admins do with drivers of an event: add one of the members, or pick those who are in for another event. */
export function PickTools({ event }: { readonly event: EventView }) {
  const text = useTexts('pick-lists')
  const [open, setOpen] = useState<'add' | 'pick' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className={css.tools}>
      {event.status === 'WAITING' && !event.driverSwap && (
        <Button icon={<Icon name="plus" size={16} />} onClick={() => setOpen('add')}>
          {text('add.open')}
        </Button>
      )}
      <Button onClick={() => setOpen('pick')}>{text('start')}</Button>
      {open === 'add' && <AddDialog to={addedTo(event)} onClose={close} />}
      {open === 'pick' && <PickDialog event={event} onClose={close} />}
    </div>
  )
}

const addedTo = ({ id, leagueId, sessionName, cars }: EventView) => ({
  type: 'EVENT' as const,
  id,
  leagueId,
  name: sessionName,
  cars: cars.map(({ id: model, name }) => ({ model, name, carClassId: null, carClass: null })),
})
