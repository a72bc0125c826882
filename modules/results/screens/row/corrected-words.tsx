import { useTexts } from '#web/kit/texts.tsx'
import type { ResultRowView } from '../../contract.ts'
import css from '../results.module.css'
import { penaltyText, rawWords, signed } from './row-words.ts'

/** Below a name: that this is not how somebody came in. */
export function CorrectedWords({ row }: { readonly row: ResultRowView }) {
  const text = useTexts('results')
  const { raw, status } = row
  const isBack = raw?.status === 'DSQ' && status !== 'DSQ'
  const words = [raw && (isBack ? rawWords(raw, status, text) : text('table.was', { place: raw.position })), penaltyText(row, text)]
  return <span className={css.corrected}>{words.filter(Boolean).join(' · ')}</span>
}

/** Points of the whole event stand in no race: said below the table. */
export function EventAdjusted({ row }: { readonly row: ResultRowView }) {
  const text = useTexts('results')
  const points = { signed: signed(row.eventAdjustment), count: Math.abs(row.eventAdjustment) }
  return <p className={css.note}>{text('table.eventNote', { name: row.name ?? text('table.removed'), ...points })}</p>
}
