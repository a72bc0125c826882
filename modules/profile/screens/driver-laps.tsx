import { formatLapTime } from '#core/lap-time.ts'
import type { DriverLap } from '#modules/laps/contract.ts'
import { useFormat } from '#web/kit/format.ts'
import { gameShort } from '#web/kit/games.ts'
import { usePath } from '#web/kit/navigation.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { BestTime } from '#web/ui/mark/change.tsx'
import { TrackTile } from '#web/ui/mark/track-tile.tsx'
import type { CareerView } from '../contract.ts'
import css from './profile.module.css'

const FIRST = 4

type Laps = Pick<CareerView, 'laps' | 'hiddenLaps'>

/** The fastest in each car on each track, those first that are driven most; each leads to the event where it was driven. */
export function DriverLaps({ laps, hiddenLaps }: Laps) {
  const text = useTexts('profile')
  if (laps.length + hiddenLaps === 0) return null
  return (
    <Section title={text('laps.title')} aside={<span className={css.quiet}>{text('laps.words')}</span>}>
      <Lines laps={laps} />
      {hiddenLaps > 0 && <p className={css.more}>{text('laps.hidden', { count: hiddenLaps })}</p>}
    </Section>
  )
}

/** The first of them. */
export function BestLapsOf({ laps, hiddenLaps }: Laps) {
  const text = useTexts('profile')
  const path = usePath()
  const count = laps.length + hiddenLaps
  if (count === 0) return null
  return (
    <Section
      title={text('laps.title')}
      aside={
        laps.length > FIRST && (
          <Link to={`${path}#best-laps`} className={css.all}>
            {text('laps.all', { count })}
          </Link>
        )
      }
    >
      <Lines laps={laps.slice(0, FIRST)} />
      {hiddenLaps > 0 && <p className={css.more}>{text('laps.hidden', { count: hiddenLaps })}</p>}
    </Section>
  )
}

const Lines = ({ laps }: Pick<Laps, 'laps'>) =>
  laps.length > 0 && (
    <CardList>
      {laps.map((lap) => (
        <Lap key={`${lap.gameId} ${lap.trackId} ${lap.layoutId} ${lap.carModelId}`} lap={lap} />
      ))}
    </CardList>
  )

function Lap({ lap }: { readonly lap: DriverLap }) {
  const text = useTexts('profile')
  const { gameId, trackId, layoutId } = lap
  const list = `/best-laps?${new URLSearchParams({ game: gameId, track: trackId, ...(layoutId && { layout: layoutId }) })}`
  return (
    <div className={css.line}>
      <TrackTile name={lap.track.name} outline={lap.outline} />
      <span className={css.words}>
        <Link to={list} className={css.lapTrack} title={text('laps.list')}>
          <b>{[lap.track.name, lap.track.layoutName].filter(Boolean).join(', ')}</b>
        </Link>
        <span>{[lap.car.name ?? '–', gameShort(gameId), lap.wet && text('laps.wet')].filter(Boolean).join(' · ')}</span>
      </span>
      <Link to={`/events/${lap.sessionId}#${lap.segment}`} className={css.figures}>
        <LapTime lap={lap} />
        <span>
          <Time at={lap.date} form="dateYear" zone={false} />
        </span>
      </Link>
    </div>
  )
}

/** A lap time, and where it stands among everybody's where that is told. */
export function LapTime({ lap }: { readonly lap: DriverLap }) {
  const text = useTexts('profile')
  const format = useFormat()
  return (
    <>
      <b>
        <BestTime best={lap.position === 1 ? 'session' : null}>{formatLapTime(lap.lapTime)}</BestTime>
      </b>
      {lap.position !== null && (
        <span>{lap.position === 1 ? text('laps.record') : text('laps.place', { place: `P${format.number(lap.position)}` })}</span>
      )}
    </>
  )
}
