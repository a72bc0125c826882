import { formatGap, formatLapTime } from '#core/lap-time.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ClassDot } from '#web/ui/mark/class-dot.tsx'
import type { BestLap } from '../contract.ts'
import css from './laps.module.css'
import { Segment, When } from './laps-table.tsx'

/** The reader's own best of the list, the best of the other segments under it. */
export function MyBest({
  mine,
  fastest,
  sessionId,
}: {
  readonly mine: readonly BestLap[]
  readonly fastest: BestLap | undefined
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
            {best.car.className && <ClassDot carClass={best.car.className} />}
            <span>{best.car.name ?? '–'}</span>
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
