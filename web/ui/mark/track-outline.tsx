import { classes } from '../classes.ts'
import css from './track-outline.module.css'

/**
 * The outline of a track with its start line and the way cars go, as large as its box. `url` names a file of parts that is fetched once for
 * all that show it; until it is there the box stands empty. `wide`: as asphalt behind words, else a line.
 */
export const TrackOutline = ({ url, wide = false }: { readonly url: string; readonly wide?: boolean }) => (
  <svg className={classes(css.outline, wide && css.wide)} aria-hidden="true">
    {wide && <use href={`${url}#lap`} className={css.edge} />}
    <use href={`${url}#lap`} className={css.lap} />
    <use href={`${url}#start`} className={css.start} />
    {wide && <use href={`${url}#arrows`} className={css.arrows} />}
  </svg>
)
