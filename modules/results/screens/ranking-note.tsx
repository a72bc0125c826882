import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import type { SegmentView } from '../contract.ts'
import { contactsKnown } from '../rules.ts'
import css from './ranks.module.css'

/** How strong a field was, and of a race that moved no rank why. */
export function RankingNote({
  segment,
}: {
  readonly segment: Pick<SegmentView, 'type' | 'rankingStatus' | 'unrankedReason' | 'averageFieldStrength' | 'results'>
}) {
  const text = useTexts('results')
  const format = useFormat()
  const { rankingStatus: status, unrankedReason: reason, averageFieldStrength: strength } = segment
  if (segment.type !== 'RACE') return null
  // of an event that nobody meant to be ranked there is nothing to explain
  if (reason === 'EVENT') return null
  return (
    <p className={css.note}>
      {strength !== null && <Chip tone="quiet">{text('ranking.strength', { rank: format.number(strength) })}</Chip>}
      {status === 'COMPLETED' && !contactsKnown(segment) && text('ranking.notMeasured')}
      {status === 'PENDING' && text('ranking.PENDING')}
      {status === 'REVERTED' && text('ranking.REVERTED')}
      {reason && text(`ranking.why.${reason}`)}
    </p>
  )
}
