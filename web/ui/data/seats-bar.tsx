import { useTexts } from '#web/kit/texts.tsx'
import { classes } from '../classes.ts'
import css from './seats-bar.module.css'

const FEW_LEFT = 0.1

type Grid = {
  readonly taken: number
  readonly seats: number
  /** To be had: fewer than the grid has where its classes are full. */
  readonly free?: number
  /** Whether somebody may still come; afterwards nobody reads of seats, but how many drive. */
  readonly isOpen: boolean
  readonly plain?: boolean
}

/** How full a grid is, as a bar and in words: green with room, amber when seats run out, red when full. */
export function SeatsBar(props: Grid) {
  const text = useTexts('web')
  const { taken, seats } = props
  if (!props.isOpen) return <span className={css.words}>{text('seats.driving', { count: taken })}</span>
  const left = props.free ?? Math.max(0, seats - taken)
  const tone = left === 0 ? css.full : left <= seats * FEW_LEFT ? css.few : css.open
  return (
    <div className={css.seats}>
      <div className={css.bar}>
        <div className={classes(css.fill, tone)} style={{ width: `${seats > 0 ? Math.min(100, (taken / seats) * 100) : 0}%` }} />
      </div>
      {!props.plain && (
        <span className={css.words}>
          {text('seats.of', { taken, seats })}
          {left === 0 ? ` · ${text('seats.full')}` : left <= seats * FEW_LEFT ? ` · ${text('seats.left', { count: left })}` : ''}
        </span>
      )}
    </div>
  )
}
