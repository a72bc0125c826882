import type { ReactNode } from 'react'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { FactsRow } from '#web/ui/data/facts-row.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { Hero } from '#web/ui/layout/hero.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Chip, Chips } from '#web/ui/mark/chip.tsx'
import { TrackArt } from '#web/ui/mark/track-art.tsx'
import type { RoundView } from '../contract/shapes.ts'
import css from './rounds.module.css'
import { mayDrive, STATUS_TONES } from './words.ts'

const RoundNext = lazyPart(() => import('./round-next.tsx'), 'RoundNext')

/** The top of a round's page: what it is, when it begins, and for whom. */
export function RoundHero({ round, children }: { readonly round: RoundView; readonly children: ReactNode }) {
  const text = useTexts('rounds-page')
  const [first] = round.sessions
  return (
    <Hero
      title={round.name}
      picture={round.img === null ? null : { large: round.img, small: round.imgSmall ?? round.img }}
      art={<TrackArt place="hero" name={round.shortName} outline={first?.outline ?? null} game={first?.game ?? ''} colors={[]} />}
      crumb={
        <>
          <Avatar name={round.leagueName} url={round.leagueLogoUrl} size={32} square />
          <Link to={`/special-events/${round.leagueId}`}>{round.leagueName}</Link>
        </>
      }
    >
      <Chips>
        <Chip tone={STATUS_TONES[round.status]}>{text(`state.${round.status}`)}</Chip>
        <Chip tone="quiet">{text(round.invitedOnly ? 'for.invited' : 'for.everybody')}</Chip>
        {mayDrive(round) && <Chip tone="good">{text('for.you')}</Chip>}
      </Chips>
      <FactsRow
        facts={[
          { label: text('facts.start'), value: <Time at={round.startDate} /> },
          { label: text('facts.events', { count: round.sessions.length }), value: round.sessions.length },
          round.invitedOnly && { label: text('facts.drivers', { count: round.drivers }), value: round.drivers },
        ]}
      />
      <div className={css.buttons}>
        {mayDrive(round) && <RoundNext round={round} />}
        {children}
      </div>
    </Hero>
  )
}
