import { gameShort } from '#web/kit/games.ts'
import { Link } from '#web/ui/action/link.tsx'
import { SeatsBar } from '#web/ui/data/seats-bar.tsx'
import { StartTime } from '#web/ui/data/time.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import css from './home.module.css'
import type { ReplyOf } from '#core/contract.ts'
import type { sessionsContract } from '#modules/sessions/contract.ts'

type Race = ReplyOf<typeof sessionsContract.trendingRaces>[number]

/** A race that fills up, 336 × 280. */
export const TrendingCard = ({ race }: { readonly race: Race }) => (
  <Link
    to={`/events/${race.id}`}
    className={css.trend}
    data-game={race.game}
    draggable={false}
    style={race.backgroundUrl ? { backgroundImage: `linear-gradient(#000c, #000c), url(${JSON.stringify(race.backgroundUrl)})` } : undefined}
  >
    <span className={css.trendTop}>
      <Chip>{gameShort(race.game)}</Chip>
    </span>
    <span className={css.small}>{race.leagueName}</span>
    <strong className={css.trendName}>{race.sessionName}</strong>
    <span className={css.small}>
      <Flag country={race.trackCountry} size="small" plain /> {race.trackName}
    </span>
    <span className={css.start}>
      <StartTime at={race.startDate} />
    </span>
    <SeatsBar taken={race.registeredDrivers} seats={race.maxDrivers} />
  </Link>
)
