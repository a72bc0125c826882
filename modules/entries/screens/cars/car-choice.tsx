import { lazyPart } from '#web/kit/lazy.tsx'
import { useTakenOver } from '#web/kit/visit.tsx'
import type { EntryList } from '../../contract.ts'
import type { TermsPart } from '../community-asks.tsx'
import css from './car-choice.module.css'

const ChooseCar = lazyPart(() => import('./choose-car.tsx'), 'ChooseCar')

export type CarProps = {
  readonly sessionId: EntryList['sessionId']
  readonly car: { readonly id: string; readonly name: string }
  readonly terms: TermsPart
}

/**
 * At the card of a car: takes it, or says in words why it is only shown (product.md §5 "Car selection"). The cards are drawn once for many
 * (docs/decisions/0011) and keep a line free; what is the reader's own comes into it in the browser, and its file when the page answers.
 */
export function CarChoice(props: CarProps) {
  const isTakenOver = useTakenOver()
  return (
    <span className={css.choice} data-choice>
      {isTakenOver && <ChooseCar {...props} />}
    </span>
  )
}
