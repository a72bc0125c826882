import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import type { SegmentView } from '../contract.ts'
import { contactsKnown } from '../rules.ts'
import css from './ranks.module.css'

type OfRanking = {
  readonly segment: Pick<SegmentView, 'type' | 'rankingStatus' | 'unrankedReason' | 'averageFieldStrength' | 'results'>
}

// of an event that nobody meant to be ranked there is nothing to explain
const isTold = ({ segment: { type, unrankedReason } }: OfRanking): boolean => type === 'RACE' && unrankedReason !== 'EVENT'

/** How strong the field of a race was. */
export function FieldStrength(props: OfRanking) {
  const text = useTexts('results')
  const format = useFormat()
  const { averageFieldStrength: strength } = props.segment
  return isTold(props) && strength !== null && <Chip tone="quiet">{text('ranking.strength', { rank: format.number(strength) })}</Chip>
}

/** Of a race that moved no rank why. */
export function RankingNote(props: OfRanking) {
  const text = useTexts('results')
  const { rankingStatus: status, unrankedReason: reason } = props.segment
  if (!isTold(props) || reason === 'EVENT') return null
  return (
    <p className={css.note}>
      {status === 'PENDING' && text('ranking.PENDING')}
      {status === 'REVERTED' && text('ranking.REVERTED')}
      {reason && text(`ranking.why.${reason}`)}
    </p>
  )
}

/** Of one that moved ranks alone why no licence moved. */
export function LicenceNote(props: OfRanking) {
  const text = useTexts('results')
  const { segment } = props
  return (
    isTold(props) && segment.rankingStatus === 'COMPLETED' && !contactsKnown(segment) && <p className={css.note}>{text('ranking.notMeasured')}</p>
  )
}
