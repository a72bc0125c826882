import css from './licence-badge.module.css'

/** A driver's licence with the safety level inside it: `GOLD 3.87`. `name` is the licence in the reader's language. */
export const LicenceBadge = (props: {
  readonly licence: 'ROOKIE' | 'BRONZE' | 'SILVER' | 'GOLD' | 'PLATINUM'
  readonly name: string
  readonly level?: number | null
}) => (
  <span className={`${css.badge} ${css[props.licence]}`}>
    {props.name}
    {typeof props.level === 'number' && ` ${props.level.toFixed(2)}`}
  </span>
)
