import { formatLapTime } from '#core/lap-time.ts'
import { INCIDENT_KEYS } from '#games/game.ts'
import type { ReactNode } from 'react'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Link } from '#web/ui/action/link.tsx'
import type { ResultRowView, SegmentView } from '../../contract.ts'
import { contactsKnown, lapsKnown, raceTime } from '../../rules.ts'
import { RowRanks } from '../ranks.tsx'
import { Driving } from './driving.tsx'
import { pointsWords } from './points-words.ts'
import { penaltyText, rawWords, signed } from './row-words.ts'
import css from '../results.module.css'

/** All a row knows, for a phone and for the curious. */
export function RowDetail(props: {
  readonly row: ResultRowView
  readonly segment: SegmentView
  readonly onLaps: () => void
  readonly tools?: ReactNode
}) {
  const { row, segment } = props
  const text = useTexts('results')
  const hasLaps = lapsKnown(segment)
  const facts: readonly (readonly [label: string, value: string | number | null])[] = [
    [text('detail.started'), row.startPosition],
    [text('detail.class'), segment.carClasses.length > 1 ? row.classPosition : null],
    [text('detail.laps'), hasLaps ? row.lapCount : null],
    [text('detail.total'), formatLapTime(row.totalTime)],
    [text('detail.best'), formatLapTime(row.bestLapTime)],
    [text('detail.bestClean'), row.bestCleanLapTime === row.bestLapTime ? null : formatLapTime(row.bestCleanLapTime)],
    ...INCIDENT_KEYS.flatMap((kind) => {
      const count = row.incidents?.[kind]
      return count === undefined ? [] : [[text(`detail.${kind}`), count] as const]
    }),
    [text('detail.pitStops'), row.pitStops],
    [text('detail.ballast'), row.bop?.ballastkg ? text('detail.kilograms', { value: row.bop.ballastkg }) : null],
    [text('detail.restrictor'), row.bop?.restrictor ? `${row.bop.restrictor} %` : null],
    [text('detail.raw'), row.raw && rawWords(row.raw, row.status, text)],
    [text('detail.penalty'), penaltyText(row, text)],
    [text('detail.withPenalty'), row.penaltyAdjustments ? formatLapTime(raceTime(row)) : null],
    [text('detail.points'), pointsWords(row, segment, text)],
    [
      text('detail.event'),
      row.eventAdjustment ? text('detail.signedPoints', { signed: signed(row.eventAdjustment), count: Math.abs(row.eventAdjustment) }) : null,
    ],
  ]
  return (
    <div className={css.detail}>
      <dl>
        {facts.map(([label, value]) =>
          value === null || value === '' ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      <Driving row={row} />
      <RowRanks row={row} isMeasured={contactsKnown(segment)} />
      <div className={css.detailActions}>
        {hasLaps && (
          <Button size="small" onClick={props.onLaps}>
            {text('detail.lapTimes')}
          </Button>
        )}
        {row.drivers.map(
          (driver) =>
            driver.userId &&
            driver.name && (
              <Link key={driver.userId} className={css.profile} to={`/profile/${driver.userId}`}>
                {text('detail.profile', { name: driver.name })}
              </Link>
            ),
        )}
      </div>
      {props.tools}
    </div>
  )
}
