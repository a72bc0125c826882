import type { RoundId } from '#core/ids.ts'
import { RatingBadges, type DriverRating } from '#web/ui/mark/licence-badge.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import css from './rounds.module.css'

type Props = {
  readonly driverId: string | null
  readonly name: string | null
  readonly country: string | null
  readonly rating: DriverRating | null
  readonly promotedToRound?: { readonly id: RoundId; readonly shortName: string } | null
}

/** Who it is, and the way to their profile; in a result also to the round they went on to. */
export function Driver({ driverId, name, country, rating, promotedToRound: to }: Props) {
  const text = useTexts('rounds-page')
  return (
    <span className={css.driver}>
      <Flag country={country} plain size="small" />
      {driverId && name ? <Link to={`/profile/${driverId}`}>{name}</Link> : text('noName')}
      <RatingBadges rating={rating} />
      {to && (
        <Chip tone="good">
          <Link to={`/rounds/${to.id}`}>{text('table.promoted', { name: to.shortName })}</Link>
        </Chip>
      )}
    </span>
  )
}
