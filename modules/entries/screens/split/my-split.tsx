import { useTexts } from '#web/kit/texts.tsx'
import { StartTime } from '#web/ui/data/time.tsx'
import type { EntryList } from '../../contract.ts'
import css from './split.module.css'

/** In which split the reader drives, or would as things stand. Nothing where all drive on one server. */
export function MySplit({ splits, splitNo }: { readonly splits: NonNullable<EntryList['splits']>; readonly splitNo: number | null }) {
  const text = useTexts('entries')
  if (splitNo !== null && splits.splits.length < 2) return null
  if (splits.frozenAt) return splitNo === null ? null : <strong>{text('split.mine', { number: splitNo })}</strong>
  return (
    <p className={css.quiet}>
      {splitNo === null ? text('split.mineNone') : text('split.mineSoFar', { number: splitNo })} <StartTime at={splits.freezesAt} short />
    </p>
  )
}
