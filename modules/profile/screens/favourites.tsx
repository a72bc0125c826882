import { useFormat } from '#web/kit/format.ts'
import { gameShort } from '#web/kit/games.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { TrackTile } from '#web/ui/mark/track-tile.tsx'
import type { FavouriteView } from '../contract.ts'
import css from './profile.module.css'

/** Car and track together that somebody races most. */
export function Favourites({ favourites }: { readonly favourites: readonly FavouriteView[] }) {
  const text = useTexts('profile')
  const format = useFormat()
  if (favourites.length === 0) return null
  return (
    <Section title={text('favourites.title')}>
      <CardList>
        {favourites.map((one) => (
          <div key={`${one.gameId} ${one.trackId} ${one.track.name} ${one.carName}`} className={css.line}>
            <TrackTile name={one.track.name} outline={one.track.outline} />
            <span className={css.words}>
              <b>{one.carName ?? '–'}</b>
              <span>
                {one.track.name} · {gameShort(one.gameId)}
              </span>
              <span>{text('favourites.average', { place: format.number(one.averagePlace, 1) })}</span>
            </span>
            <span className={css.figures}>
              <b>{text('favourites.races', { count: one.races })}</b>
              <span>{text('favourites.wins', { count: one.wins })}</span>
            </span>
          </div>
        ))}
      </CardList>
    </Section>
  )
}
