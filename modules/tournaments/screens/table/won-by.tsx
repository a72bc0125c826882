import { useTexts } from '#web/kit/texts.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { RatingBadges } from '#web/ui/mark/licence-badge.tsx'
import type { Winner } from '../../contract/standings.ts'
import css from './won-by.module.css'

const NAMED = 2

/** Who won a round, as of a double header both: by name, of more how many. */
export function WonBy({ winners }: { readonly winners: readonly Winner[] }) {
  const text = useTexts('tournaments-page')
  if (winners.length === 0) return null
  const named = winners.length > NAMED ? winners.slice(0, 1) : winners
  const shortOf = ({ name }: Winner): string => name?.trim().split(/\s+/).at(-1) ?? text('standings.noName')
  return (
    <>
      <span className="unseen">{text('strip.winner')} </span>
      {named.map((one) => (
        <span key={one.key} className={css.one}>
          <Flag country={one.country} plain size="small" />{' '}
          <span className={css.name}>
            {named.length === winners.length ? shortOf(one) : text('strip.winners', { first: shortOf(one), count: winners.length - 1 })}
          </span>{' '}
          <RatingBadges rating={one.rating} />
        </span>
      ))}
    </>
  )
}
