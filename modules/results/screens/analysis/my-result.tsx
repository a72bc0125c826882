import { formatLapTime } from '#core/lap-time.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { PositionsGained } from '#web/ui/mark/change.tsx'
import type { ResultRowView, SegmentView } from '../../contract.ts'
import { gapText, shownPosition } from '../../rules.ts'
import css from './my-result.module.css'

/** Who drove sees the own race first: where it ended, by how much, how fast and how clean, and the way into its laps. */
export function MyResult(props: { readonly row: ResultRowView; readonly segment: SegmentView; readonly onLaps: () => void }) {
  const { row, segment } = props
  const text = useTexts('results')
  const isRace = segment.type === 'RACE'
  const incidents = row.incidents === null ? null : Object.values(row.incidents).reduce((sum, count) => sum + count, 0)
  const facts: readonly (readonly [label: string, value: string])[] = [
    [
      text(isRace ? 'table.time' : 'table.gap'),
      isRace || row.timeRetired.type === 'TIMEDIFF' ? gapText(row, (count) => text('table.lapsDown', { count })) : '',
    ],
    [text('table.best'), formatLapTime(row.bestLapTime)],
    [text('detail.incidents'), incidents === null ? '' : String(incidents)],
    [text('detail.points'), isRace && segment.results.some(({ finalPoints }) => finalPoints !== 0) ? String(row.finalPoints) : ''],
  ]
  return (
    <section className={css.mine} aria-label={text('mine.title')}>
      <p className={css.place}>
        <span>{text('mine.title')}</span>
        <strong>{shownPosition(row, segment.manualSession) ?? '–'}</strong>
        <span>{text('mine.of', { count: segment.results.length })}</span>
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
      {row.lapCount > 0 && (
        <Button size="small" onClick={props.onLaps}>
          {text('mine.laps')}
        </Button>
      )}
    </section>
  )
}
