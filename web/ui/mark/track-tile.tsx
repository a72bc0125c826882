import css from './track-tile.module.css'
import { Flag } from './flag.tsx'
import { TrackOutline } from './track-outline.tsx'

/** A small picture at the head of a line about an event: its own, else the track's outline, else the country's flag. Always the same size. */
export const TrackTile = (props: { readonly picture?: string | null; readonly outline: string | null; readonly country: string | null }) => (
  <span className={css.tile}>
    {props.picture ? (
      <img src={props.picture} alt="" width={80} height={60} loading="lazy" />
    ) : props.outline ? (
      <TrackOutline url={props.outline} />
    ) : (
      <Flag country={props.country} plain />
    )}
  </span>
)
