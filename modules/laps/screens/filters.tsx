import { useTexts } from '#web/kit/texts.tsx'
import { ChipChoice } from '#web/ui/mark/chip.tsx'
import { SEGMENT_CHOICES, type LapSegment } from '../rules.ts'
import css from './laps.module.css'

/** Race, qualifying, practice, or all of them. */
export function SegmentChoice({ value, onChange }: { readonly value: LapSegment | null; readonly onChange: (value: LapSegment | null) => void }) {
  const text = useTexts('laps')
  return (
    <ChipChoice<LapSegment | 'ALL'>
      label={text('filter.segment')}
      value={value ?? 'ALL'}
      onChange={(one) => onChange(one === 'ALL' ? null : one)}
      choices={[{ value: 'ALL', label: text('filter.all') }, ...SEGMENT_CHOICES.map((one) => ({ value: one, label: text(`segment.${one}`) }))]}
    />
  )
}

type Dates = { readonly from?: string | undefined; readonly to?: string | undefined }

/** Two days, both with what was driven on them; the wrong way round they count as swapped. */
export function DateRange({ from, to, onChange }: Dates & { readonly onChange: (dates: Dates) => void }) {
  const text = useTexts('laps')
  return (
    <div className={css.dates}>
      <label>
        <span>{text('filter.from')}</span>
        <input type="date" value={from ?? ''} onChange={(event) => onChange({ from: event.target.value || undefined, to })} />
      </label>
      <label>
        <span>{text('filter.to')}</span>
        <input type="date" value={to ?? ''} onChange={(event) => onChange({ from, to: event.target.value || undefined })} />
      </label>
    </div>
  )
}
