import { formatLapTime } from '#core/lap-time.ts'
import { INCIDENT_KEYS } from '#games/game.ts'
import { useTexts, type Text } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Link } from '#web/ui/action/link.tsx'
import type { ResultRowView, SegmentView } from '../contract.ts'
import { lapsKnown } from '../rules.ts'
import { RowRanks } from './ranks.tsx'
import css from './results.module.css'

/** All a row knows, for a phone and for the curious. */
export function RowDetail(props: { readonly row: ResultRowView; readonly segment: SegmentView; readonly onLaps: () => void }) {
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
    [text('detail.penalty'), row.penaltyAdjustments ? text('detail.seconds', { value: row.penaltyAdjustments / 1000 }) : null],
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
      <RowRanks row={row} />
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
    </div>
  )
}

/** All incidents of a row; `null` where its game writes none. */
export const incidentSum = ({ incidents }: Pick<ResultRowView, 'incidents'>): number | null =>
  incidents === null ? null : Object.values(incidents).reduce((sum, count) => sum + count, 0)

/** What a car carried, in a word: `10 kg · 2 %`. */
export const bopText = (bop: ResultRowView['bop'], text: Text<'results'>): string =>
  [bop?.ballastkg && text('detail.kilograms', { value: bop.ballastkg }), bop?.restrictor && `${bop.restrictor} %`].filter(Boolean).join(' · ')
