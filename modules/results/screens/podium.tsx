import { formatLapTime } from '#core/lap-time.ts'
import { RatingBadges } from '#web/ui/mark/licence-badge.tsx'
import { useTexts, type Text } from '#web/kit/texts.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import type { ResultRowView, SegmentView } from '../contract.ts'
import { gapText, raceTime, shortName } from '../rules.ts'
import css from './podium.module.css'

/** The first three and the four numbers people quote. On a phone the table tells the first three itself. */
export function Podium(props: { readonly segment: SegmentView; readonly onLaps: (row: ResultRowView) => void }) {
  const text = useTexts('results')
  const { results, bestStats } = props.segment
  const fastest = bestStats.fastestLap && results.find((row) => row.participantId === bestStats.fastestLap?.participantId)
  const first = results.slice(0, 3).filter(({ status }) => status === 'FINISHED')
  const facts = [
    bestStats.fastestLap && {
      value: formatLapTime(bestStats.fastestLap.timeMs),
      label: fastest?.name
        ? text('facts.fastestLap', { name: fastest.participant.type === 'TEAM' ? fastest.name : shortName(fastest.name) })
        : text('facts.fastestLapAlone'),
      isBest: true,
    },
    bestStats.leadChanges !== null && { value: String(bestStats.leadChanges), label: text('facts.leadChanges') },
    bestStats.topTenSpreadMs !== null && {
      value: text('facts.seconds', { value: (bestStats.topTenSpreadMs / 1000).toFixed(1) }),
      label: text('facts.spread'),
    },
    bestStats.incidents !== null && { value: String(bestStats.incidents), label: text('facts.incidents') },
  ].filter((fact): fact is { value: string; label: string; isBest?: boolean } => !!fact)
  return (
    <div className={css.top}>
      {first.length > 0 && (
        <ol className={css.podium} aria-label={text('facts.podium')}>
          {first.map((row) => (
            <li key={row.participantId} className={css[`p${row.position}`]}>
              <span className={css.place} aria-hidden="true">
                {row.position}
              </span>
              <span className={css.car}>
                <Flag country={row.country} size="small" />{' '}
                {[row.raceNumber === null ? null : `#${row.raceNumber}`, row.carName].filter(Boolean).join(' · ')}
              </span>
              <strong className={css.name}>{row.name ?? text('table.removed')}</strong>
              <RatingBadges rating={row.rating} />
              <span className={css.time}>
                {row.position === 1 ? winnersTime(row, text) : gapText(row, (count) => text('table.lapsDown', { count }))}
              </span>
            </li>
          ))}
        </ol>
      )}
      {facts.length > 0 && (
        <dl className={css.facts}>
          {facts.map((fact) => (
            <div key={fact.label}>
              <dt>{fact.label}</dt>
              <dd className={fact.isBest ? css.best : undefined}>{fact.value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

const winnersTime = (row: ResultRowView, text: Text<'results'>): string =>
  row.lapCount > 0 ? text('facts.lapsIn', { count: row.lapCount, time: formatLapTime(raceTime(row)) }) : formatLapTime(raceTime(row))
