import { Suspense, useState } from 'react'
import { MINUTE_MS } from '#core/duration.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useNow } from '#web/kit/clock.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { useTakenOver } from '#web/kit/visit.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { entriesContract, type EntryList } from '../contract.ts'
import type { TermsPart } from './community-asks.tsx'
import { atCar } from './at-car.ts'
import css from './car-choice.module.css'

const EntryDialog = lazyPart(() => import('./entry-dialog.tsx'), 'EntryDialog')

type Props = { readonly sessionId: EntryList['sessionId']; readonly car: { readonly id: string; readonly name: string }; readonly terms: TermsPart }

/**
 * At the card of a car: takes it, or says in words why it is only shown (product.md §5 "Car selection"). The cards are drawn once for many
 * (docs/decisions/0011) and keep a line free; what is the reader's own comes into it in the browser.
 */
export function CarChoice(props: Props) {
  const isTakenOver = useTakenOver()
  return (
    <span className={css.choice} data-choice>
      <Suspense>{isTakenOver && <Choice {...props} />}</Suspense>
    </span>
  )
}

function Choice({ sessionId, car, terms }: Props) {
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
