import { useFormat } from '#web/kit/format.ts'
import css from './track-card.module.css'
import { Flag } from './flag.tsx'
import { TrackOutline } from './track-outline.tsx'

/** The track: its outline where there is one, and its words. `ribbon` is DLC or MOD. */
export function TrackCard(props: {
  readonly name: string
  readonly layout?: string | null
  readonly country?: string | null
  readonly lengthM?: number | null
  readonly outline?: string | null
  readonly ribbon?: 'DLC' | 'MOD' | null
}) {
  const format = useFormat()
  return (
    <div className={css.card}>
      {props.ribbon && <span className={css.ribbon}>{props.ribbon}</span>}
      {props.outline && (
        <div className={css.outline}>
          <TrackOutline url={props.outline} />
        </div>
      )}
      <strong className={css.name}>
        <Flag country={props.country} /> {props.name}
      </strong>
      <span className={css.more}>{[props.layout, props.lengthM ? format.kilometres(props.lengthM) : null].filter(Boolean).join(' · ')}</span>
    </div>
  )
}
