import { useTexts } from '#web/kit/texts.tsx'
import type { PointSystem } from '../../contract/shapes.ts'

/** What of a team counts, in a sentence. */
export function useTeamRule({ countingCars: count, countingIn }: Pick<PointSystem, 'countingCars' | 'countingIn'>): string {
  const text = useTexts('tournaments-page')
  const more = useTexts('tournaments-rules')
  if (countingIn === 'SEASON_DRIVERS') return count === null ? more('seasonDriversAll') : more('seasonDrivers', { count })
  if (count === null) return text('rules.allCars')
  if (countingIn === 'ROUND_DRIVERS') return more('roundDrivers', { count })
  return countingIn === 'ROUND' ? more('roundCars', { count }) : text('rules.cars', { count })
}

/** How teams score, and nations where they have a table. */
export function TeamRules({ points }: { readonly points: PointSystem }) {
  const more = useTexts('tournaments-rules')
  const isOfSeasons = points.countingIn === 'SEASON_DRIVERS'
  return (
    <>
      <li>{useTeamRule(points)}</li>
      {isOfSeasons ? <li>{more('seasonWins')}</li> : points.countingCars !== null && <li>{more('leftOut')}</li>}
      <li>{more('team')}</li>
      {points.bestRounds.length > 0 && !isOfSeasons && <li>{more('teamRounds')}</li>}
      {points.bestRounds.length > 0 && isOfSeasons && points.nations && <li>{more('nationRounds')}</li>}
      {points.nations && <li>{more('nations')}</li>}
    </>
  )
}
