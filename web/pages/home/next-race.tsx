import type { CSSProperties } from 'react'
import type { ReplyOf } from '#core/contract.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import type { EventCard } from '#modules/sessions/contract.ts'
import { tournamentPath } from '#modules/sessions/rules/season.ts'
import { LAUNCH_LEAD_MS, seatsFreeAt, takesDrivers } from '#modules/sessions/rules.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useNow } from '#web/kit/clock.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { useTakenOver } from '#web/kit/visit.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Countdown } from '#web/ui/data/countdown.tsx'
import { SeatsBar } from '#web/ui/data/seats-bar.tsx'
import { StartTime, Time } from '#web/ui/data/time.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Hero } from '#web/ui/layout/hero.tsx'
import { StickyAction } from '#web/ui/layout/sticky-action.tsx'
import { Chip, Chips } from '#web/ui/mark/chip.tsx'
import { ClassDot } from '#web/ui/mark/class-dot.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { TrackArt } from '#web/ui/mark/track-art.tsx'
import { GridByRank } from './grid-by-rank.tsx'
import { GRID_ROWS } from './grid-rows.ts'
import css from './home.module.css'

const NightAtHome = lazyPart(() => import('#web/pages/night/at-home.tsx'), 'NightAtHome')
const MINUTE_MS = 60_000
/** From here on whole hours are said as such. */
const LONG_MIN = 120

type Next = ReplyOf<typeof entriesContract.myNext>
type Planned = NonNullable<Next['plan']>['segments'][number]

/** The race that matters now: the reader's own next one, else the next in their communities. */
export function NextRace({ race, entry, plan }: { readonly race: EventCard } & Pick<Next, 'entry' | 'plan'>) {
  const text = useTexts('web')
  const lengthOf = ({ laps, durationMin }: Planned): string | number =>
    laps ? text('home.laps', { count: laps }) : durationMin >= LONG_MIN && durationMin % 60 === 0 ? `${durationMin / 60} h` : durationMin
  // nothing that the server draws
  const isTakenOver = useTakenOver()
  const isRunning = useNow(MINUTE_MS) >= new Date(race.startsAt).getTime()
  const label = entry
    ? text(entry.status === 'ACTIVE' ? 'home.yourRace' : 'home.yourPlace', { number: entry.raceNumber })
    : text(isRunning ? 'home.onNow' : 'home.yoursNext')
  return (
    <Hero
      title={race.sessionName}
      picture={race.picture}
      art={
        <TrackArt
          place="hero"
          name={race.trackName}
          outline={race.track.outline}
          game={race.game}
          colors={race.carClasses.map(({ color }) => color)}
        />
      }
      crumb={
        <p className={css.label} data-live>
          {label}
        </p>
      }
      aside={<NextRaceCard race={race} />}
    >
      <Chips>
        <Chip>
          <Flag country={race.track.country} /> {race.trackName}
        </Chip>
        <Chip>{race.gameShortName}</Chip>
        {race.carClasses.map((one) => (
          <Chip key={one.id}>
            <ClassDot carClass={one.name} color={one.color} /> {one.name}
          </Chip>
        ))}
        {plan && <Chip>{plan.segments.map((segment) => `${text(`home.short${segment.type}`)} ${lengthOf(segment)}`).join(' · ')}</Chip>}
        {race.tournamentName !== null && race.tournamentId !== null && race.tournamentType !== null && (
          <Link to={tournamentPath({ id: race.tournamentId, type: race.tournamentType })}>
            <Chip tone="red">{race.tournamentName}</Chip>
          </Link>
        )}
        <Chip tone="quiet">{race.leagueName}</Chip>
      </Chips>
      <div className={css.clock}>
        <Countdown to={race.startsAt} over={text('home.running')} />
        {!isRunning && <StartsCard at={race.startsAt} isLaunched={plan?.hosting === 'AUTOMATIC'} />}
      </div>
      <StickyAction>
        <ButtonLink to={`/events/${race.id}`} look="primary">
          {text('home.openEvent')}
        </ButtonLink>
        {race.status === 'WAITING' && !isRunning && (
          <ButtonLink to={`/public/events/${race.id}/calendar.ics`} file>
            {text('home.addToCalendar')}
          </ButtonLink>
        )}
        {isTakenOver && <NightAtHome race={race} />}
      </StickyAction>
    </Hero>
  )
}

function StartsCard({ at, isLaunched }: { readonly at: string; readonly isLaunched: boolean }) {
  const text = useTexts('web')
  return (
    <div className={css.startsCard}>
      <b>
        <StartTime at={at} short />
      </b>
      <span>
        {isLaunched ? (
          <>
            {text('home.serverOpens')} <Time at={Date.parse(at) - LAUNCH_LEAD_MS} form="time" zone={false} />
          </>
        ) : (
          text('home.yourTime')
        )}
      </span>
    </div>
  )
}

function NextRaceCard({ race }: { readonly race: EventCard }) {
  const text = useTexts('web')
  const now = useNow(MINUTE_MS)
  const left = seatsFreeAt(race, now)
  const isOpen = takesDrivers(race, now)
  const { data: list } = useAsk(entriesContract.entryList, { refId: race.id })
  const isByRank = list?.entries.some(({ participant }) => participant.currentRank !== null)
  return (
    <Card className={css.side}>
      <h2 className={css.sideTitle}>
        <span className={css.onlyNarrow}>{text('home.grid')}</span>
        <span className={css.onlyWide}>{text(isByRank ? 'home.gridByRank' : 'home.grid')}</span>
      </h2>
      <p className={css.sideBig}>{`${race.taken} / ${race.config.seats}`}</p>
      {isOpen && (
        <>
          <SeatsBar taken={race.taken} seats={race.config.seats} free={left} isOpen plain />
          <p className={css.small}>{left > 0 ? text('seats.left', { count: left }) : text('home.fullGrid')}</p>
        </>
      )}
      {race.taken > 0 && (
        <ol className={css.grid} style={{ '--rows': Math.min(race.taken, GRID_ROWS) } as CSSProperties}>
          {list && <GridByRank entries={list.entries} />}
        </ol>
      )}
    </Card>
  )
}
