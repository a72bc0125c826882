import css from './track-tile.module.css'
import { TrackOutline } from './track-outline.tsx'

/** A small picture at the head of a line about an event: its own, else the track's outline, else `name`, that of the track. Always the same size; the line says all that it shows. */
export const TrackTile = (props: { readonly name: string; readonly picture?: string | null; readonly outline: string | null }) => (
  // the name is drawn, not written: no row is named after it
  <span className={css.tile} data-name={props.picture || props.outline ? undefined : props.name}>
    {props.picture ? <img src={props.picture} alt="" width={80} height={60} loading="lazy" /> : props.outline && <TrackOutline url={props.outline} />}
  </span>
)
