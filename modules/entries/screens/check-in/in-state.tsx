import { useTexts } from '#web/kit/texts.tsx'
import { NumberPlate } from '#web/ui/mark/number-plate.tsx'
import type { EntryList } from '../../contract.ts'
import css from '../entries.module.css'
import { claimOf, type NextAction } from '../next-action.ts'
import { Going } from '../mine/going.tsx'
import { MySplit } from '../split/my-split.tsx'
import { CheckIn } from './check-in.tsx'

type Entered = Extract<NextAction, { readonly kind: 'in' | 'waits' }>

/** That the reader is in, or waits: with what, until when they can cancel, and their check-in. */
export function InState(props: { readonly action: Entered; readonly list: EntryList; readonly failedSplits: readonly number[] }) {
  const { list, failedSplits } = props
  const { kind, entry, cancel } = props.action
  const text = useTexts('entries')
  return (
    <>
      <p className={css.line}>
        <strong>{text(claimOf(kind, list.status, entry.splitNo, failedSplits), { place: entry.place ?? '' })}</strong>
        <NumberPlate number={entry.raceNumber} badge={entry.participant.badge} />
        {entry.participant.type === 'TEAM' && <span>{entry.participant.name}</span>}
        <span>{entry.car.name}</span>
      </p>
      {kind === 'in' && list.splits && <MySplit splits={list.splits} splitNo={entry.splitNo} />}
      <CheckIn list={list} part="line" />
      {cancel !== 'season' && <Going entry={entry} cancel={cancel} list={list} />}
    </>
  )
}
