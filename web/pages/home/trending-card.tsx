import { MyPlace } from '#modules/entries/screens/my-place.tsx'
import { gameShort } from '#web/kit/games.ts'
import { Link } from '#web/ui/action/link.tsx'
import { SeatsBar } from '#web/ui/data/seats-bar.tsx'
import { StartTime } from '#web/ui/data/time.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { TrackArt } from '#web/ui/mark/track-art.tsx'
import css from './home.module.css'
import type { ReplyOf } from '#core/contract.ts'
import type { sessionsContract } from '#modules/sessions/contract.ts'

type Race = ReplyOf<typeof sessionsContract.trendingRaces>[number]

/** A race that fills up, 336 × 280. */
export const TrendingCard = ({ race }: { readonly race: Race }) => (
  <Link to={`/events/${race.id}`} className={css.trend} draggable={false}>
    <span className={css.trendTop} style={race.backgroundUrl ? { backgroundImage: `url(${JSON.stringify(race.backgroundUrl)})` } : undefined}>
      {!race.backgroundUrl && (
        <TrackArt place="card" name={race.trackName} outline={race.trackOutline} game={race.game} colors={race.classes.map(({ color }) => color)} />
      )}
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
    <MyPlace sessionId={race.id} otherwise={<SeatsBar taken={race.registeredDrivers} seats={race.maxDrivers} isOpen />} />
  </Link>
)
