import type { EventCard } from '#modules/sessions/contract.ts'
import type { MyEntry } from './next-race.tsx'
import { useFormat } from '#web/kit/format.ts'
import { useNow } from '#web/kit/clock.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import css from './home.module.css'

export function ComingUp({ races, mine }: { readonly races: readonly EventCard[]; readonly mine: readonly MyEntry[] }) {
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
        <ComingRow key={race.id} race={race} entry={mine.find((entry) => entry.sessionId === race.id)} />
      ))}
    </CardList>
  )
}

const MINUTE_MS = 60_000

function ComingRow({ race, entry }: { readonly race: EventCard; readonly entry: MyEntry | undefined }) {
  const format = useFormat()
  const text = useTexts('web')
  const now = useNow(MINUTE_MS)
  const days = format.daysAhead(race.startsAt, now)
  const day = days === 0 ? text('time.today') : days === 1 ? text('time.tomorrow') : format.date(race.startsAt, 'date')
  return (
    <Link to={`/events/${race.id}`} className={css.coming}>
      <time className={css.when} dateTime={race.startsAt} suppressHydrationWarning>
        <b>{format.date(race.startsAt, 'time')}</b>
        <span>{`${day} ${format.zoneName(race.startsAt)}`}</span>
      </time>
      <span className={css.what}>
        <b>{race.sessionName}</b>
        <span className={css.small}>
          <Flag country={race.track.country} size="small" plain /> {race.leagueName} · {race.gameShortName} · {race.trackName}
        </span>
      </span>
      {entry ? (
        <Chip tone="good">{text(entry.status === 'ACTIVE' ? 'home.youAreIn' : 'home.youWait')}</Chip>
      ) : (
        <Chip tone={race.taken >= race.config.maxEntries ? 'warn' : 'plain'}>
          <span className={css.seats}>{`${race.taken} / ${race.config.maxEntries}`}</span>
          <span className="unseen"> {text('home.drivers')}</span>
        </Chip>
      )}
      <Icon name="right" size={15} />
    </Link>
  )
}
