import { useState } from 'react'
import { formatLapTime } from '#core/lap-time.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { PositionsGained } from '#web/ui/mark/change.tsx'
import type { ResultRowView, SegmentView } from '../../contract.ts'
import { gapText, givesPoints, shownPosition } from '../../rules.ts'
import { startersIn } from '../../rules/own-result.ts'
import css from './my-result.module.css'

const ShareResult = lazyPart(() => import('./share-result.tsx'), 'ShareResult')

/**
 * Who drove sees the own race first: where it ended, by how much, how fast and how clean, the way into its laps, and a picture of it to give
 * away. Who comes by such a link sees whose it is: `of` is that driver.
 */
export function MyResult(props: {
  readonly sessionId: string
  readonly row: ResultRowView
  readonly segment: SegmentView
  readonly of: string | null
  readonly onLaps: () => void
}) {
  const { sessionId, row, segment, of } = props
  const [isSharing, setSharing] = useState(false)
  const me = useMe()?.id
  const text = useTexts('results')
  const isRace = segment.type === 'RACE'
  const incidents = row.incidents === null ? null : Object.values(row.incidents).reduce((sum, count) => sum + count, 0)
  const facts: readonly (readonly [label: string, value: string])[] = [
    [
      text(isRace ? 'table.time' : 'table.gap'),
      isRace || row.timeRetired.type === 'TIMEDIFF' ? gapText(row, (count) => text('table.lapsDown', { count }), text('table.skipped')) : '',
    ],
    [text('table.best'), formatLapTime(row.bestLapTime)],
    [text('detail.incidents'), incidents === null ? '' : String(incidents)],
    [
      text('detail.points'),
      isRace && givesPoints(segment) && segment.results.some(({ finalPoints }) => finalPoints !== 0) ? String(row.finalPoints) : '',
    ],
  ]
  return (
    <section className={css.mine} aria-label={of ?? text('mine.title')}>
      <p className={css.place}>
        <span>{of ?? text('mine.title')}</span>
        <strong>{shownPosition(row, segment.manualSession) ?? '–'}</strong>
        <span>{text('mine.of', { count: startersIn(segment.results) })}</span>
        {row.positionsGained !== null && <PositionsGained gained={row.positionsGained} />}
      </p>
      <dl className={css.facts}>
        {facts.map(
          ([label, value]) =>
            value !== '' && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {of === null && row.entryCar && (
        <p className={css.otherCar}>
          {text('wrong_car_used_message_line1')} {text('wrong_car_used_message_line2', { car: row.entryCar })}
        </p>
      )}
      <div className={css.ways}>
        {row.lapCount > 0 && (
          <Button size="small" onClick={props.onLaps}>
            {text(of === null ? 'mine.laps' : 'detail.lapTimes')}
          </Button>
        )}
        {of === null && me && (
          <Button size="small" onClick={() => setSharing(true)} onPointerEnter={() => void ShareResult.preload()}>
            {text('mine.share')}
          </Button>
        )}
      </div>
      {isSharing && me && (
        <ShareResult
          sessionId={sessionId}
          shared={{ driver: me, segment: segment.key }}
          words={`${text(`tab.${segment.type}`)}: ${row.name ?? ''} ${shownPosition(row, segment.manualSession) ?? row.status}`}
          onClose={() => setSharing(false)}
        />
      )}
    </section>
  )
}
