import type { ReactNode } from 'react'
import { gameShort } from '#web/kit/games.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Moment } from '#web/ui/data/moment.tsx'
import { StartTime } from '#web/ui/data/time.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Chip, Chips } from '#web/ui/mark/chip.tsx'
import { TrackArt } from '#web/ui/mark/track-art.tsx'
import type { LeagueCard } from '../contract.ts'
import { useLanguageName } from './language-name.ts'
import css from './league-cards.module.css'

type Action = (league: LeagueCard) => ReactNode

/** The directory: who they are, what they race and when, how many; `action` is the way in. */
export const LeagueCards = ({ leagues, action }: { readonly leagues: readonly LeagueCard[]; readonly action: Action }) => (
  <ul className={css.cards}>
    {leagues.map((league) => (
      <li key={league.id} className={css.card}>
        <OneCard league={league} action={action} />
      </li>
    ))}
  </ul>
)

function OneCard({ league, action }: { readonly league: LeagueCard; readonly action: Action }) {
  const text = useTexts('leagues')
  const languageName = useLanguageName()
  const { bgImage } = league.summaryData
  return (
    <>
      <div className={css.cardPicture}>
        {bgImage ? (
          <img src={bgImage} alt="" width={600} height={450} loading="lazy" />
        ) : (
          <TrackArt place="card" name={league.shortName} outline={league.trackOutline} game={league.games[0] ?? ''} colors={[]} />
        )}
      </div>
      <div className={css.cardHead}>
        <Avatar name={league.name} url={league.logoUrl} size={48} square />
        <span className={css.cardName}>
          <Link to={`/communities/${league.id}`}>{league.name}</Link>
          <span>{league.shortName}</span>
        </span>
      </div>
      {league.games.length > 0 && (
        <Chips>
          {league.games.map((game) => (
            <Chip key={game}>{gameShort(game)}</Chip>
          ))}
        </Chips>
      )}
      {league.description !== '' && <p className={css.cardWords}>{league.description}</p>}
      <div className={css.cardFacts}>
        <LeagueSlot league={league} />
        <span>{text('facts.members', { count: league.members })}</span>
        {league.coming > 0 && <span>{text('facts.coming', { count: league.coming })}</span>}
        <span>{league.languages.map(languageName).join(', ')}</span>
      </div>
      <div className={css.cardAction}>
        <span className={css.hint}>{text(league.summaryData.directJoin ? 'facts.open' : 'facts.byApplication')}</span>
        {action(league)}
      </div>
    </>
  )
}

/** When they race: their weekday and hour in the reader's zone; while there is none, their next start. */
export function LeagueSlot({ league }: { readonly league: Pick<LeagueCard, 'usualStart' | 'nextStart'> }) {
  const text = useTexts('leagues')
  const { usualStart, nextStart } = league
  if (usualStart === null && nextStart === null) return null
  return (
    <b>
      {text(usualStart === null ? 'facts.next' : 'facts.usually')}{' '}
      {usualStart === null ? <StartTime at={nextStart!} short /> : <Moment at={usualStart} form="weekdayTime" zone />}
    </b>
  )
}
