import { gamesWith } from '#games/facts/facts.ts'
import { LapFilters } from '#modules/laps/screens/lap-filters.tsx'
import { LapList } from '#modules/laps/screens/lap-list.tsx'
import { LapPlaces } from '#modules/laps/screens/lap-places.tsx'
import css from '#modules/laps/screens/laps.module.css'
import { lapsAsked, placesAsked, type Asked } from '#modules/laps/screens/list-params.ts'
import { useAsk } from '../kit/ask.ts'
import { gameShort } from '../kit/games.ts'
import { useMe } from '../kit/me.ts'
import { useSearch } from '../kit/navigation.ts'
import { useTexts } from '../kit/texts.tsx'
import { Link } from '../ui/action/link.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { ChipChoice } from '../ui/mark/chip.tsx'
import { placeName, placesCall } from './best-laps/needs.ts'

/** Best laps: a track is chosen first, then its list is filtered by the address. */
export function BestLapsPage() {
  const [search] = useSearch()
  const asked = lapsAsked(search)
  return asked ? <OfTrack asked={asked} /> : <Places />
}

function Places() {
  const text = useTexts('laps')
  const [search, change] = useSearch()
  const params = placesAsked(search)
  const { data } = useAsk(placesCall(useMe() !== null), params, { keepLast: true })
  return (
    <Page title={text('title')}>
      <div className={css.top}>
        <p className={css.lead}>{text('places.words')}</p>
        <ChipChoice
          label={text('filter.game')}
          value={params.gameId ?? 'all'}
          onChange={(game) => change({ game: game === 'all' ? undefined : game, season: undefined })}
          choices={[
            { value: 'all', label: text('filter.allGames') },
            ...gamesWith(({ isAnother }) => !isAnother).map((value) => ({ value, label: gameShort(value) })),
          ]}
        />
      </div>
      {data ? <LapPlaces places={data.places} season={params.tournamentId} /> : <Skeleton rows={6} height={72} />}
    </Page>
  )
}

const FILTERS = ['tracks', 'cars', 'community', 'season', 'drivers', 'from', 'to', 'segment']

function OfTrack({ asked }: { readonly asked: Asked }) {
  const text = useTexts('laps')
  const [search, change] = useSearch()
  const { gameId } = asked
  const places = useAsk(placesCall(useMe() !== null), placesAsked(search), { keepLast: true }).data?.places
  const isFiltered = [
    asked.carModelIds,
    asked.communityIds,
    asked.driverIds,
    asked.tournamentId,
    asked.dateFrom,
    asked.dateTo,
    asked.segmentType,
  ].some(Boolean)
  const reset = () => change(Object.fromEntries(FILTERS.map((name) => [name, undefined])))
  return (
    <Page title={placeName(search, places) ?? text('title')}>
      <div className={css.top}>
        <p className={css.lead}>
          <Link to={`/best-laps?game=${gameId}${asked.tournamentId ? `&season=${asked.tournamentId}` : ''}`}>← {text('places.all')}</Link> ·{' '}
          {gameShort(gameId)} · {text('title')}
        </p>
        <LapFilters asked={asked} />
      </div>
      <LapList asked={asked} reset={isFiltered ? reset : undefined} />
    </Page>
  )
}
