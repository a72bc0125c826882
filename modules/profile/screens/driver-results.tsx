import { formatLapTime } from '#core/lap-time.ts'
import type { DriverResultView } from '#modules/results/contract/driver.ts'
import { useFormat } from '#web/kit/format.ts'
import { gameShort } from '#web/kit/games.ts'
import { useSearch } from '#web/kit/navigation.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { PositionsGained, BestTime } from '#web/ui/mark/change.tsx'
import { RankChange } from '#web/ui/mark/rating-change.tsx'
import { TrackTile } from '#web/ui/mark/track-tile.tsx'
import { pageOf, PAGE_ROWS } from './list-params.ts'
import css from './profile.module.css'
import { NO_FILTERS } from './result-filters.tsx'

/** A page of what a driver has driven: the place first, then where and in what, and what the rank made of it. */
export function DriverResults({
  results,
  total,
  isFiltered,
  isPart = false,
}: {
  readonly results: readonly DriverResultView[]
  readonly total: number
  readonly isFiltered: boolean
  /** Of a longer list, which has its own place. */
  readonly isPart?: boolean
}) {
  const text = useTexts('profile')
  const [, change] = useSearch()
  if (total === 0)
    return (
      <EmptyState
        title={text(isFiltered ? 'results.noneFiltered' : 'results.none')}
        action={isFiltered && <Button onClick={() => change(NO_FILTERS)}>{text('filter.reset')}</Button>}
      >
        {text(isFiltered ? 'results.noneFilteredWords' : 'results.noneWords')}
      </EmptyState>
    )
  return (
    <>
      <div className={css.results}>
        <CardList>
          {results.map((one) => (
            <Result key={`${one.sessionId} ${one.segment}`} one={one} />
          ))}
        </CardList>
      </div>
      {!isPart && <Pages total={total} />}
    </>
  )
}

/** Newer and older pages; the address names the one that is shown. */
export function Pages({ total }: { readonly total: number }) {
  const text = useTexts('profile')
  const [search, change] = useSearch()
  const page = pageOf(search)
  const pages = Math.max(1, Math.ceil(total / PAGE_ROWS))
  if (pages === 1 && page === 1) return null
  const to = (next: number) => change({ page: next === 1 ? undefined : String(next) })
  return (
    <nav className={css.pages} aria-label={text('pages.label')}>
      <Button disabled={page <= 1} onClick={() => to(Math.min(page - 1, pages))}>
        {text('pages.before')}
      </Button>
      <span aria-live="polite">{text('pages.at', { page, pages })}</span>
      <Button disabled={page >= pages} onClick={() => to(page + 1)}>
        {text('pages.next')}
      </Button>
    </nav>
  )
}

function Result({ one }: { readonly one: DriverResultView }) {
  const text = useTexts('profile')
  const format = useFormat()
  const { status, position, classPosition, startPosition, positionsGained, bestLapTime, incidents, points, rankingChange } = one
  const isRace = one.segment.startsWith('race')
  return (
    <div className={css.result}>
      <div className={css.place} data-place={status === 'FINISHED' && isRace ? position : undefined}>
        {status === 'FINISHED' ? (
          <>
            <span className="unseen">{text('results.place')}</span>
            {format.number(position)}
            <small>{text('results.of', { starters: one.starters })}</small>
          </>
        ) : (
          // racing's own abbreviations, the same in all languages
          status
        )}
      </div>
      <TrackTile name={one.track.name} outline={one.track.outline} />
      <Link to={`/events/${one.sessionId}#${one.segment}`} className={css.words}>
        <b>
          {one.sessionName}{' '}
          {one.isProvisional && (
            <span className={css.provisional}>
              <Icon name="clock" size={13} /> {text('results.provisional')}
            </span>
          )}
        </b>
        <span className="dotted">
          <span>{one.track.name}</span>
          <span>{one.leagueName}</span>
          <span>{gameShort(one.game)}</span>
          <Time at={one.startsAt} form="dateYear" zone={false} />
        </span>
        {one.carName && <span>{one.carName}</span>}
      </Link>
      <div className={css.facts}>
        <div className={css.told}>
          {isRace && positionsGained !== null && startPosition !== null && (
            <span>
              {positionsGained === 0 ? <b>=</b> : <PositionsGained gained={positionsGained} />}
              <small>{text('results.from', { place: startPosition })}</small>
            </span>
          )}
          {classPosition !== position && (
            <span>
              <small>{text('results.ofClass', { place: classPosition })}</small>
            </span>
          )}
        </div>
        <div className={css.told}>
          {bestLapTime !== null && (
            <span>
              <b>
                <BestTime best={one.isFastestLap ? 'session' : null}>{formatLapTime(bestLapTime)}</BestTime>
              </b>
              <small>{text('results.best')}</small>
            </span>
          )}
        </div>
        <div className={css.told}>
          {points !== 0 && <span>{text('results.points', { count: points, points: format.number(points) })}</span>}
          {isRace && status !== 'DNS' && (
            <span>
              <small>{incidents === null ? text('results.unmeasured') : text('results.incidents', { count: incidents })}</small>
            </span>
          )}
        </div>
      </div>
      {rankingChange && (
        <span className={css.change}>
          <RankChange change={rankingChange} told />
        </span>
      )}
    </div>
  )
}
