import type { ReactNode } from 'react'
import { MINUTE_MS } from '#core/duration.ts'
import { useNow } from '#web/kit/clock.ts'
import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Hero } from '#web/ui/layout/hero.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Chip, Chips } from '#web/ui/mark/chip.tsx'
import { ClassDot } from '#web/ui/mark/class-dot.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { TrackArt } from '#web/ui/mark/track-art.tsx'
import { TrackCard } from '#web/ui/mark/track-card.tsx'
import type { EventCard, EventView } from '../contract.ts'
import { tournamentPath } from '../rules/season.ts'
import { stateWord, type StateWord } from '../rules.ts'
import { EventFacts } from './event-facts.tsx'
import css from './sessions.module.css'

/**
 * The top of the event page: where it belongs, what it is, its `plan`, when, how many; `next` is the box with the one next action, at its side.
 * While it is driven what matters then stands in place of plan and facts.
 */
export function EventHero(props: {
  readonly event: EventView
  readonly plan?: ReactNode
  readonly next?: ReactNode
  readonly facts: boolean
  readonly children?: ReactNode
}) {
  const { event, plan, next, facts, children } = props
  const text = useTexts('sessions')
  const format = useFormat()
  // without a picture the track is one; on a phone the chips say the same
  const track = event.picture && (
    <div className={css.onlyWide}>
      <TrackCard
        name={event.trackName}
        layout={event.track.layoutName}
        country={event.track.country}
        lengthM={event.track.lengthM}
        outline={event.track.outline}
        ribbon={event.mods.ofTrack ? 'MOD' : event.track.dlc ? 'DLC' : null}
      />
    </div>
  )
  return (
    <Hero
      title={event.sessionName}
      picture={event.picture}
      art={
        <TrackArt
          place="hero"
          name={event.trackName}
          outline={event.track.outline}
          game={event.game}
          colors={event.carClasses.map(({ color }) => color)}
        />
      }
      crumb={
        <Link to={`/communities/${event.leagueId}`} className={css.crumb}>
          <Avatar name={event.leagueName} url={event.leagueLogoUrl} size={30} square />
          {event.leagueName}
        </Link>
      }
      aside={next ?? track}
    >
      <Chips>
        <StateChip event={event} />
        <SeasonChip event={event} isLink />
        <Chip>
          {event.track.country && <Flag country={event.track.country} />} {event.trackName}
          {event.track.layoutName ? ` · ${event.track.layoutName}` : ''}
          {event.track.lengthM ? ` · ${format.kilometres(event.track.lengthM)}` : ''}
        </Chip>
        <Chip tone="game">{event.gameName}</Chip>
        {event.carClasses.map((one) => (
          <Chip key={one.id}>
            <ClassDot carClass={one.name} color={one.color} /> {one.name}
          </Chip>
        ))}
        {event.carClasses.length === 0 && event.carsName && <Chip>{event.carsName}</Chip>}
        {event.mods.ofTrack && <Chip tone="warn">MOD</Chip>}
        {event.track.dlc && !event.mods.ofTrack && <Chip tone="warn">DLC</Chip>}
        {event.config.isRanked && <Chip tone="quiet">{text('event.ranked')}</Chip>}
        {event.data.fromRecurringSession && <Chip tone="quiet">{text('event.daily')}</Chip>}
        {event.driverSwap && <Chip tone="quiet">{text('event.teams')}</Chip>}
        {event.hasEntryPassword && <Chip tone="quiet">{text('event.password')}</Chip>}
      </Chips>
      {plan}
      {facts && <EventFacts event={event} />}
      {next && track}
      {children}
    </Hero>
  )
}

/** Which season the event is of, and which of its rounds. */
export function SeasonChip({ event, isLink = false }: { readonly event: EventCard; readonly isLink?: boolean }) {
  const text = useTexts('sessions')
  const { tournamentId: id, tournamentName, tournamentType: type, roundNo } = event
  if (id === null || tournamentName === null || type === null) return null
  const words = roundNo === null || type === 'ROUND' ? tournamentName : text('event.round', { season: tournamentName, no: roundNo })
  if (!isLink) return <span>{words}</span>
  return (
    <Link to={tournamentPath({ id, type })}>
      <Chip tone="red">{words}</Chip>
    </Link>
  )
}

const TONES: Partial<Readonly<Record<StateWord, 'live' | 'warn' | 'red' | 'quiet' | 'good'>>> = {
  draft: 'warn',
  open: 'good',
  full: 'warn',
  serverComing: 'warn',
  serverOpen: 'live',
  racing: 'live',
  failed: 'red',
  declined: 'red',
}

/** The state in plain words. */
export function StateChip({ event }: { readonly event: Parameters<typeof stateWord>[0] }) {
  const text = useTexts('sessions')
  const word = stateWord(event, useNow(MINUTE_MS))
  return <Chip tone={TONES[word] ?? 'quiet'}>{text(`state.${word}`)}</Chip>
}
