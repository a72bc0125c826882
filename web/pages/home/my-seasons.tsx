import { tournamentPath } from '#modules/sessions/rules/season.ts'
import { foundContract, type MySeason } from '#modules/tournaments/contract/found.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { StartTime } from '#web/ui/data/time.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import css from './home.module.css'

/** The seasons the reader drives: how far they are, where the reader stands, what comes next. */
export function MySeasons() {
  const text = useTexts('web')
  const me = useMe()
  const topics = me ? (['sessions', `user:${me.id}`] as const) : []
  const seasons = useAsk(foundContract.myTournaments, {}, { when: me !== null, topics }).data?.tournaments ?? []
  if (seasons.length === 0) return null
  return (
    <Section title={text('home.yourSeasons')}>
      <CardList>
        {seasons.map((season) => (
          <SeasonRow key={season.id} season={season} />
        ))}
      </CardList>
    </Section>
  )
}

function SeasonRow({ season }: { readonly season: MySeason }) {
  const text = useTexts('web')
  const { standing, nextStartsAt, rounds, roundsOver } = season
  return (
    <Link to={tournamentPath(season)} className={css.coming}>
      <span className={css.what}>
        <b>{season.name}</b>
        <span className={css.small}>
          {season.leagueName} · {text('home.rounds', { over: roundsOver, count: rounds })}
          {nextStartsAt && (
            <>
              {' · '}
              <StartTime at={nextStartsAt} short />
            </>
          )}
        </span>
      </span>
      {standing && <Chip tone="plain">{text('home.standing', { place: standing.position, points: Math.round(standing.points * 100) / 100 })}</Chip>}
    </Link>
  )
}
