import css from './number-plate.module.css'

/** A car's race number as on its door. */
export const NumberPlate = (props: { readonly number: number | null | undefined }) => <span className={css.plate}>{props.number ?? '–'}</span>
