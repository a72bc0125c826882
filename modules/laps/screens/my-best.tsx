import { formatGap, formatLapTime } from '#core/lap-time.ts'
import type { GameId } from '#games/game.ts'
import { gameShort } from '#web/kit/games.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ClassDot } from '#web/ui/mark/class-dot.tsx'
import type { BestLap } from '../contract.ts'
import css from './laps.module.css'
import { Segment, When } from './laps-table.tsx'

/** Its car is drawn from what is known of it (docs/decisions/0031). The reader's own best of the list, the best of the other segments under it. */
export function MyBest({
  mine,
  fastest,
  gameId,
  sessionId,
}: {
  readonly mine: readonly BestLap[]
  readonly fastest: BestLap | undefined
  readonly gameId: GameId
  readonly sessionId?: string | undefined
}) {
  const text = useTexts('laps')
  const [best, ...others] = mine
  return (
    <section className={css.mine} aria-labelledby="my-best">
      <h2 id="my-best">{text('mine.title')}</h2>
      {!best && (
        <p className={css.noBest}>
          <strong>{text('mine.none')}</strong> {text('mine.noneWords')}
        </p>
      )}
      {best && (
        <>
          <p className={css.bestTime}>
            {formatLapTime(best.lapTime)}
            {fastest && (
              <small>
                {best.lapTime <= fastest.lapTime ? text('mine.first') : text('mine.behind', { gap: formatGap(best.lapTime - fastest.lapTime) })}
              </small>
            )}
          </p>
          <p className={css.bestOf}>
            <span className={css.carMark} data-letters={[...(best.car.name ?? '?')][0]} aria-hidden="true" />
            <span className={css.bestCar}>
              <b>{best.car.name ?? '–'}</b>
              <span>
                {best.car.className && (
                  <>
                    <ClassDot carClass={best.car.className} /> {best.car.className} ·{' '}
                  </>
                )}
                {gameShort(gameId)}
              </span>
            </span>
            <Segment lap={best} text={text} />
            <When lap={best} text={text} sessionId={sessionId} />
          </p>
          {others.length > 0 && (
            <ul className={css.others}>
              {others.map((lap) => (
                <li key={lap.segmentType}>
                  <Segment lap={lap} text={text} /> {formatLapTime(lap.lapTime)}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}
