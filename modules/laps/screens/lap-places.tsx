import { formatLapTime } from '#core/lap-time.ts'
import { gameShort } from '#web/kit/games.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { TrackOutline } from '#web/ui/mark/track-outline.tsx'
import type { LapPlace } from '../contract.ts'
import css from './laps.module.css'
import { lapsPath } from './laps-path.ts'

/** Every track on which there are laps, with its shape and the fastest. */
export function LapPlaces({ places, season }: { readonly places: readonly LapPlace[]; readonly season?: string | undefined }) {
  const text = useTexts('laps')
  if (places.length === 0)
    return (
      <EmptyState heading="h2" title={text('places.none')}>
        {text('places.noneWords')}
      </EmptyState>
    )
  return (
    <ul className={css.places}>
      {places.map((place) => (
        <li key={`${place.gameId} ${place.trackId} ${place.layoutId}`}>
          <Place place={place} season={season} />
        </li>
      ))}
    </ul>
  )
}

function Place({ place, season }: { readonly place: LapPlace; readonly season: string | undefined }) {
  const text = useTexts('laps')
  const { record } = place
  return (
    <Link to={lapsPath({ ...place, game: place.gameId, season })} className={css.place}>
      <span className={css.shape}>{place.outline && <TrackOutline url={place.outline} />}</span>
      <span className={css.placeWords}>
        <b>
          <Flag country={place.country} size="small" plain /> {place.name}
        </b>
        <small>{[gameShort(place.gameId), place.layoutName].filter(Boolean).join(' · ')}</small>
      </span>
      <span className={css.record}>
        <span className="unseen">{text('places.record')}: </span>
        <strong>{formatLapTime(record.lapTime)}</strong>
        <small>{record.driver.name ?? text('table.removed')}</small>
      </span>
    </Link>
  )
}
