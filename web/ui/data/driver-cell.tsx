import type { ReactNode } from 'react'
import { Link } from '../action/link.tsx'
import { ClassDot } from '../mark/class-dot.tsx'
import { Flag } from '../mark/flag.tsx'
import { RatingBadges, type DriverRating } from '../mark/licence-badge.tsx'
import { NumberPlate } from '../mark/number-plate.tsx'
import css from './driver-cell.module.css'

/** Flag, number plate, name, and the car with its class under it: how a driver stands in every table. */
export const DriverCell = (props: {
  readonly name: string
  readonly userId?: string | null
  readonly country?: string | null
  readonly raceNumber?: number | null
  readonly badge?: 'SPORT' | undefined
  readonly car?: string | null
  readonly carClass?: string | null
  readonly classColor?: string | null
  /** Licence and rank stand wherever a driver is named: of a team or a stranger there is none, `elsewhere` they have a column of their own. */
  readonly rating: DriverRating | null | undefined | 'elsewhere'
  readonly beside?: ReactNode
  /** A team has no country. */
  readonly isTeam?: boolean
}) => (
  <div className={css.driver}>
    {!props.isTeam && <Flag country={props.country} />}
    {props.raceNumber !== undefined && (
      <span className={css.plate}>
        <NumberPlate number={props.raceNumber} badge={props.badge} />
      </span>
    )}
    <div className={css.words}>
      <span className={css.name}>
        {props.userId ? <Link to={`/profile/${props.userId}`}>{props.name}</Link> : props.name} {props.beside}{' '}
        {props.rating !== 'elsewhere' && <RatingBadges rating={props.rating} />}
      </span>
      {props.car && (
        <span className={css.car}>
          {props.carClass && <ClassDot carClass={props.carClass} color={props.classColor} />}
          <span>
            {props.carClass && `${props.carClass} · `}
            {props.car}
          </span>
        </span>
      )}
    </div>
  </div>
)
