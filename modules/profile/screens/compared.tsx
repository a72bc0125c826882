import { formatLapTime } from '#core/lap-time.ts'
import { gameShort } from '#web/kit/games.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { TrackTile } from '#web/ui/mark/track-tile.tsx'
import type { ComparedView, InRaceView } from '../contract.ts'
import css from './compare.module.css'
import { Pages } from './driver-results.tsx'
import { LapTime } from './driver-laps.tsx'
import { Marked } from './marked.tsx'

/** Races that both drove, newest first: who came in before the other, and how fast each of them was. */
export function RacesTogether({ compared: { together, races, first, second } }: { readonly compared: ComparedView }) {
  const text = useTexts('profile')
  return (
    <Section title={text('compare.races')}>
      {together.races === 0 ? (
        <EmptyState title={text('compare.never')}>{text('compare.neverWords')}</EmptyState>
      ) : (
        <>
          <CardList>
            {races.map((race) => (
              <div key={`${race.sessionId} ${race.segment}`} className={css.race}>
                <InRace name={first.name} own={race.first} other={race.second} />
                <Link to={`/events/${race.sessionId}#${race.segment}`} className={css.event}>
                  <b>{race.sessionName}</b>
                  <span>{race.track.name}</span>
                  <span>{race.leagueName}</span>
                  <span>
                    <Time at={race.startsAt} form="dateYear" zone={false} />
                  </span>
                </Link>
                <InRace name={second.name} own={race.second} other={race.first} />
              </div>
            ))}
          </CardList>
          <Pages total={together.races} />
        </>
      )}
    </Section>
  )
}

function InRace({ name, own, other }: { readonly name: string | null; readonly own: InRaceView; readonly other: InRaceView }) {
  const isFaster = own.bestLapTime !== null && other.bestLapTime !== null && own.bestLapTime < other.bestLapTime
  return (
    <div className={css.own}>
      <span className="unseen">{name}: </span>
      <Marked isBetter={own.position < other.position}>
        {/* racing's own abbreviations, the same in all languages */}
        <b className={css.big}>{own.status === 'FINISHED' ? `P${own.position}` : own.status}</b>
      </Marked>
      {own.bestLapTime !== null && (
        <Marked isBetter={isFaster}>
          <span>{formatLapTime(own.bestLapTime)}</span>
        </Marked>
      )}
      <span className={css.car}>{own.carName}</span>
    </div>
  )
}

/** Best laps of both with the same car on the same track; what the reader is not told of says so. */
export function LapsOfBoth({ compared: { laps } }: { readonly compared: ComparedView }) {
  const text = useTexts('profile')
  const told = laps.filter(({ first, second }) => first ?? second)
  return (
    <Section title={text('compare.laps')}>
      {laps.length === 0 && <EmptyState title={text('compare.noLaps')} />}
      {laps.length > 0 && told.length === 0 && <p className={css.quiet}>{text('laps.hidden', { count: laps.length * 2 })}</p>}
      {told.length > 0 && (
        <CardList>
          {told.map(({ first, second }) => {
            const lap = (first ?? second)!
            const own = (one: typeof first, other: typeof first) => (
              <div className={css.own}>
                {one ? (
                  <Marked isBetter={other !== null && one.lapTime < other.lapTime}>
                    <Link to={`/events/${one.sessionId}#${one.segment}`} className={css.lap}>
                      <LapTime lap={one} />
                    </Link>
                  </Marked>
                ) : (
                  <span className={css.quiet}>{text('compare.lapsHidden')}</span>
                )}
              </div>
            )
            return (
              <div key={`${lap.gameId} ${lap.trackId} ${lap.layoutId} ${lap.carModelId}`} className={css.race}>
                {own(first, second)}
                <span className={css.event}>
                  <TrackTile name={lap.track.name} outline={lap.outline} />
                  <b>{[lap.track.name, lap.track.layoutName].filter(Boolean).join(', ')}</b>
                  <span>{[lap.car.name, gameShort(lap.gameId)].filter(Boolean).join(' · ')}</span>
                </span>
                {own(second, first)}
              </div>
            )
          })}
        </CardList>
      )}
    </Section>
  )
}
