import { useFormat } from '#web/kit/format.ts'
import css from './track-card.module.css'
import { Flag } from './flag.tsx'

/** The track in words: we draw no outline we do not have. `ribbon` is DLC or MOD. */
export function TrackCard(props: {
  readonly name: string
  readonly layout?: string | null
  readonly country?: string | null
  readonly lengthM?: number | null
  readonly ribbon?: 'DLC' | 'MOD' | null
}) {
  const format = useFormat()
  return (
    <div className={css.card}>
      {props.ribbon && <span className={css.ribbon}>{props.ribbon}</span>}
      <Flag country={props.country} />
      <strong className={css.name}>{props.name}</strong>
      <span className={css.more}>{[props.layout, props.lengthM ? format.kilometres(props.lengthM) : null].filter(Boolean).join(' · ')}</span>
    </div>
  )
}
