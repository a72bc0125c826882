import { gameShort } from '#web/kit/games.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Chip, Chips } from '#web/ui/mark/chip.tsx'
import type { LeagueCard } from '../contract.ts'
import { useLanguageName } from './language-name.ts'
import css from './leagues.module.css'

/** The directory: who they are, what they race, how many, and how one gets in. */
export const LeagueCards = ({ leagues }: { readonly leagues: readonly LeagueCard[] }) => (
  <ul className={css.cards}>
    {leagues.map((league) => (
      <li key={league.id}>
        <OneCard league={league} />
      </li>
    ))}
  </ul>
)

function OneCard({ league }: { readonly league: LeagueCard }) {
  const text = useTexts('leagues')
  const languageName = useLanguageName()
  const { bgImage } = league.summaryData
  return (
    <Link to={`/communities/${league.id}`} className={css.card}>
      {bgImage && <img src={bgImage} alt="" width={600} height={450} loading="lazy" className={css.cardPicture} />}
      <span className={css.cardHead}>
        <Avatar name={league.name} url={league.logoUrl} size={48} square />
        <span className={css.cardName}>
          <b>{league.name}</b>
          <span>{league.shortName}</span>
        </span>
      </span>
      {league.games.length > 0 && (
        <Chips>
          {league.games.map((game) => (
            <Chip key={game}>{gameShort(game)}</Chip>
          ))}
        </Chips>
      )}
      <span className={css.cardFacts}>
        <span>{text('facts.members', { count: league.members })}</span>
        {league.coming > 0 && <span>{text('facts.coming', { count: league.coming })}</span>}
        <span>{league.languages.map(languageName).join(', ')}</span>
        <span>{text(league.summaryData.directJoin ? 'facts.open' : 'facts.byApplication')}</span>
      </span>
    </Link>
  )
}
