import type { ReactNode } from 'react'
import { useFormat } from '#web/kit/format.ts'
import { useNow } from '#web/kit/clock.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { MINUTE_MS } from '#core/duration.ts'
import { Link } from '#web/ui/action/link.tsx'
import { Moment, ZoneName } from '#web/ui/data/moment.tsx'
import { SeatsBar } from '#web/ui/data/seats-bar.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { ClassDot } from '#web/ui/mark/class-dot.tsx'
import { classes } from '#web/ui/classes.ts'
import { Chips } from '#web/ui/mark/chip.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { TrackTile } from '#web/ui/mark/track-tile.tsx'
import type { EventCard } from '../contract.ts'
import { seatsFreeAt, takesDrivers } from '../rules.ts'
import { SeasonChip, StateChip } from './event-hero.tsx'
import css from './sessions.module.css'

/** What later rooms say of each event: how it went, in place of its seats and state; whether the reader is in, else what stands there. */
type Parts<E> = {
  readonly outcome?: (event: E) => ReactNode
  readonly mine?: (event: E, otherwise: ReactNode) => ReactNode
  /** On the page of their community, whose name is said. */
  readonly isOfOne?: boolean
}

/** So many rows may stand in the first window, of whatever size. */
const FIRST_ROWS = 10

/** Those that have a name, from the one behind on. */
const DAYS = ['yesterday', 'today', 'tomorrow'] as const
const WEEKS = ['lastWeek', 'thisWeek', 'nextWeek'] as const

/** Events under the days of the viewer's own calendar, these under its weeks. */
export function EventDays<E extends EventCard>({ events, ...parts }: { readonly events: readonly E[] } & Parts<E>) {
  const format = useFormat()
  const web = useTexts('web')
  const now = useNow(MINUTE_MS)
  const far = new Set(events.slice(FIRST_ROWS))
  const days = [...Map.groupBy(events, (event) => format.daysAhead(event.startsAt, now))]
  const weekOf = ([first]: readonly EventCard[]): number => format.weeksAhead(first!.startsAt, now)
  return (
    <div>
      {days.map(([day, ofDay], index) => {
        const week = weekOf(ofDay)
        const isNewWeek = !index || weekOf(days[index - 1]![1]) !== week
        const [near, nearWeek] = [DAYS[day + 1], WEEKS[week + 1]]
        const { startsAt } = ofDay[0]!
        const date = format.date(startsAt, Math.abs(day) > 180 ? 'dateYear' : 'date')
        return (
          <section key={day}>
            {isNewWeek && (
              <p className={css.week} suppressHydrationWarning>
                {nearWeek ? web(`time.${nearWeek}`) : web('time.weekOf', { day: format.weekOf(startsAt) })}
              </p>
            )}
            <h2 className={css.day} suppressHydrationWarning>
              {near ? `${capital(web(`time.${near}`))}, ${date}` : date}
            </h2>
            <CardList>
              {ofDay.map((event) => (
                <EventRow key={event.id} event={event} isFar={far.has(event)} {...parts} />
              ))}
            </CardList>
          </section>
        )
      })}
    </div>
  )
}

function EventRow<E extends EventCard>({ event, isFar, outcome, mine, isOfOne }: { readonly event: E; readonly isFar: boolean } & Parts<E>) {
  const text = useTexts('sessions')
  const format = useFormat()
  const state = <StateChip event={event} />
  const now = useNow(MINUTE_MS)
  const isAhead = takesDrivers(event, now)
  return (
    <Link to={`/events/${event.id}`} className={classes(css.row, outcome && css.driven, isFar && css.far)}>
      <time className={css.rowWhen} dateTime={event.startsAt}>
        <b>
          <Moment at={event.startsAt} form="time" />
        </b>
        <ZoneName at={event.startsAt} />
      </time>
      <TrackTile name={event.trackName} picture={event.picture?.small} outline={event.track.outline} />
      <span className={css.rowWhat}>
        <b>{event.sessionName}</b>
        <span className="dotted">
          <span>
            <Flag country={event.track.country} size="small" plain /> {event.trackName}
          </span>
          <span>{event.gameShortName}</span>
          <SeasonChip event={event} />
          {event.data.fromRecurringSession && <span>{text('event.daily')}</span>}
          {event.carClasses.map((one) => (
            <span key={one.id}>
              <ClassDot carClass={one.name} color={one.color} /> {one.name}
            </span>
          ))}
          {event.carClasses.length === 0 && event.carsName && <span>{event.carsName}</span>}
          <span>{format.minutes(event.duration)}</span>
          {!isOfOne && <span>{event.leagueName}</span>}
        </span>
      </span>
      {outcome ? (
        <span className={css.rowOutcome}>{outcome(event)}</span>
      ) : (
        <>
          {/* how full it is while somebody may still come; then how many drive */}
          <SeatsBar taken={event.taken} seats={event.config.seats} free={seatsFreeAt(event, now)} isOpen={isAhead} />
          {/* that the reader is in does not stand for a race that is on */}
          {!mine ? (
            state
          ) : isAhead ? (
            mine(event, state)
          ) : (
            <Chips>
              {state}
              {mine(event, null)}
            </Chips>
          )}
        </>
      )}
    </Link>
  )
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
