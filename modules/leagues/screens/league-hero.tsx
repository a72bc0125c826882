import type { ReactNode } from 'react'
import { gameName } from '#web/kit/games.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link, OutsideLink } from '#web/ui/action/link.tsx'
import { FactsRow } from '#web/ui/data/facts-row.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { Hero } from '#web/ui/layout/hero.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Chip, Chips } from '#web/ui/mark/chip.tsx'
import { TrackArt } from '#web/ui/mark/track-art.tsx'
import type { LeagueView } from '../contract.ts'
import { useLanguageName } from './language-name.ts'
import css from './leagues.module.css'

/** The top of a community's page: who they are, what they race, how one gets in; under it what the reader can do. */
export function LeagueHero(props: {
  readonly league: LeagueView
  /** A track it races on. */
  readonly outline: string | null
  readonly children: ReactNode
}) {
  const { league, outline, children } = props
  const text = useTexts('leagues')
  const languageName = useLanguageName()
  const { bgImage, bgImageSmall } = league.summaryData
  return (
    <Hero
      picture={bgImage === null ? null : { large: bgImage, small: bgImageSmall ?? bgImage }}
      art={<TrackArt place="hero" name={league.shortName} outline={outline} game={league.games[0] ?? ''} colors={[]} />}
      title={league.name}
      crumb={
        <>
          <Avatar name={league.name} url={league.logoUrl} size={56} square />
          <Link to="/communities" className={css.crumbLink}>
            {text('page.crumb')}
          </Link>
          <span>{league.shortName}</span>
        </>
      }
    >
      <Chips>
        {league.closedAt && <Chip tone="warn">{text('state.closed')}</Chip>}
        {league.visibility === 'HIDDEN' && <Chip tone="warn">{text('state.hidden')}</Chip>}
        {league.games.map((game) => (
          <Chip key={game}>{gameName(game)}</Chip>
        ))}
        <Chip tone="quiet">{text(league.summaryData.directJoin ? 'facts.open' : 'facts.byApplication')}</Chip>
        {league.passwordRequired && <Chip tone="quiet">{text('facts.password')}</Chip>}
        {league.summaryData.discordRequired && <Chip tone="quiet">{text('facts.discord')}</Chip>}
        {league.summaryData.type === 'OPEN_EVENTS_COMMUNITY' && <Chip tone="quiet">{text('facts.openEvents')}</Chip>}
      </Chips>
      <FactsRow
        facts={[
          { label: text('facts.membersLabel'), value: league.members },
          league.owner && { label: text('facts.owner'), value: <Link to={`/profile/${league.owner.id}`}>{league.owner.name}</Link> },
          { label: text('facts.languages'), value: league.languages.map(languageName).join(', ') },
          { label: text('facts.since'), value: <Time at={league.createdAt} form="dateYear" zone={false} /> },
          league.inviteLink !== '' && {
            label: text('facts.chat'),
            value: <OutsideLink href={league.inviteLink}>{hostOf(league.inviteLink)}</OutsideLink>,
          },
        ]}
      />
      {children}
    </Hero>
  )
}

const hostOf = (link: string): string => (URL.canParse(link) ? new URL(link).host : link)
