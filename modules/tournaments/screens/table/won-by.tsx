import { useTexts } from '#web/kit/texts.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { RatingBadges } from '#web/ui/mark/licence-badge.tsx'
import type { Winner } from '../../contract/standings.ts'
import css from './won-by.module.css'

const NAMED = 2

type Props = {
  readonly winners: readonly Winner[]
  /** In one line without what they have reached, where they stand in a card of another thing. */
  readonly inLine?: boolean
}

/** Who won a round, as of a double header both: by name, of more how many. */
export function WonBy({ winners, inLine = false }: Props) {
  const text = useTexts('tournaments-page')
  if (winners.length === 0) return null
  const named = winners.length > NAMED ? winners.slice(0, 1) : winners
  const shortOf = ({ name }: Winner): string => name?.trim().split(/\s+/).at(-1) ?? text('standings.noName')
  const wordsOf = (one: Winner): string =>
    named.length === winners.length ? shortOf(one) : text('strip.winners', { first: shortOf(one), count: winners.length - 1 })
  if (inLine)
    return (
      <>
        <span className="unseen">{text('strip.winner')} </span>
        <Flag country={winners[0]!.country} plain size="small" /> {named.map(wordsOf).join(' · ')}
      </>
    )
  return (
    <>
      <span className="unseen">{text('strip.winner')} </span>
      {named.map((one) => (
        <span key={one.key} className={css.one}>
          <Flag country={one.country} plain size="small" /> <span className={css.name}>{wordsOf(one)}</span> <RatingBadges rating={one.rating} />
        </span>
      ))}
    </>
  )
}
