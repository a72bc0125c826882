import { classes } from '../classes.ts'
import css from './track-art.module.css'
import { TrackOutline } from './track-outline.tsx'

/**
 * The picture of an event nobody has given one: the track as asphalt, or its name where it has no outline, in the tint of the game and the
 * colours of its classes. It fills its box and stands behind words; they say all that it shows.
 */
export const TrackArt = (props: {
  readonly name: string
  readonly outline: string | null
  readonly game: string
  readonly colors: readonly string[]
  /** In a card, or in a hero, which leaves room for it beside its words. */
  readonly place: 'card' | 'hero'
}) => (
  <div className={classes(css.art, css[props.place])} data-game={props.game} aria-hidden="true">
    {props.outline ? (
      <div className={css.track}>
        <TrackOutline url={props.outline} wide={props.place !== 'card'} />
      </div>
    ) : (
      <div className={css.name}>{props.name}</div>
    )}
    <div className={css.kerb}>
      {props.colors.map((color, index) => (
        // the order of the classes is all there is to tell them by
        // oxlint-disable-next-line react/no-array-index-key
        <i key={index} style={{ background: color }} />
      ))}
    </div>
  </div>
)
