import css from './number-plate.module.css'

/** A car's race number as on its door; `badge`: of who has the plan for a plate of their own. */
export const NumberPlate = (props: { readonly number: number | null | undefined; readonly badge?: 'SPORT' | undefined }) => (
  <span className={css.plate} data-badge={props.badge} title={props.badge && 'Sport'}>
    {props.number ?? '–'}
  </span>
)
