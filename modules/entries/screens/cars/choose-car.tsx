import { useState } from 'react'
import { MINUTE_MS } from '#core/duration.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useNow } from '#web/kit/clock.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { entriesContract } from '../../contract.ts'
import { atCar } from './at-car.ts'
import type { CarProps } from './car-choice.tsx'
import css from './choose-car.module.css'

const EntryDialog = lazyPart(() => import('../entry-dialog.tsx'), 'EntryDialog')

/** Takes a car, or says why it is only shown. */
export function ChooseCar({ sessionId, car, terms }: CarProps) {
  const text = useTexts('entries-cars')
  const now = useNow(MINUTE_MS)
  const { data: list } = useAsk(entriesContract.entryList, { refId: sessionId })
  const [isOpen, setOpen] = useState(false)
  if (!list) return null
  const at = atCar(list, car.id, now)
  return (
    <>
      {at.kind === 'choose' && (
        <Button size="small" aria-label={text('chooseOf', { car: car.name })} onClick={() => setOpen(true)}>
          {text('choose')}
        </Button>
      )}
      {at.kind === 'mine' && <strong className={css.mine}>{text('mine')}</strong>}
      {at.kind === 'classFull' && <span className={css.full}>{text('classFull')}</span>}
      {at.kind === 'fixed' && <span className={css.why}>{text(`why.${at.why}`)}</span>}
      {isOpen && <EntryDialog list={list} entry={list.mine} terms={terms} model={car.id} onClose={() => setOpen(false)} />}
    </>
  )
}
