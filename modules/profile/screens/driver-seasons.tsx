import { tournamentPath } from '#modules/sessions/rules/season.ts'
import { useFormat } from '#web/kit/format.ts'
import { gameShort } from '#web/kit/games.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import type { SeasonView } from '../contract.ts'
import css from './profile.module.css'

/** Seasons somebody drives or has driven, each with the place in its standings, the latest first. */
export function DriverSeasons({ seasons }: { readonly seasons: readonly SeasonView[] }) {
  const text = useTexts('profile')
  return (
    <Section title={text('seasons.title')} aside={<span className={css.quiet}>{text('seasons.words')}</span>}>
      <CardList>
        {seasons.map((one) => (
          <Season key={one.id} season={one} />
        ))}
      </CardList>
    </Section>
  )
}

function Season({ season }: { readonly season: SeasonView }) {
  const text = useTexts('profile')
  const format = useFormat()
  const { name, gameId, leagueName, year, isOver, place, of, points, driven, held } = season
  return (
    <div className={css.season}>
      <span className={css.place} data-place={place ?? undefined}>
        {place === null ? '–' : format.number(place)}
        {of > 0 && <small>{text('results.of', { starters: of })}</small>}
      </span>
      <Link to={tournamentPath(season)} className={css.words}>
        <b>{name}</b>
        <span className="dotted">
          <span>{leagueName}</span>
          <span>{gameShort(gameId)}</span>
          <span>{String(year)}</span>
        </span>
        <span>{text('seasons.rounds', { driven, count: held })}</span>
      </Link>
      <span className={css.figures}>
        {points !== null && <b>{text('results.points', { count: points, points: format.number(points) })}</b>}
        <span>{text(isOver ? 'seasons.final' : 'seasons.running')}</span>
      </span>
    </div>
  )
}
