import { formatLapTime } from '#core/lap-time.ts'
import { lazyRowPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import type { OutcomeView } from '../contract/past.ts'
import { shortName } from '../rules/known.ts'
import css from './outcome.module.css'

// what a list of events loads first is its names; whoever lists them waits for these
const RatingBadges = lazyRowPart(() => import('#web/ui/mark/licence-badge.tsx'), 'RatingBadges')

/** Whose lap it was: a driver by the last word, a team or a guest by the whole name. */
const lapName = ({ name, driverId }: NonNullable<OutcomeView['fastestLap']>): string | null => (name && driverId ? shortName(name) : name)

/** How an event went, as a list tells it: the winner, the next two and the fastest lap. */
export function Outcome({ outcome, loginRequired }: { readonly outcome: OutcomeView | null; readonly loginRequired: boolean }) {
  const text = useTexts('results')
  if (loginRequired) return <span className={css.none}>{text('outcome.login')}</span>
  if (!outcome || outcome.podium.length === 0) return <span className={css.none}>{text('outcome.none')}</span>
  const { podium, fastestLap } = outcome
  return (
    <span className={css.outcome}>
      {podium.map((one) => (
        <span key={one.position} className={one.position === 1 ? css.winner : css.next}>
          <span className={css.place}>{one.position}</span>{' '}
          <span className={css.name}>
            <Flag country={one.country} size="small" plain /> {one.name ?? text('table.removed')}
          </span>{' '}
          <RatingBadges rating={one.rating} />
        </span>
      ))}
      {fastestLap && (
        <span className={css.lap}>
          {text('facts.fastestLapAlone')} <b>{formatLapTime(fastestLap.timeMs)}</b> {lapName(fastestLap)}
        </span>
      )}
    </span>
  )
}

/** The same in one line (undefined: on its way), where the event stands in a list of another thing: who won, and the fastest lap; of who is named beside it already the lap alone. */
export function OutcomeLine({ outcome, isNamed = false }: { readonly outcome: OutcomeView | null | undefined; readonly isNamed?: boolean }) {
  const text = useTexts('results')
  const { podium = [], fastestLap = null } = outcome ?? {}
  const [winner] = podium
  if (outcome !== undefined && !fastestLap && (isNamed || !winner)) return null
  return (
    <span className={css.line}>
      {winner && !isNamed && (
        <span>
          <span className={css.place}>{winner.position}</span>{' '}
          <span className={css.name}>
            <Flag country={winner.country} size="small" plain /> {winner.name ?? text('table.removed')}
          </span>{' '}
          <RatingBadges rating={winner.rating} />
        </span>
      )}
      {fastestLap && (
        <span className={css.lap}>
          {text('facts.fastestLapAlone')} <b>{formatLapTime(fastestLap.timeMs)}</b> {lapName(fastestLap)}
        </span>
      )}
    </span>
  )
}
