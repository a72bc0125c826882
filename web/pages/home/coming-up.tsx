import type { EventCard } from '#modules/sessions/contract.ts'
import { MINUTE_MS } from '#core/duration.ts'
import { MyPlace } from '#modules/entries/screens/my-place.tsx'
import { takesDrivers } from '#modules/sessions/rules.ts'
import { useNow } from '#web/kit/clock.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Day, Moment, ZoneName } from '#web/ui/data/moment.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { TrackTile } from '#web/ui/mark/track-tile.tsx'
import css from './home.module.css'

export function ComingUp({ races }: { readonly races: readonly EventCard[] }) {
  const text = useTexts('web')
  if (races.length === 0) {
    return (
      <EmptyState title={text('home.noRaces')} action={<ButtonLink to="/communities">{text('home.findCommunity')}</ButtonLink>}>
        {text('home.noRacesWords')}
      </EmptyState>
    )
  }
  return (
    <CardList>
      {races.map((race) => (
        <ComingRow key={race.id} race={race} />
      ))}
    </CardList>
  )
}

function ComingRow({ race }: { readonly race: EventCard }) {
  const text = useTexts('web')
  const now = useNow(MINUTE_MS)
  const isOpen = takesDrivers(race, now)
  const isOn = race.status === 'IN_PROGRESS' && now >= Date.parse(race.startsAt)
  return (
    <Link to={`/events/${race.id}`} className={css.coming}>
      <time className={css.when} dateTime={race.startsAt}>
        <b>
          <Moment at={race.startsAt} form="time" />
        </b>
        <span>
          <Day at={race.startsAt} /> <ZoneName at={race.startsAt} />
        </span>
      </time>
      <TrackTile name={race.trackName} picture={race.picture?.small} outline={race.track.outline} />
      <span className={css.what}>
        <b>{race.sessionName}</b>
        <span className={css.small}>
          <Flag country={race.track.country} size="small" plain /> {race.leagueName} · {race.tournamentName !== null && `${race.tournamentName} · `}
          {race.gameShortName} · {race.trackName}
        </span>
      </span>
      {isOn ? (
        <span className={css.state}>
          <Chip tone="live">{text('home.onNow')}</Chip>
          <MyPlace sessionId={race.id} otherwise={null} />
        </span>
      ) : (
        <MyPlace
          sessionId={race.id}
          otherwise={
            <Chip tone={isOpen && race.taken >= race.config.seats ? 'warn' : 'plain'}>
              <span className={css.seats}>
                {isOpen ? `${race.taken} / ${race.config.seats}` : text('seats.driving', { count: race.taken })}
                {isOpen && <span className="unseen"> {text('home.drivers')}</span>}
              </span>
            </Chip>
          }
        />
      )}
      <Icon name="right" size={15} />
    </Link>
  )
}
